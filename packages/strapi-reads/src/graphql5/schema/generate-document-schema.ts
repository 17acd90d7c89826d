import {
  type Attribute,
  type ContentType,
  isScalar,
  type LinkAttribute,
  type Registry,
  type Schema,
} from '@content-api/model'
import {
  fileContentType,
  hasRelatedField,
  isMorph,
  linkTarget,
  relatedField,
  relatesToMany,
} from '@content-api/engine/plan'
import { derivedNames, isGraphqlName, typeName } from '@content-api/interfaces/graphql/naming'
import {
  attributeType,
  block,
  commonTypes,
  filterInputs,
  groupFields,
  reachable,
  rowsArguments,
} from '@content-api/interfaces/graphql/schema/attribute-types'
import {
  type AdditionalSchema,
  attributeDefinitions,
  hasEnabledTarget,
  requireInput,
  type ShadowSchema,
} from '@content-api/interfaces/graphql/schema/generate-schema'
import type { RootField } from '@content-api/interfaces/graphql/schema/root-fields'
import type { ShadowCrud } from '@content-api/interfaces/graphql/schema/shadow-crud'
import { oldEnvelopes } from '../old-fields.js'
import { deletion, documentRootFields, isShown } from './document-root-fields.js'

/** REST of Strapi has these operators, but its GraphQL doesn't. */
const restOnly = new Set(['$startsWithi', '$endsWithi'])

const documentTypes: readonly (readonly [name: string, sdl: string])[] = [
  [deletion, block('type', deletion, ['documentId: ID!'])],
  ['PublicationStatus', 'enum PublicationStatus {\n  DRAFT\n  PUBLISHED\n}'],
  [
    'PublicationFilter',
    `enum PublicationFilter {
  NEVER_PUBLISHED
  HAS_PUBLISHED_VERSION
  MODIFIED
  UNMODIFIED
  NEVER_PUBLISHED_DOCUMENT
  HAS_PUBLISHED_VERSION_DOCUMENT
  PUBLISHED_WITHOUT_DRAFT
  PUBLISHED_WITH_DRAFT
}`,
  ],
]

export interface DocumentSchemaOptions {
  /** Whether types also have the fields of Strapi 4: `id`, `attributes`, `data` and `meta`. */
  readonly hasOldFields: boolean
}

/**
 * Generates the schema of Strapi 5 of a model. It lacks the types of Strapi's plugins that the model doesn't
 * contain.
 * @throws ExtensionError if an extension disables all input fields of a mutation
 */
export function generateDocumentSchema(
  registry: Registry,
  shadow: ShadowCrud,
  additional: AdditionalSchema,
  options: DocumentSchemaOptions,
): ShadowSchema {
  const contentTypes = [...registry.contentTypes.values()].filter((type) => isShown(type) && shadow.isEnabled(type.uid))
  const components = [...registry.components.values()].filter(({ uid }) => shadow.isEnabled(uid))
  const schemas = [...components, ...contentTypes]
  const fields = documentRootFields(registry, shadow)
  const of = (parent: RootField['parent']) => fields.filter((field) => field.parent === parent).map(({ sdl }) => sdl)
  const scope = { registry, shadow, ...options }
  const stated = new Map(
    [
      ...commonTypes,
      ...filterInputs(restOnly),
      ...documentTypes,
      ...schemas.flatMap((schema) => schemaTypes(scope, schema)),
      ['GenericMorph', schemas.length > 0 ? `union GenericMorph = ${schemas.map(typeName).join(' | ')}` : ''] as const,
      ...additional.types,
      ['Query', block('type', 'Query', [...of('Query'), ...additional.query])] as const,
      ['Mutation', block('type', 'Mutation', [...of('Mutation'), ...additional.mutation])] as const,
    ].filter(([, sdl]) => sdl !== ''),
  )
  for (const type of contentTypes) requireInput(type, stated)
  return {
    definitions: reachable(stated, ['Query', 'Mutation'], additional.typeDefs),
    fields: new Map(fields.map((field) => [`${field.parent}.${field.name}`, field])),
  }
}

type Definition = readonly [name: string, sdl: string]

interface TypesScope extends DocumentSchemaOptions {
  readonly registry: Registry
  readonly shadow: ShadowCrud
}

function schemaTypes(scope: TypesScope, schema: Schema): readonly Definition[] {
  const name = typeName(schema)
  const shown = Object.entries(schema.attributes).filter(
    ([attributeName, attribute]) =>
      isGraphqlName(attributeName) && isPublic(attributeName, attribute) && hasEnabledTarget(scope, attribute),
  )
  const { shadow } = scope
  return [
    ...Object.keys(schema.attributes).flatMap((attribute) => attributeDefinitions(scope, schema, attribute)),
    [
      derivedNames.filters(name),
      block('input', derivedNames.filters(name), [
        ...shown
          .filter(([field]) => shadow.hasFilters(schema.uid, field))
          .flatMap(([field, attribute]) => filterField(scope, schema, field, attribute)),
        ...groupFields(derivedNames.filters(name)),
      ]),
    ],
    [derivedNames.input(name), block('input', derivedNames.input(name), inputFields(scope, schema))],
    [name, block('type', name, [...idFields(scope, schema), ...outputsOf(scope, schema, shown)])],
    ...(schema.model === 'contentType' ? collectionsOf(scope, schema) : []),
  ]
}

function outputsOf(scope: TypesScope, schema: Schema, shown: readonly (readonly [string, Attribute])[]): string[] {
  const hasOutput = (name: string) => scope.shadow.hasOutput(schema.uid, name)
  return [
    ...shown
      .filter(([name]) => hasOutput(name))
      .flatMap(([name, attribute]) => outputFields(scope, schema, name, attribute)),
    ...(hasRelatedField(schema) && hasOutput(relatedField) ? [`${relatedField}: [GenericMorph]`] : []),
  ]
}

const deprecated = (field: string, reason: string) => `${field} @deprecated(reason: "Use ${reason}")`

/** Returns the id of a component, and the fields that entries of Strapi 4 have. */
function idFields({ hasOldFields }: TypesScope, schema: Schema): readonly string[] {
  const name = typeName(schema)
  const own = schema.model === 'component' ? ['id: ID!'] : []
  if (!hasOldFields) return own
  const atRoot = 'root level fields instead'
  return [
    ...(schema.model === 'component' ? own : [deprecated('id: ID!', '`documentId` instead')]),
    ...oldEnvelopes.map((field) => deprecated(`${field}: ${name}!`, atRoot)),
  ]
}

/** Attributes that the server sets. */
const readOnly: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
])

/** Returns the fields of an input: also those of private attributes, which may be written. */
function inputFields(scope: TypesScope, schema: Schema): readonly string[] {
  const { registry, shadow } = scope
  const fields = Object.entries(schema.attributes).flatMap(([name, attribute]) => {
    if (!isGraphqlName(name) || !shadow.hasInput(schema.uid, name) || !hasEnabledTarget(scope, attribute)) return []
    if (readOnly.has(name) && !(schema.model === 'component' && name !== 'id')) return []
    const type = attributeType(attribute).input(attribute, { registry, schema, name })
    return type === null ? [] : [`${name}: ${type}`]
  })
  if (schema.model === 'component') return ['id: ID', ...fields]
  // Without locales, types have a locale that is never shown, and that a write ignores.
  return schema.localized || fields.length === 0 ? fields : [...fields, 'locale: String']
}

/** Creators aren't part of GraphQL. */
function isPublic(name: string, attribute: Attribute): boolean {
  return attribute.private !== true && name !== 'id' && name !== 'createdBy' && name !== 'updatedBy'
}

function collectionsOf({ hasOldFields }: TypesScope, type: ContentType): readonly Definition[] {
  const name = typeName(type)
  const list = `[${name}!]!`
  const { collection, relation } = derivedNames
  const data = hasOldFields ? [deprecated(`data: ${list}`, '`nodes` field instead')] : []
  const meta = hasOldFields ? [deprecated('meta: ResponseCollectionMeta!', 'the `pageInfo` field instead')] : []
  return [
    [collection(name), block('type', collection(name), [`nodes: ${list}`, 'pageInfo: Pagination!', ...data, ...meta])],
    [relation(name), block('type', relation(name), [`nodes: ${list}`, ...data])],
  ]
}

function outputFields({ registry }: TypesScope, schema: Schema, name: string, attribute: Attribute): readonly string[] {
  if (name === 'documentId') return ['documentId: ID!']
  const required = attribute.required ? '!' : ''
  if (attribute.type === 'media') {
    return linkFields(name, fileContentType(registry), attribute.multiple, required)
  }
  if (attribute.type === 'relation') {
    const target = linkTarget(attribute, registry)
    const many = relatesToMany(attribute)
    if (target?.model === 'contentType') return isShown(target) ? linkFields(name, target, many, required) : []
    return [`${name}: ${many ? '[GenericMorph]' : 'GenericMorph'}${required}`]
  }
  const type = attributeType(attribute).output(attribute, { registry, schema, name })
  return type === null ? [] : [`${name}${type}`]
}

function linkFields(name: string, target: ContentType, many: boolean, required: string): readonly string[] {
  const type = typeName(target)
  if (!many) return [`${name}: ${type}${required}`]
  const args = target.kind === 'singleType' ? '' : `(${rowsArguments(target).join(', ')})`
  return [`${name}_connection${args}: ${derivedNames.relation(type)}${required}`, `${name}${args}: [${type}]!`]
}

function filterField({ registry }: TypesScope, schema: Schema, name: string, attribute: Attribute): readonly string[] {
  // Filters of a single type have no id of a document.
  if (name === 'documentId')
    return schema.model === 'contentType' && schema.kind === 'singleType' ? [] : [`${name}: IDFilterInput`]
  const type = isScalar(attribute)
    ? attributeType(attribute).filter(attribute, { registry, schema, name })
    : filterOfLink(registry, attribute)
  return type === null ? [] : [`${name}: ${type}`]
}

function filterOfLink(registry: Registry, attribute: LinkAttribute): string | null {
  const isFilterable = attribute.type === 'component' || (attribute.type === 'relation' && !isMorph(attribute))
  const target = isFilterable ? linkTarget(attribute, registry) : undefined
  if (!target || (target.model === 'contentType' && !isShown(target))) return null
  return derivedNames.filters(typeName(target))
}
