import { type Registry, type ScalarAttribute, isRecord } from '@content-api/model'
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'
import { biginteger } from '../attributes/biginteger.js'
import { date } from '../attributes/date.js'
import { datetime } from '../attributes/datetime.js'
import { InvalidValue, type ScalarBehaviour } from '../attributes/scalar-behaviour.js'
import { time } from '../attributes/time.js'
import { typeName, zoneInputName } from './naming.js'
import { isReceived } from './http/received-files.js'

type Variables = Readonly<Record<string, unknown>> | null | undefined

interface ScalarRow {
  readonly description?: string
  /** Where a tool finds what the scalar is. */
  readonly specifiedByURL?: string
  /** Turns a value, of a variable or written out, into what plans take. @throws GraphQLError or Error */
  readonly parse: (value: unknown) => unknown
  /** What resolvers answer, where code has it in another form than the database. */
  readonly serialize?: (value: unknown) => unknown
}

/** Answers come from the database in their final form; what clients send is looked at, and what resolvers of a project give. */
function scalar(name: string, { parse, serialize = (value) => value, ...documentation }: ScalarRow): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    ...documentation,
    serialize,
    parseValue: parse,
    parseLiteral: (node, variables) => at(node, () => parse(literal(node, variables))),
  })
}

/** `entityService` gives integers of 64 bits as text, code may have them as `BigInt`; both are a number while that is exact. */
function exactNumber(value: unknown): unknown {
  const digits = typeof value === 'bigint' ? String(value) : value
  if (typeof digits !== 'string' || !/^-?\d+$/.test(digits)) return digits
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
}

/** `entityService` gives a `timestamp` as the digits of its milliseconds, code may have a number or a `Date`. */
function moment(value: unknown): unknown {
  if (value instanceof Date || typeof value === 'number') return new Date(value).toISOString()
  return typeof value === 'string' && /^-?\d+$/.test(value) ? new Date(Number(value)).toISOString() : value
}

/** A mistake is told with its place in the document. */
function at(node: ValueNode, parsed: () => unknown): unknown {
  try {
    return parsed()
  } catch (error) {
    throw error instanceof GraphQLError ? new GraphQLError(error.message, { nodes: node }) : error
  }
}

/** Integers keep all their digits: as numbers they'd lose those beyond 2⁵³. */
function literal(node: ValueNode, variables: Variables): unknown {
  if (node.kind === Kind.INT && !Number.isSafeInteger(Number(node.value))) return node.value
  return valueFromASTUntyped(node, { ...variables })
}

/** The attribute of a scalar type by itself: it has no options. */
const anyAttribute = (type: ScalarAttribute['type']): ScalarAttribute => ({ type })

interface Reading {
  readonly behaviour: ScalarBehaviour
  readonly type: ScalarAttribute['type']
  /** Of all that REST reads, the texts that GraphQL takes; numbers where there are none. */
  readonly form?: RegExp
  readonly errorFor: (value: unknown) => Error
}

function read({ behaviour, type, form, errorFor }: Reading) {
  return (value: unknown): unknown => {
    if (typeof value !== 'string' && (form || typeof value !== 'number')) throw errorFor(value)
    if (form && !form.test(String(value))) throw errorFor(value)
    try {
      return behaviour.parse(value, anyAttribute(type), 'It')
    } catch (error) {
      throw error instanceof InvalidValue ? errorFor(value) : error
    }
  }
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

const common: Readonly<Record<string, ScalarRow>> = {
  JSON: {
    description: 'Any JSON value: an object, a list, text, a number, true, false or null',
    specifiedByURL: 'http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf',
    parse: (value) => value,
  },
  DateTime: {
    description: 'A moment in ISO 8601, answered in UTC with milliseconds: 2024-03-01T10:00:00.000Z',
    parse: read({
      behaviour: datetime,
      type: 'datetime',
      form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
      errorFor: (value) => new GraphQLError(`DateTime cannot represent an invalid date-time-string ${shown(value)}.`),
    }),
    serialize: moment,
  },
  Date: {
    description: 'A day: 2024-03-01',
    parse: read({
      behaviour: date,
      type: 'date',
      form: /^\d{4}-\d\d-\d\d$/,
      errorFor: (value) => new GraphQLError(`Date cannot represent an invalid date-string ${shown(value)}.`),
    }),
    serialize: (value) => (value instanceof Date ? value.toISOString().slice(0, 'yyyy-mm-dd'.length) : value),
  },
  Time: {
    description: 'A time of day: 10:30:00.000',
    parse: read({
      behaviour: time,
      type: 'time',
      errorFor: () => new Error('Invalid time format, expected HH:mm:ss.SSS'),
    }),
  },
  Long: {
    description: 'An integer of 64 bits: a number while that is exact, else its digits as text',
    parse: read({
      behaviour: biginteger,
      type: 'biginteger',
      errorFor: (value) => new Error(`Cannot convert ${shown(value)} to a BigInt`),
    }),
    serialize: exactNumber,
  },
  Upload: {
    description: 'A file of a multipart request',
    parse: (value) => {
      if (isReceived(value)) return value
      throw new GraphQLError('Upload value invalid.')
    },
  },
}

/** The scalars of a schema: those that every schema has, the locales, and one for each zone's input. */
export function createScalars(registry: Registry, locales: readonly string[]): Record<string, GraphQLScalarType> {
  const zones = [...registry.components.values(), ...registry.contentTypes.values()].flatMap((schema) =>
    Object.entries(schema.attributes).flatMap(([name, attribute]) =>
      attribute.type === 'dynamiczone'
        ? [[zoneInputName(schema, name), zoneInput(registry, attribute.components)] as const]
        : [],
    ),
  )
  const rows: Record<string, ScalarRow> = {
    ...common,
    I18NLocaleCode: localeCode(locales),
    ...Object.fromEntries(zones),
  }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, scalar(name, row)]))
}

function localeCode(locales: readonly string[]): ScalarRow {
  return {
    description: 'The code of a locale, or all',
    parse: (value) => {
      if (value === 'all' || (typeof value === 'string' && locales.includes(value))) return value
      throw new Error('Unknown locale supplied')
    },
  }
}

/** A component that names its type in `__typename`; plans know it by its uid in `__component`. */
function zoneInput(registry: Registry, components: readonly string[]): ScalarRow {
  const uids = new Map(components.map((uid) => [typeName(registry.component(uid)), uid]))
  return {
    parse: (value) => {
      const { __typename, ...values } = isRecord(value) ? value : {}
      const uid = typeof __typename === 'string' ? uids.get(__typename) : undefined
      if (uid === undefined) throw new Error(`Component not found. expected one of: ${[...uids.keys()].join(', ')}`)
      return { ...values, __component: uid }
    },
  }
}
