import { closest, quote, typeName, valueAt, listed } from '@content-api/model'
import type * as z from 'zod/mini'
import { type ConfigMistake, ConfigError } from './config-error.js'
import { type Config, configSchema } from './schema.js'

/**
 * Checks a configuration and fills in the defaults.
 * @param file the name of the source, for messages
 * @throws ConfigError with every mistake
 */
export function parseConfig(input: unknown, file = 'the configuration'): Config {
  const result = configSchema.safeParse(input ?? {})
  if (result.success) return result.data
  throw new ConfigError(
    result.error.issues.flatMap((issue) => mistakes(issue, input, [])).map((found) => ({ file, ...found })),
  )
}

type Found = Omit<ConfigMistake, 'file'>

function mistakes(issue: z.core.$ZodIssue, input: unknown, above: readonly PropertyKey[]): Found[] {
  const path = [...above, ...issue.path]
  const at = (message: string, ...more: PropertyKey[]): Found => ({ path: [...path, ...more].join('.'), message })
  const value = valueAt(input, path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => at(`is not known. ${adviceFor(path, key)}`, key))
    case 'invalid_union':
      return unionMistakes(issue, input, path, value)
    case 'invalid_type':
      if (value === undefined) return [at('is missing.')]
      return [at(`must be ${typeName(issue.expected)}, but is ${shown(value, issue.expected)}.`)]
    case 'invalid_value':
      return [at(`must be ${issue.values.map(quote).join(' or ')}, but is ${quote(value)}.`)]
    case 'too_small':
      return [
        at(
          issue.origin === 'string'
            ? 'must not be empty.'
            : `must be at least ${atLeast(issue)}, but is ${quote(value)}.`,
        ),
      ]
    case 'too_big':
      return [at(`must be at most ${issue.maximum}, but is ${quote(value)}.`)]
    case 'invalid_key':
      return issue.issues.map(({ message }) => at(message))
    default:
      return [at(issue.message)]
  }
}

/** The types of settings that hold no secret. Text, lists and objects may contain a password or a token. */
const printedTypes = ['number', 'int', 'boolean']

/** Formats a wrong value for a message. If the setting may hold a secret, returns only the type of the value. */
function shown(value: unknown, expected: string): string {
  return printedTypes.includes(expected) ? quote(value) : typeOf(value)
}

function typeOf(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  return typeName(Array.isArray(value) ? 'array' : typeof value)
}

const atLeast = ({ minimum, inclusive }: z.core.$ZodIssueTooSmall) => (inclusive ? minimum : Number(minimum) + 1)

/** Returns the mistakes of the form that was probably intended: string or object. */
function unionMistakes(
  issue: z.core.$ZodIssueInvalidUnion,
  input: unknown,
  path: readonly PropertyKey[],
  value: unknown,
): Found[] {
  const intended = issue.errors.find((issues) =>
    issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  )
  if (intended && intended.length > 0) return intended.flatMap((inner) => mistakes(inner, input, path))
  if (issue.errors.length === 0) return [{ path: path.join('.'), message: 'must be "sqlite" or "postgres".' }]
  return [{ path: path.join('.'), message: `must be text or an object with "dialect", but is ${typeOf(value)}.` }]
}

/** A key with more places, such as `name`, has none that is probably meant. */
const mostPlaces = 3

/** Returns what to write instead of an unknown key: a key nearby, the keys beside it, or its place elsewhere. */
function adviceFor(path: readonly PropertyKey[], key: string): string {
  const known = knownKeys(path)
  const near = closest(key, known) ?? keyBelow(path, key)
  if (near !== undefined) return `Did you mean "${near}"?`
  const places = placesOf(key).map((place) => `"${place}"`)
  const elsewhere = places.length > 0 && places.length <= mostPlaces ? ` Did you mean ${places.join(' or ')}?` : ''
  return `There are: ${listed(known)}.${elsewhere}`
}

/** Returns the keys that the schema knows at a path. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let schemas: z.core.$ZodType[] = [configSchema]
  for (const key of path) {
    schemas = schemas.flatMap((schema) =>
      typeof key === 'number'
        ? items(schema)
        : [...shapes(schema).flatMap((shape) => shape[String(key)] ?? []), ...valuesOf(schema)],
    )
  }
  return [...new Set(schemas.flatMap((schema) => shapes(schema).flatMap((shape) => Object.keys(shape))))]
}

/** Returns the path of a key that belongs one level deeper: `graphql.config.endpoint` for `graphql.endpoint`. */
function keyBelow(path: readonly PropertyKey[], key: string): string | undefined {
  const between = knownKeys(path).find((name) => knownKeys([...path, name]).includes(key))
  return between === undefined ? undefined : [...path, between, key].join('.')
}

/** Returns the paths of a key in the whole schema. `<name>` stands for a name that the project chooses. */
function placesOf(key: string, schema: z.core.$ZodType = configSchema, above: readonly string[] = []): string[] {
  const inside = (name: string, below: z.core.$ZodType) => placesOf(key, below, [...above, name])
  return [
    ...shapes(schema).flatMap((shape) =>
      Object.entries(shape).flatMap(([name, below]) => [
        ...(name === key ? [[...above, name].join('.')] : []),
        ...inside(name, below),
      ]),
    ),
    ...valuesOf(schema).flatMap((below) => inside('<name>', below)),
    ...items(schema).flatMap((below) => inside('0', below)),
  ]
}

function shapes(schema: z.core.$ZodType): z.core.$ZodShape[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return [def.shape]
  if (def.type === 'union') return def.options.flatMap(shapes)
  return 'innerType' in def ? shapes(def.innerType) : []
}

function valuesOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'record') return [def.valueType]
  if (def.type === 'union') return def.options.flatMap(valuesOf)
  return 'innerType' in def ? valuesOf(def.innerType) : []
}

function items(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'array') return [def.element]
  return 'innerType' in def ? items(def.innerType) : []
}
