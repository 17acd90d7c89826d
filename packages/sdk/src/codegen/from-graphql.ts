import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql'
import {
  type ContentModel,
  createUniqueNames,
  type GeneratedType,
  type Link,
  neverNull,
  pascalCase,
  quoted,
} from './content-model.js'

/** The TypeScript types in REST responses, by GraphQL scalar. REST responses contain big integers as strings. */
const scalarTypes: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
  Long: 'string',
  Date: 'string',
  Time: 'string',
  DateTime: 'string',
  JSON: 'Json',
}

const notes = [
  'Read from a GraphQL schema, which does not show:',
  '- defaults: `required` also lists required attributes that have a default;',
  '- passwords: they look like other text attributes, but REST never returns them;',
  '- rich text: its type is `Json` here, change it to `Blocks`;',
  '- the category of a component: it is assumed to be the first word of the name;',
  '- enumeration values that are not valid GraphQL names;',
  '- plural names in REST paths: they are assumed to be the names of the queries in kebab-case.',
]

/** The types of plugins, which are no collections or single types of the project. */
const pluginTypes = /^(UploadFile|UploadFolder|I18NLocale|UsersPermissions(Permission|Role|User))$/

/** The SDK exports the interface of files, so it isn't generated. */
const FILE = 'UploadFile'

/**
 * Returns the content model of a deployment, as far as its GraphQL schema (specification §2.6) shows it.
 * `notes` lists the rest.
 *
 * @example
 * ```ts
 * import { fromGraphQL, printContentModel } from '@content-api/sdk/codegen'
 * import { buildSchema } from 'graphql'
 *
 * console.log(printContentModel(fromGraphQL(buildSchema('type Query { hello: String }'))))
 * ```
 */
export function fromGraphQL(schema: GraphQLSchema): ContentModel {
  const types = contentTypesAndComponents(schema)
  const names = nameInterfaces(types)
  const user = names.get('UsersPermissionsUser')
  return {
    types: types.filter(({ name }) => name !== FILE).map((type) => describeType(type, schema, names)),
    ...endpoints(schema, names),
    notes,
    ...(user === undefined ? {} : { user }),
  }
}

/** The GraphQL types that hold attributes. The type `Article` of a content type has a wrapper, `ArticleEntity`. */
function contentTypesAndComponents(schema: GraphQLSchema): GraphQLObjectType[] {
  const all = Object.values(schema.getTypeMap())
  const entities = all.flatMap(({ name }) => /^(.+)Entity$/.exec(name)?.[1] ?? [])
  const isContentType = new Set(entities)
  return all.filter(isObjectType).filter(({ name }) => isContentType.has(name) || name.startsWith('Component'))
}

/** Returns the interface names, by the name of the GraphQL type. */
function nameInterfaces(types: readonly GraphQLObjectType[]): Map<string, string> {
  const uniqueName = createUniqueNames()
  return new Map(types.map(({ name }) => [name, name === FILE ? 'MediaFile' : uniqueName(interfaceName(name), 'Type')]))
}

function interfaceName(name: string): string {
  return pascalCase(name.replace(/^Component(?=.)/, '').replace(/^UsersPermissions(?=.)/, ''))
}

/** Finds the collection types and single types by the queries that return them. */
function endpoints(
  schema: GraphQLSchema,
  names: ReadonlyMap<string, string>,
): Pick<ContentModel, 'collections' | 'singles'> {
  const collections = new Map<string, string>()
  const singles = new Map<string, string>()
  for (const { name, type, args } of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const [, entity = '', suffix] = /^(.+)EntityResponse(Collection)?$/.exec(getNamedType(type).name) ?? []
    const interfaceOf = names.get(entity)
    if (interfaceOf === undefined || pluginTypes.test(entity)) continue
    const takesId = args.some((argument) => argument.name === 'id')
    if (suffix) collections.set(kebabCase(name), interfaceOf)
    else if (!takesId) singles.set(kebabCase(name), interfaceOf)
  }
  return { collections, singles }
}

const kebabCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** Returns `shared.seo` for `ComponentSharedSeo`: the first word is taken as the category. */
function componentUid(name: string): string | undefined {
  const [, category, rest] = /^Component([A-Z][a-z0-9]*)([^a-z0-9].*)$/.exec(name) ?? []
  return category && rest ? `${category.toLowerCase()}.${kebabCase(rest)}` : undefined
}

function describeType(
  type: GraphQLObjectType,
  schema: GraphQLSchema,
  names: ReadonlyMap<string, string>,
): GeneratedType {
  const attributes = new Map<string, string>()
  const links = new Map<string, Link>()
  const required: string[] = []
  for (const [name, field] of Object.entries(type.getFields())) {
    if (name === 'id') continue
    const link = linkOf(field, names)
    if (link) links.set(name, link)
    else attributes.set(name, attributeType(name, field))
    // Servers accept entries without required media.
    const isMedia = link?.kind === 'SingleMedia' || link?.kind === 'MultipleMedia'
    if (isNonNullType(field.type) && !isMedia) required.push(name)
  }
  const uid = componentUid(type.name)
  return {
    name: names.get(type.name) ?? type.name,
    origin: type.name,
    ...(uid ? { uid } : {}),
    attributes,
    links,
    hidden: hiddenOf(type, schema),
    required,
    draftAndPublish: attributes.has('publishedAt'),
    localized: attributes.has('locale'),
  }
}

function attributeType(name: string, field: GraphQLField<unknown, unknown>): string {
  const scalar = scalarOf(field.type)
  // `Json` includes null.
  const isNeverNull = isNonNullType(field.type) || neverNull.has(name) || scalar === 'Json'
  return isNeverNull ? scalar : `${scalar} | null`
}

/** Returns the attributes that can be written but aren't returned: only the input type has them. */
function hiddenOf(type: GraphQLObjectType, schema: GraphQLSchema): Map<string, string> {
  const input = schema.getType(`${type.name}Input`)
  const known = type.getFields()
  if (!isInputObjectType(input)) return new Map()
  return new Map(
    Object.values(input.getFields())
      .filter(({ name, type }) => !(name in known) && name !== 'id' && isScalarType(getNamedType(type)))
      .map(({ name, type }) => [name, `${scalarTypes[getNamedType(type).name] ?? 'Json'} | null`]),
  )
}

function scalarOf(output: GraphQLOutputType): string {
  const type = getNamedType(output)
  if (isEnumType(type)) {
    const values = type.getValues()
    return values.map(({ name }) => quoted(name)).join(' | ')
  }
  return scalarTypes[type.name] ?? 'Json'
}

function linkOf(field: GraphQLField<unknown, unknown>, names: ReadonlyMap<string, string>): Link | undefined {
  const type = getNamedType(field.type)
  const isList = isListType(getNullableType(field.type))
  const related = /^(.+?)(EntityResponse|RelationResponseCollection)$/.exec(type.name)
  if (related) return relationLink(related[1] as string, related[2] === 'RelationResponseCollection', names)
  if (isUnionType(type)) {
    if (type.name === 'GenericMorph') return { kind: 'Morph', many: isList }
    const components = type.getTypes().filter(({ name }) => name !== 'Error')
    return { kind: 'DynamicZone', targets: components.map(({ name }) => names.get(name) ?? 'never') }
  }
  if (!isObjectType(type)) return undefined
  return { kind: isList ? 'RepeatableComponent' : 'SingleComponent', targets: [names.get(type.name) ?? 'never'] }
}

function relationLink(target: string, isToMany: boolean, names: ReadonlyMap<string, string>): Link {
  if (target === FILE) return { kind: isToMany ? 'MultipleMedia' : 'SingleMedia' }
  return { kind: isToMany ? 'ToMany' : 'ToOne', targets: [names.get(target) ?? 'never'] }
}
