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
import { type ContentModel, createNames, type GeneratedType, type Link, pascalCase, quoted } from './content-model.js'

/** The types in REST responses by GraphQL scalar: big integers are strings there. */
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
  'Read from a GraphQL schema, which does not tell everything:',
  '- which attributes have a default: what is required must be given here, though a default may stand in;',
  '- which text attributes are passwords: REST never answers those;',
  '- which JSON attributes hold rich text: `Blocks` is their type;',
  '- where the category of a component ends: the first word is taken for it;',
  '- values of enumerations with characters that GraphQL has no names for;',
  '- plural names in paths: they are taken to be the names of queries in kebab-case.',
]

/** Types of plugins, which have no REST endpoints of this form. */
const plugins = /^(UploadFile|UploadFolder|I18NLocale|UsersPermissions(Permission|Role|User))$/

/**
 * Returns the content types of a deployment, as far as its GraphQL schema (specification §2.6) shows them; `notes` lists the rest.
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
  const types = new Map(
    Object.values(schema.getTypeMap()).flatMap((type): [string, GraphQLObjectType][] => {
      const entity = /^(.+)Entity$/.exec(type.name)?.[1]
      const attributes = entity === undefined ? undefined : schema.getType(entity)
      if (isObjectType(attributes)) return [[attributes.name, attributes]]
      return type.name.startsWith('Component') && isObjectType(type) ? [[type.name, type]] : []
    }),
  )
  const give = createNames()
  const names = new Map<string, string>()
  for (const name of types.keys()) {
    if (name === 'UploadFile') names.set(name, 'MediaFile')
    else names.set(name, give(interfaceName(name), 'Type'))
  }
  const collections = new Map<string, string>()
  const singles = new Map<string, string>()
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const returned = getNamedType(field.type).name
    const many = /^(.+)EntityResponseCollection$/.exec(returned)?.[1]
    const one = /^(.+)EntityResponse$/.exec(returned)?.[1]
    const name = names.get(many ?? one ?? '')
    if (name === undefined || plugins.test(many ?? one ?? '')) continue
    if (many) collections.set(kebabCase(field.name), name)
    else if (!field.args.some(({ name }) => name === 'id')) singles.set(kebabCase(field.name), name)
  }
  const described = [...types.values()]
    .filter(({ name }) => name !== 'UploadFile')
    .map((type) => describe(type, schema, names))
  const user = names.get('UsersPermissionsUser')
  return { types: described, collections, singles, notes, ...(user === undefined ? {} : { user }) }
}

function interfaceName(name: string): string {
  return pascalCase(name.replace(/^Component(?=.)/, '').replace(/^UsersPermissions(?=.)/, ''))
}

const kebabCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** `ComponentSharedSeo`: the first word is the category. */
function componentUid(name: string): string | undefined {
  const [, category, rest] = /^Component([A-Z][a-z0-9]*)(.+)$/.exec(name) ?? []
  return category && rest ? `${category.toLowerCase()}.${kebabCase(rest)}` : undefined
}

const alwaysThere = new Set(['createdAt', 'updatedAt', 'locale'])

function describe(type: GraphQLObjectType, schema: GraphQLSchema, names: ReadonlyMap<string, string>): GeneratedType {
  const attributes = new Map<string, string>()
  const links = new Map<string, Link>()
  const required: string[] = []
  for (const [name, field] of Object.entries(type.getFields())) {
    if (name === 'id') continue
    const link = linkOf(field, names)
    if (link) links.set(name, link)
    else {
      const scalar = scalarOf(field.type)
      const sure = isNonNullType(field.type) || alwaysThere.has(name) || scalar === 'Json'
      attributes.set(name, sure ? scalar : `${scalar} | null`)
    }
    if (isNonNullType(field.type)) required.push(name)
  }
  const uid = type.name.startsWith('Component') ? componentUid(type.name) : undefined
  return {
    name: names.get(type.name) ?? type.name,
    origin: type.name,
    ...(uid ? { uid } : {}),
    attributes,
    links,
    hidden: hiddenOf(type, schema),
    required: uid ? required.filter((name) => name !== 'id') : required,
    draftAndPublish: attributes.has('publishedAt'),
    localized: attributes.has('locale'),
  }
}

/** The attributes that can be written but aren't returned. */
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
  if (isEnumType(type))
    return type
      .getValues()
      .map(({ name }) => quoted(name))
      .join(' | ')
  return scalarTypes[type.name] ?? 'Json'
}

function linkOf(field: GraphQLField<unknown, unknown>, names: ReadonlyMap<string, string>): Link | undefined {
  const type = getNamedType(field.type)
  const list = isListType(getNullableType(field.type))
  const related = /^(.+?)(EntityResponse|RelationResponseCollection)$/.exec(type.name)
  if (related) {
    const [, name = '', form] = related
    const many = form === 'RelationResponseCollection'
    if (name === 'UploadFile') return { kind: many ? 'MultipleMedia' : 'SingleMedia', targets: [] }
    return { kind: many ? 'ToMany' : 'ToOne', targets: [names.get(name) ?? 'never'] }
  }
  if (isUnionType(type)) {
    if (type.name === 'GenericMorph') return { kind: 'Morph', targets: [String(list)] }
    const components = type.getTypes().filter(({ name }) => name !== 'Error')
    return { kind: 'DynamicZone', targets: components.map(({ name }) => names.get(name) ?? 'never') }
  }
  if (!isObjectType(type)) return undefined
  return { kind: list ? 'RepeatableComponent' : 'SingleComponent', targets: [names.get(type.name) ?? 'never'] }
}
