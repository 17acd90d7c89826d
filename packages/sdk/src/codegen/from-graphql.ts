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
import { formOf, type GraphQLForm } from './graphql-form.js'
import { reachable } from './reachable.js'

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

const strapi5Notes = [
  ...notes,
  '- drafts: every content type is assumed to have them;',
  '- conditions: `required` also lists attributes that are only required while a condition holds.',
]

/** The types of plugins, which are no collections or single types of the project. */
const pluginTypes = /^(UploadFile|UploadFolder|I18NLocale|ReviewWorkflows\w+|UsersPermissions(Permission|Role|User))$/

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
  const form = formOf(schema)
  const types = contentTypesAndComponents(schema, form)
  const names = nameInterfaces(types)
  const user = names.get('UsersPermissionsUser')
  const described = types.filter(({ name }) => name !== FILE).map((type) => describeType(type, { schema, names, form }))
  const { collections, singles } = endpoints(schema, names, form)
  const isStrapi5 = form.api === 'strapi5'
  // Each schema of Strapi 5 contains the content types of its plugins.
  const roots = [...collections.values(), ...singles.values(), ...(user === undefined ? [] : [user])]
  return {
    types: isStrapi5 ? reachable(described, roots) : described,
    collections,
    singles,
    notes: isStrapi5 ? strapi5Notes : notes,
    ...(user === undefined ? {} : { user }),
  }
}

/** The GraphQL types that hold attributes. */
function contentTypesAndComponents(schema: GraphQLSchema, form: GraphQLForm): GraphQLObjectType[] {
  const all = Object.values(schema.getTypeMap())
  const contentTypes = new Set(form.contentTypes(all))
  return all.filter(isObjectType).filter((type) => contentTypes.has(type) || type.name.startsWith('Component'))
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
  form: GraphQLForm,
): Pick<ContentModel, 'collections' | 'singles'> {
  const collections = new Map<string, string>()
  const singles = new Map<string, string>()
  for (const query of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const { type = '', kind } = form.endpoint(query) ?? {}
    const interfaceOf = names.get(type)
    if (interfaceOf === undefined || pluginTypes.test(type)) continue
    const endpointsOfKind = kind === 'collection' ? collections : singles
    endpointsOfKind.set(kebabCase(query.name), interfaceOf)
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

interface SchemaContext {
  readonly schema: GraphQLSchema
  readonly form: GraphQLForm
  /** Interface names by the name of the GraphQL type. */
  readonly names: ReadonlyMap<string, string>
}

function describeType(type: GraphQLObjectType, context: SchemaContext): GeneratedType {
  const { names, form } = context
  const attributes = new Map<string, string>()
  const links = new Map<string, Link>()
  const required: string[] = []
  for (const [name, field] of Object.entries(type.getFields())) {
    if (form.isRedundant(type, field)) continue
    const link = linkOf(field, context)
    if (link) links.set(name, link)
    else attributes.set(name, attributeType(name, field))
    if (isNonNullType(field.type) && !isOptionalLink(link)) required.push(name)
  }
  const uid = componentUid(type.name)
  return {
    name: names.get(type.name) ?? type.name,
    origin: type.name,
    ...(uid ? { uid } : {}),
    attributes,
    links,
    hidden: hiddenOf(type, context),
    required,
    // In Strapi 5 every type has `publishedAt`.
    draftAndPublish: attributes.has('publishedAt') && !(form.api === 'strapi5' && pluginTypes.test(type.name)),
    localized: attributes.has('locale'),
  }
}

/** Servers accept entries without required media. The lists of relations are never null, so they show nothing. */
function isOptionalLink(link: Link | undefined): boolean {
  return link !== undefined && ['SingleMedia', 'MultipleMedia', 'ToMany'].includes(link.kind)
}

function attributeType(name: string, field: GraphQLField<unknown, unknown>): string {
  const scalar = scalarOf(field.type)
  // `Json` includes null.
  const isNeverNull = isNonNullType(field.type) || neverNull.has(name) || scalar === 'Json'
  return isNeverNull ? scalar : `${scalar} | null`
}

/** Returns the attributes that can be written but aren't returned: only the input type has them. */
function hiddenOf(type: GraphQLObjectType, { schema, form }: SchemaContext): Map<string, string> {
  const input = schema.getType(`${type.name}Input`)
  const known = type.getFields()
  if (!isInputObjectType(input)) return new Map()
  return new Map(
    Object.values(input.getFields())
      .filter(({ name, type }) => !(name in known) && !form.notInputs.has(name) && isScalarType(getNamedType(type)))
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

function linkOf(field: GraphQLField<unknown, unknown>, { names, form }: SchemaContext): Link | undefined {
  const type = getNamedType(field.type)
  const isList = isListType(getNullableType(field.type))
  const relation = form.relation(field)
  if (relation) return relationLink(relation.type, relation.many, names)
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
