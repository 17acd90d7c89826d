import type { Attribute, ContentType, Registry, Schema } from '@content-api/model'
import { fileType, hasRelatedField, linkTarget, relatedField } from '@content-api/engine/plan'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { isConcealed } from '@content-api/core/query/usable-attributes'
import { ownAttributes } from '@content-api/capabilities/uploads/file-info'
import { enumValueNames } from '../enum-values.js'
import { derivedNames, enumName, isGraphqlName, typeName, zoneInputName, zoneName } from '../naming.js'
import { attributeType, block, commonTypes, type Definitions, groupFields, reachable } from './attribute-types.js'
import { isShown, type RootField, rootFields } from './root-fields.js'
import type { ShadowCrud } from './shadow-crud.js'

export interface ShadowSchema {
  /** The SDL of all generated types by their names. */
  readonly definitions: Definitions
  /** The generated root fields, by `Query.x` and `Mutation.x`. */
  readonly fields: ReadonlyMap<string, RootField>
}

/** SDL in addition to that of the model. */
export interface AdditionalSchema {
  readonly query: readonly string[]
  readonly mutation: readonly string[]
  /** The types that these root fields need. */
  readonly types: Definitions
  /** SDL that isn't part of the result. The result contains the generated types that this SDL refers to. */
  readonly typeDefs: readonly string[]
}

/**
 * Generates the schema of a model (specification §2.6 and §4.5) with additional root fields.
 * @throws ExtensionError if an extension disables all input fields of a mutation
 */
export function generateSchema(registry: Registry, shadow: ShadowCrud, additional: AdditionalSchema): ShadowSchema {
  const contentTypes = [...registry.contentTypes.values()].filter((type) => isShown(type) && shadow.isEnabled(type.uid))
  const components = [...registry.components.values()].filter(({ uid }) => shadow.isEnabled(uid))
  const schemas = [...components, ...contentTypes]
  const fields = rootFields(registry, shadow)
  const of = (parent: RootField['parent']) => fields.filter((field) => field.parent === parent).map(({ sdl }) => sdl)
  const types = new Map(schemas.flatMap((schema) => schemaTypes({ registry, shadow }, schema)))
  const members = schemas.map(typeName).filter((name) => types.get(name) !== '')
  const definitions = new Map([
    ...commonTypes,
    ...types,
    ['GenericMorph', members.length > 0 ? `union GenericMorph = ${members.join(' | ')}` : ''],
    ...additional.types,
    ['Query', block('type', 'Query', [...of('Query'), ...additional.query])],
    ['Mutation', block('type', 'Mutation', [...of('Mutation'), ...additional.mutation])],
  ])
  const stated = new Map([...definitions].filter(([, sdl]) => sdl !== ''))
  for (const type of contentTypes) requireInput(type, stated)
  return {
    definitions: reachable(stated, ['Query', 'Mutation'], additional.typeDefs),
    fields: new Map(fields.map((field) => [`${field.parent}.${field.name}`, field])),
  }
}

/** Checks the input of a type's mutations: GraphQL has no inputs without fields. @throws ExtensionError */
export function requireInput(type: ContentType, definitions: Definitions): void {
  const input = derivedNames.input(typeName(type))
  // Bounded input: names and SDL of the project.
  const takesIt = new RegExp(String.raw`\b${input}\b`)
  if (definitions.has(input) || !takesIt.test(definitions.get('Mutation') ?? '')) return
  throw new ExtensionError(
    `${input} has no fields, and mutations of ${type.uid} need one: enable a field, or disable its mutations as well.`,
  )
}

interface TypesScope {
  readonly registry: Registry
  readonly shadow: ShadowCrud
}

type Definition = readonly [name: string, sdl: string]

/** Attributes that responses contain but inputs don't. */
const readOnly: ReadonlySet<string> = new Set(['locale', 'localizations', 'createdBy', 'updatedBy'])
/** Creators aren't part of GraphQL (specification §2.4). */
const creators: ReadonlySet<string> = new Set(['createdBy', 'updatedBy'])

/** Returns all types of a content type (specification §2.6), or the type and the inputs of a component. */
function schemaTypes(scope: TypesScope, schema: Schema): Definition[] {
  const name = typeName(schema)
  const output = block('type', name, outputFields(scope, schema))
  return [
    ...Object.keys(schema.attributes).flatMap((attribute) => attributeDefinitions(scope, schema, attribute)),
    [derivedNames.filters(name), filtersInput(scope, schema)],
    [derivedNames.input(name), block('input', derivedNames.input(name), inputFields(scope, schema))],
    [name, output],
    ...(schema.model === 'contentType' ? envelopes(name, output !== '') : []),
  ]
}

/** Returns the types of one attribute. Enumerations and zones have types of their own. */
export function attributeDefinitions(
  { registry, shadow }: TypesScope,
  schema: Schema,
  name: string,
): readonly Definition[] {
  const attribute = schema.attributes[name]
  if (attribute?.type === 'enumeration') {
    const values = [...enumValueNames(attribute.enum ?? []).values()].map((value) => `  ${value}\n`)
    return [[enumName(schema, name), `enum ${enumName(schema, name)} {\n${values.join('')}}`]]
  }
  if (attribute?.type === 'dynamiczone') {
    const components = attribute.components
      .map((uid) => registry.component(uid))
      .filter(({ uid }) => shadow.isEnabled(uid))
    const members = [...components.map(typeName), 'Error']
    return [
      [zoneName(schema, name), `union ${zoneName(schema, name)} = ${members.join(' | ')}`],
      [zoneInputName(schema, name), `scalar ${zoneInputName(schema, name)}`],
    ]
  }
  return []
}

/** Returns the types around entries. An entity always has an id, even without attributes. */
function envelopes(name: string, hasAttributes: boolean): Definition[] {
  const { entity, response, collection, relation } = derivedNames
  const list = `data: [${entity(name)}!]!`
  return [
    [entity(name), block('type', entity(name), ['id: ID', ...(hasAttributes ? [`attributes: ${name}`] : [])])],
    [response(name), block('type', response(name), [`data: ${entity(name)}`])],
    [collection(name), block('type', collection(name), [list, 'meta: ResponseCollectionMeta!'])],
    [relation(name), block('type', relation(name), [list])],
  ]
}

/**
 * Returns the attributes in the order of the schema. `locale` follows `localizations`, as in the schemas of
 * Strapi 4.
 */
function* namedAttributes(scope: TypesScope, schema: Schema): Generator<readonly [string, Attribute]> {
  const { locale, ...others } = schema.attributes
  const localized = schema.model === 'contentType' && schema.localized
  const all = Object.entries(localized && locale ? { ...others, locale } : schema.attributes)
  for (const [name, attribute] of all) {
    if (isGraphqlName(name) && !creators.has(name) && hasEnabledTarget(scope, attribute)) yield [name, attribute]
  }
}

/** Returns false for a relation, media or component attribute whose target type is disabled or has none. */
export function hasEnabledTarget({ registry, shadow }: TypesScope, attribute: Attribute): boolean {
  if (attribute.type !== 'relation' && attribute.type !== 'media' && attribute.type !== 'component') return true
  const target = linkTarget(attribute, registry)
  if (target === undefined) return true
  return shadow.isEnabled(target.uid) && (target.model === 'component' || isShown(target))
}

/** Returns the fields of one side of a schema: the attributes that `accepts` includes and that have a field there. */
function fieldsOf(
  scope: TypesScope,
  schema: Schema,
  side: keyof ReturnType<typeof attributeType>,
  accepts: (name: string, attribute: Attribute) => boolean,
): string[] {
  return [...namedAttributes(scope, schema)].flatMap(([name, attribute]) => {
    if (name === 'id' || !accepts(name, attribute)) return []
    const type = attributeType(attribute)[side](attribute, { registry: scope.registry, schema, name })
    // The type of an output follows its arguments.
    return type === null ? [] : [side === 'output' ? `${name}${type}` : `${name}: ${type}`]
  })
}

function outputFields(scope: TypesScope, schema: Schema): string[] {
  const hasOutput = (name: string) => scope.shadow.hasOutput(schema.uid, name)
  return [
    ...(schema.model === 'component' ? ['id: ID!'] : []),
    ...fieldsOf(scope, schema, 'output', (name, attribute) => !isConcealed(attribute) && hasOutput(name)),
    ...(hasRelatedField(schema) && hasOutput(relatedField) ? [`${relatedField}: [GenericMorph]`] : []),
  ]
}

function inputFields(scope: TypesScope, schema: Schema): string[] {
  const accepts = (name: string) =>
    !readOnly.has(name) && !isManagedByServer(schema, name) && scope.shadow.hasInput(schema.uid, name)
  return [...(schema.model === 'component' ? ['id: ID'] : []), ...fieldsOf(scope, schema, 'input', accepts)]
}

/** Whether the server sets an attribute: it derives the location and the type of a file from its content. */
const isManagedByServer = ({ uid }: Schema, name: string) => uid === fileType && ownAttributes.has(name)

/** Returns the filter input. It includes private attributes, but filtering by them fails as for unknown attributes. */
function filtersInput(scope: TypesScope, schema: Schema): string {
  const name = derivedNames.filters(typeName(schema))
  return block('input', name, [
    ...(schema.model === 'component' ? [] : ['id: IDFilterInput']),
    ...fieldsOf(scope, schema, 'filter', (attribute) => scope.shadow.hasFilters(schema.uid, attribute)),
    ...groupFields(name),
  ])
}
