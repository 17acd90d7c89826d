import { isRecord, read } from '../../check/read.js'
import type { Exchange } from '../../target/exchange.js'
import type { ScenarioContext } from '../scenario-context.js'

/** A type of the GraphQL schema with its members. Types are written as in SDL, for example `[ConfItemEntity!]!`. */
export interface TypeShape {
  /** The response that describes the type; undefined if the configuration provides SDL. */
  readonly response: Exchange | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly args: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly values: readonly string[]
}

/** Reads a type from the SDL of the configuration, if there is one, or else by introspection. */
export async function shapeOf(t: ScenarioContext, name: string): Promise<TypeShape> {
  const { schema } = t.session.target
  if (!schema) return introspected(t, name)
  // Few configurations provide SDL, and graphql is slow to load.
  const { givenShape } = await import('./given-shape.js')
  return givenShape(t, schema, name)
}

const typeQuery = `query ($name: String!) { __type(name: $name) { kind
  fields { name type { ...T } args { name defaultValue type { ...T } } }
  inputFields { name defaultValue type { ...T } }
  enumValues { name } } }
fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`

/** Returns a type reference of introspection as in SDL, for example `[ConfItemEntity!]!`. */
function spelled(type: unknown): string {
  const kind = read(type, 'kind')
  if (kind === 'NON_NULL') return `${spelled(read(type, 'ofType'))}!`
  if (kind === 'LIST') return `[${spelled(read(type, 'ofType'))}]`
  return String(read(type, 'name'))
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const named = (value: unknown) =>
  list(value).map((item) => [String(read(item, 'name')), spelled(read(item, 'type'))] as const)

async function introspected(t: ScenarioContext, name: string): Promise<TypeShape> {
  const response = await t.graphql(typeQuery, { name })
  const type = t.data(response)['__type']
  if (!isRecord(type))
    return t.fail(response, `The schema has no type ${name}`, { expected: 'a type', actual: type ?? null })
  const fields = list(type['fields'])
  return {
    response,
    fields: Object.fromEntries([...named(fields), ...named(type['inputFields'])]),
    args: Object.fromEntries(
      fields.map((field) => [String(read(field, 'name')), Object.fromEntries(named(read(field, 'args')))]),
    ),
    defaults: Object.fromEntries(
      fields.map((field) => [
        String(read(field, 'name')),
        Object.fromEntries(
          list(read(field, 'args')).map((arg) => [String(read(arg, 'name')), read(arg, 'defaultValue')]),
        ),
      ]),
    ),
    values: list(type['enumValues']).map((value) => String(read(value, 'name'))),
  }
}
