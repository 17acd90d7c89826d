import { type Registry, type ScalarAttribute, isRecord, listed } from '@content-api/model'
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'
import { InvalidValue, scalarBehaviours } from '@content-api/engine/attributes'
import { typeName, zoneInputName } from './naming.js'
import { isReceived } from './http/multipart.js'

type Variables = Readonly<Record<string, unknown>> | null | undefined

interface ScalarRow {
  readonly description?: string
  /** The URL of the scalar's specification, for tools. */
  readonly specifiedByURL?: string
  /** Converts a value of a variable or literal for plans. @throws GraphQLError or Error */
  readonly parse: (value: unknown) => unknown
  /** Checks the form of a literal, which `parse` no longer sees. @throws Error */
  readonly checkLiteral?: (node: ValueNode) => void
  /** Converts a value that a resolver returned, if code uses another form than the database. */
  readonly serialize?: (value: unknown) => unknown
}

/**
 * Creates a scalar. Values of the database already have their final form. Input and values of resolvers are
 * converted.
 */
function scalar(name: string, row: ScalarRow): GraphQLScalarType {
  const { parse, checkLiteral, serialize = (value) => value, ...documentation } = row
  return new GraphQLScalarType({
    name,
    ...documentation,
    serialize,
    parseValue: parse,
    parseLiteral: (node, variables) =>
      at(node, () => {
        checkLiteral?.(node)
        return parse(literal(node, variables))
      }),
  })
}

/**
 * Converts a 64-bit integer (a string from `entityService`, or a BigInt) to a number if that is exact, else
 * to a string.
 */
function exactNumber(value: unknown): unknown {
  const digits = typeof value === 'bigint' ? String(value) : value
  if (typeof digits !== 'string' || !/^-?\d+$/.test(digits)) return digits
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
}

/**
 * Converts a time to ISO 8601. It is a string of milliseconds from `entityService`, or a number or a Date
 * from other code.
 */
function isoTime(value: unknown): unknown {
  if (value instanceof Date || typeof value === 'number') return new Date(value).toISOString()
  return typeof value === 'string' && /^-?\d+$/.test(value) ? new Date(Number(value)).toISOString() : value
}

/** Adds the location in the document to errors of a literal. */
function at(node: ValueNode, parsed: () => unknown): unknown {
  try {
    return parsed()
  } catch (error) {
    throw error instanceof GraphQLError ? new GraphQLError(error.message, { nodes: node }) : error
  }
}

/** Returns the value of a literal. Integers beyond 2⁵³ become strings, because numbers would lose digits. */
function literal(node: ValueNode, variables: Variables): unknown {
  if (node.kind === Kind.INT && !Number.isSafeInteger(Number(node.value))) return node.value
  return valueFromASTUntyped(node, { ...variables })
}

interface Reading {
  readonly type: ScalarAttribute['type']
  /**
   * The strings that GraphQL accepts, which are fewer than in REST. If absent, GraphQL accepts the same
   * values as REST.
   */
  readonly form?: RegExp
  readonly errorFor: (value: unknown) => Error
}

function read({ type, form, errorFor }: Reading) {
  return (value: unknown): unknown => {
    if (typeof value !== 'string' && (form || typeof value !== 'number')) throw errorFor(value)
    if (form && !form.test(String(value))) throw errorFor(value)
    try {
      return scalarBehaviours[type].parse(value, { type }, 'It')
    } catch (error) {
      throw error instanceof InvalidValue ? errorFor(value) : error
    }
  }
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

const common: Readonly<Record<string, ScalarRow>> = {
  JSON: {
    description: 'Any JSON value: an object, a list, a string, a number, true, false or null',
    specifiedByURL: 'http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf',
    parse: (value) => value,
  },
  DateTime: {
    description: 'A time in ISO 8601. Responses contain it in UTC with milliseconds: 2024-03-01T10:00:00.000Z',
    parse: read({
      type: 'datetime',
      form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
      errorFor: (value) => new GraphQLError(`DateTime cannot represent an invalid date-time-string ${shown(value)}.`),
    }),
    serialize: isoTime,
  },
  Date: {
    description: 'A day: 2024-03-01',
    parse: read({
      type: 'date',
      form: /^\d{4}-\d\d-\d\d$/,
      errorFor: (value) => new GraphQLError(`Date cannot represent an invalid date-string ${shown(value)}.`),
    }),
    serialize: (value) => (value instanceof Date ? value.toISOString().slice(0, 'yyyy-mm-dd'.length) : value),
  },
  Time: {
    description: 'A time of day: 10:30:00.000',
    parse: read({
      type: 'time',
      errorFor: () => new Error('Invalid time format, expected HH:mm:ss.SSS'),
    }),
  },
  Long: {
    description: 'A 64-bit integer: a number if that is exact, otherwise a string of digits',
    parse: read({
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

/** Creates the scalars of a schema: the common ones, the locale code, and one for the input of each zone. */
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
    // A locale without quotes is an enumeration value, which would read as the string.
    checkLiteral: ({ kind }) => {
      if (kind !== Kind.STRING) throw new Error('Locale cannot represent non string type')
    },
    parse: (value) => {
      if (value === 'all' || (typeof value === 'string' && locales.includes(value))) return value
      throw new Error('Unknown locale supplied')
    },
  }
}

/**
 * Creates the scalar of a zone's input: components with their type in `__typename`. Plans expect the uid in
 * `__component`.
 */
function zoneInput(registry: Registry, components: readonly string[]): ScalarRow {
  const uids = new Map(components.map((uid) => [typeName(registry.component(uid)), uid]))
  return {
    parse: (value) => {
      const { __typename, ...values } = isRecord(value) ? value : {}
      const uid = typeof __typename === 'string' ? uids.get(__typename) : undefined
      if (uid === undefined) throw componentNotFound(uids, __typename, values['__component'])
      return { ...values, __component: uid }
    },
  }
}

/** Begins as the message of Strapi 4.26 does, which has no advice. */
function componentNotFound(uids: ReadonlyMap<string, string>, name: unknown, uid: unknown): Error {
  const names = [...uids.keys()]
  const named = names.find((one) => uids.get(one) === uid)
  const advice =
    named !== undefined
      ? `. Send __typename: ${JSON.stringify(named)} instead of __component`
      : name === undefined
        ? '. Send the name as __typename'
        : ''
  return new Error(`Component not found. expected one of: ${listed(names)}${advice}`)
}
