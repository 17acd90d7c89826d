import { readFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNullableType,
  isUnionType,
} from 'graphql'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import type { Random } from '../strapi-starts/random.js'
import type { Drawing } from './generate-rest.js'
import type { Call, Caller } from './http-client.js'
import { varyQuery } from './vary-graphql.js'

/** A GraphQL query, whose document can be reduced. */
export interface GraphqlRead {
  readonly kind: 'graphql'
  readonly caller: Caller
  readonly query: string
  /** The values of the variables. */
  readonly variables?: Readonly<Record<string, unknown>>
}

const readSchema = (path: string) => buildSchema(readFileSync(new URL(path, import.meta.url), 'utf8'))
const schemas: Readonly<Record<StrapiVersion, GraphQLSchema>> = {
  4: readSchema('../oracle/schema.graphql'),
  5: readSchema('../../../sdk/test/fixtures/strapi5/schema.graphql'),
}
/** Root fields that the content plugin serves; the others are rare in projects. */
const contentFields = [
  ...Array<string>(12).fill('articles'),
  ...Array<string>(3).fill('article'),
  'authors',
  'author',
  'categories',
  'category',
  'tags',
  'tag',
  'details',
  'menuItems',
  'menuItem',
  'notes',
  'specimens',
  'specimen',
  'memos',
  'homepage',
  'setting',
  'uploadFiles',
  'uploadFile',
  'usersPermissionsUsers',
  'i18NLocales',
  'me',
]
/** Lists of Strapi 5 with their totals. */
const connections = ['articles', 'authors', 'categories', 'tags', 'places', 'specimens', 'uploadFiles']
const fieldsOf: Readonly<Record<StrapiVersion, readonly string[]>> = {
  4: contentFields,
  5: [...contentFields, 'places', 'place', ...connections.map((name) => `${name}_connection`)],
}

export function callOfGraphql({ caller, query, variables }: GraphqlRead): Call {
  return { method: 'POST', path: '/graphql', caller, body: { query, ...(variables && { variables }) } }
}

export function drawGraphqlRead(drawing: Drawing): GraphqlRead {
  const { random, version } = drawing
  const caller = random.one<Caller>(['full', 'full', 'full', 'erin', 'erin', 'read', 'alice', 'public', 'custom'])
  const fields = schemas[version].getQueryType()?.getFields() ?? {}
  const names = random.some(fieldsOf[version], 1, random.chance(0.15) ? 2 : 1)
  const texts = [...new Set(names)].map((name) => fieldText(drawing, fields[name] as Field, 0))
  const query = `{ ${texts.join(' ')} }`
  return { kind: 'graphql', caller, ...(random.chance(0.3) ? varyQuery(random, schemas[version], query) : { query }) }
}

type Field = GraphQLField<unknown, unknown>

function fieldText(drawing: Drawing, field: Field, depth: number): string {
  const type = getNamedType(field.type)
  const given = field.args.flatMap((argument) => argumentText(drawing, argument, field, depth))
  const head = given.length === 0 ? field.name : `${field.name}(${given.join(', ')})`
  return isCompositeType(type) ? `${head} { ${selectionText(drawing, type, depth + 1)} }` : head
}

/** Object types that only wrap others are always followed. */
const wrappers = /(EntityResponse|EntityResponseCollection|RelationResponseCollection|Entity)$/

const passwords = new Set(['Article.secret', 'Specimen.pass'])

function selectionText(drawing: Drawing, type: GraphQLNamedOutputType, depth: number): string {
  const { random } = drawing
  if (isUnionType(type)) {
    const members = random.some(type.getTypes(), 1, 3).filter(({ name }) => name !== 'Error')
    return [
      '__typename',
      ...members.map((one) => `... on ${one.name} { ${selectionText(drawing, one, depth + 1)} }`),
    ].join(' ')
  }
  if (!('getFields' in type)) return '__typename'
  const fields: readonly Field[] = Object.values(type.getFields())
  if (wrappers.test(type.name)) return wrapperText(drawing, fields, depth)
  // Hashes of passwords are forwarded, and few queries of projects select them.
  const isShown = ({ name }: Field) => !passwords.has(`${type.name}.${name}`) || random.chance(drawing.closed)
  const scalars = fields.filter((field) => !isCompositeType(getNamedType(field.type)) && isShown(field))
  const links = fields.filter((field) => isCompositeType(getNamedType(field.type)))
  const chosen = [
    ...random.some(scalars, 1, 4),
    ...(depth > 9 || links.length === 0 || random.chance(0.35) ? [] : random.some(links, 1, 2)),
  ]
  const texts = chosen.map((field) => fieldText(drawing, field, depth))
  return texts.length === 0 ? '__typename' : texts.join(' ')
}

function wrapperText(drawing: Drawing, fields: readonly Field[], depth: number): string {
  const { random } = drawing
  return fields
    .flatMap((field) => {
      if (field.name === 'id') return random.chance(0.7) ? ['id'] : []
      if (field.name === 'pageInfo') return random.chance(0.3) ? ['pageInfo { total page pageSize pageCount }'] : []
      if (field.name === 'meta')
        return random.chance(0.3) ? ['meta { pagination { total page pageSize pageCount } }'] : []
      return [fieldText(drawing, field, depth)]
    })
    .join(' ')
}

function argumentText(drawing: Drawing, { name, type }: GraphQLArgument, field: Field, depth: number): string[] {
  const { random } = drawing
  const required = !isNullableType(type)
  switch (name) {
    case 'id':
      return random.chance(0.95) || required ? [`id: ${random.integer(1, 14)}`] : []
    case 'documentId':
      return random.chance(0.95) || required ? [`documentId: "${documentOf(drawing, field.name)}"`] : []
    case 'status':
      return random.chance(0.25) ? [`status: ${random.one(['PUBLISHED', 'DRAFT'])}`] : []
    case 'publicationFilter':
      return random.chance(0.08) ? [`publicationFilter: ${nameOfEnum(random, type)}`] : []
    case 'hasPublishedVersion':
      return random.chance(0.02) ? [`hasPublishedVersion: ${random.one(['true', 'false'])}`] : []
    case 'filters':
      return random.chance(depth === 0 ? 0.6 : 0.25)
        ? [`filters: ${filterText(drawing, getNamedType(type) as GraphQLInputObjectType, 0)}`]
        : []
    case 'pagination':
      return random.chance(0.35)
        ? [
            `pagination: ${random.one(['{ limit: 3 }', '{ page: 1, pageSize: 2 }', '{ page: 2, pageSize: 2 }', '{ start: 1, limit: 2 }', '{ limit: 50 }', '{ limit: -1 }'])}`,
          ]
        : []
    case 'sort':
      return drawing.sortsById || random.chance(0.4) ? [`sort: ${sortText(drawing, field)}`] : []
    case 'publicationState':
      return random.chance(0.25) ? [`publicationState: ${random.one(['LIVE', 'PREVIEW'])}`] : []
    case 'locale':
      return random.chance(0.2) ? [`locale: "${random.one(['en', 'fr', 'fr'])}"`] : []
    default:
      return []
  }
}

const nameOfEnum = (random: Random, type: GraphQLArgument['type']): string => {
  const named = getNamedType(type)
  return isEnumType(named) ? random.one(named.getValues()).name : 'null'
}

/** Returns the id of a document that a root field may return. */
function documentOf({ random, registry, ids }: Drawing, field: string): string {
  const type = [...registry.contentTypes.values()].find(({ singularName }) => camelCase(singularName) === field)
  return random.one(ids.get(type?.pluralName ?? '') ?? ['none'])
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function sortText({ random, sortsById }: Drawing, { args }: Field): string {
  const filters = args.find(({ name }) => name === 'filters')
  const type = filters && getNamedType(filters.type)
  const names = isInputObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) => {
        const of = getNamedType(field.type)
        return isInputObjectType(of) && /^(ID|String|Int|Long|Float|Date|DateTime|Boolean)FilterInput$/.test(of.name)
          ? [field.name]
          : []
      })
    : ['id']
  const key = () => `"${random.one(names)}${random.one(['', ':asc', ':desc'])}"`
  return !sortsById && random.chance(0.5) ? key() : `[${key()}, "id"]`
}

/** Names of passwords and private attributes. */
const closedNames = /secret|internalNote|password|Token|pass|priv|hidden/

function filterText(drawing: Drawing, type: GraphQLInputObjectType, depth: number): string {
  const { random } = drawing
  const fields = Object.values(type.getFields())
  const groups = ['and', 'or', 'not']
  if (depth < 2 && random.chance(0.15)) {
    const group = random.one(groups)
    const inner = () => filterText(drawing, type, depth + 1)
    return group === 'not' ? `{ not: ${inner()} }` : `{ ${group}: [${inner()}, ${inner()}] }`
  }
  const usable = fields.filter(
    ({ name }) => !groups.includes(name) && (!closedNames.test(name) || random.chance(drawing.closed)),
  )
  const field = random.one(usable.length > 0 ? usable : fields)
  const of = getNamedType(field.type)
  if (!isInputObjectType(of)) return `{ }`
  if (!of.name.endsWith('FilterInput'))
    return depth > 2 ? '{ id: { notNull: true } }' : `{ ${field.name}: ${filterText(drawing, of, depth + 1)} }`
  return `{ ${field.name}: ${conditionText(drawing, of, field.name)} }`
}

function conditionText(drawing: Drawing, type: GraphQLInputObjectType, name: string): string {
  const { random } = drawing
  const operators = Object.values(type.getFields()).filter((one) => !['and', 'or', 'not'].includes(one.name))
  const operator = random.one(operators)
  const kind = getNamedType(operator.type).name
  const value = () => literal(kind, valueOf(drawing, kind, name), random)
  const text = isListType(operator.type) ? `[${value()}, ${value()}]` : value()
  const condition = `{ ${operator.name}: ${text} }`
  return random.chance(0.08) ? `{ not: ${condition} }` : condition
}

const samples: Readonly<Record<string, readonly string[]>> = {
  ID: ['1', '2', '3', '5', '9'],
  Int: ['0', '1', '2', '5', '7'],
  Long: ['42', '0', '-5'],
  Float: ['0.5', '12.5', '1'],
  Date: ['2024-02-29', '2024-03-01'],
  Time: ['08:30:00.000', '23:59:59.999'],
  DateTime: ['2024-03-01T10:00:00.000Z', '2024-01-10T00:00:00.000Z'],
  JSON: ['x'],
  String: ['a', 'alpha', 'Alpha', '%', '_'],
}

function valueOf({ random, values }: Drawing, kind: string, name: string): string {
  const known = values.one(random, name)
  if (kind === 'String' || random.chance(0.5)) return known ?? random.one(samples['String'] as readonly string[])
  return random.one(samples[kind] ?? ['1'])
}

function literal(kind: string, value: string, random: Random): string {
  if (kind === 'Boolean') return random.one(['true', 'false'])
  if (kind === 'Int') return String(Math.trunc(Number(value)) || 0)
  if (kind === 'Float') return String(Number(value) || 0)
  if (kind === 'Long') return /^-?\d+$/.test(value) ? value : '0'
  const text = kind === 'String' && random.chance(0.4) ? value.slice(0, random.integer(1, 6)) : value
  return JSON.stringify(text)
}
