import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
  valueFromASTUntyped,
} from 'graphql'
import type { Attribute } from './schema.js'

const scalar = (name: string, serialize: (value: unknown) => unknown = (value) => value) =>
  new GraphQLScalarType({
    name,
    serialize,
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  })

export const DateTime = scalar('DateTime', (value) =>
  /^\d{10,}$/.test(String(value)) ? new Date(Number(value)).toISOString() : value,
)
export const Json = scalar('JSON')
const Day = scalar('Date')
const TimeOfDay = scalar('Time')
const Long = scalar('Long', (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)))
export const LocaleCode = scalar('I18NLocaleCode')
export const ZoneInput = scalar('ZoneInput')

/** The scalar of each attribute type, and the name of its filter input. */
const scalars = {
  string: [GraphQLString, 'StringFilterInput'],
  text: [GraphQLString, 'StringFilterInput'],
  richtext: [GraphQLString, 'StringFilterInput'],
  email: [GraphQLString, 'StringFilterInput'],
  uid: [GraphQLString, 'StringFilterInput'],
  enumeration: [GraphQLString, 'StringFilterInput'],
  date: [Day, 'DateFilterInput'],
  time: [TimeOfDay, 'TimeFilterInput'],
  datetime: [DateTime, 'DateTimeFilterInput'],
  timestamp: [DateTime, 'DateTimeFilterInput'],
  integer: [GraphQLInt, 'IntFilterInput'],
  biginteger: [Long, 'LongFilterInput'],
  float: [GraphQLFloat, 'FloatFilterInput'],
  decimal: [GraphQLFloat, 'FloatFilterInput'],
  boolean: [GraphQLBoolean, 'BooleanFilterInput'],
  json: [Json, 'JSONFilterInput'],
  array: [Json, 'JSONFilterInput'],
} as const satisfies Record<string, readonly [GraphQLScalarType, string]>

const isKnown = (type: string): type is keyof typeof scalars => type in scalars
const rowOf = ({ type }: Attribute) => scalars[isKnown(type) ? type : 'json']

export const scalarOf = (attribute: Attribute): GraphQLScalarType => rowOf(attribute)[0]

const plain = [
  'eq',
  'eqi',
  'ne',
  'nei',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'notContains',
  'containsi',
  'notContainsi',
  'startsWith',
  'endsWith',
]

function filterInput(name: string, type: GraphQLInputType): GraphQLInputObjectType {
  const input: GraphQLInputObjectType = new GraphQLInputObjectType({
    name,
    fields: () => ({
      ...Object.fromEntries(plain.map((operator) => [operator, { type }])),
      ...Object.fromEntries(['in', 'notIn', 'between'].map((operator) => [operator, { type: new GraphQLList(type) }])),
      null: { type: GraphQLBoolean },
      notNull: { type: GraphQLBoolean },
      not: { type: input },
    }),
  })
  return input
}

const filterInputs = new Map<string, GraphQLInputObjectType>()

/**
 * Returns the filter input of an attribute. Attributes of types with the same input name share one instance.
 */
export function filterInputOf(attribute: Attribute): GraphQLInputObjectType {
  const [type, name] = rowOf(attribute)
  const found = filterInputs.get(name) ?? filterInput(name, type)
  filterInputs.set(name, found)
  return found
}

export const idFilterInput = filterInput('IDFilterInput', GraphQLID)

export const PublicationState = new GraphQLEnumType({
  name: 'PublicationState',
  values: { LIVE: { value: 'live' }, PREVIEW: { value: 'preview' } },
})

export const PaginationArg = new GraphQLInputObjectType({
  name: 'PaginationArg',
  fields: {
    page: { type: GraphQLInt },
    pageSize: { type: GraphQLInt },
    start: { type: GraphQLInt },
    limit: { type: GraphQLInt },
  },
})

const count = { type: new GraphQLNonNull(GraphQLInt) }

export const Pagination = new GraphQLObjectType({
  name: 'Pagination',
  fields: { total: count, page: count, pageSize: count, pageCount: count },
})

export const ResponseCollectionMeta = new GraphQLObjectType({
  name: 'ResponseCollectionMeta',
  fields: { pagination: { type: new GraphQLNonNull(Pagination) } },
})

export const User = new GraphQLObjectType({
  name: 'UsersPermissionsMe',
  fields: {
    id: { type: new GraphQLNonNull(GraphQLID) },
    username: { type: GraphQLString },
    email: { type: GraphQLString },
  },
})
const required = { type: new GraphQLNonNull(GraphQLString) }
export const RegisterInput = new GraphQLInputObjectType({
  name: 'UsersPermissionsRegisterInput',
  fields: { username: required, email: required, password: required },
})
export const LoginInput = new GraphQLInputObjectType({
  name: 'UsersPermissionsLoginInput',
  fields: { identifier: required, password: required },
})
export const LoginPayload = new GraphQLObjectType({
  name: 'UsersPermissionsLoginPayload',
  fields: { jwt: { type: GraphQLString }, user: { type: User } },
})
