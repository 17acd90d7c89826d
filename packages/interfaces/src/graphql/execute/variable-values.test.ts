import { GraphQLInt, GraphQLScalarType, GraphQLSchema, Kind, getVariableValues, parse } from 'graphql'
import { expect, it } from 'vitest'
import { printInput } from './variable-values.js'

const strict = new GraphQLScalarType({
  name: 'Strict',
  parseValue() {
    throw new TypeError('never')
  },
})

/** Returns the value as graphql-js prints it into the message about a variable. */
function printedByGraphqlJs(value: unknown): string {
  const schema = new GraphQLSchema({ types: [GraphQLInt, strict] })
  const [operation] = parse('query ($v: Strict) { a }').definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation')
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], { v: value })
  return /got invalid value (.*); /s.exec(errors?.[0]?.message ?? '')?.[1] ?? ''
}

it.each([
  ['a "string"\n'],
  [1.5],
  [true],
  [[]],
  [{}],
  [[1, 'two', null, { a: { b: { c: 1 }, d: [1], e: {}, f: [] } }]],
  [Array.from({ length: 11 }, (_, index) => index)],
  [Array.from({ length: 30 }, (_, index) => [index, [[[index]]]])],
  [{ title: { eq: 'a', in: ['b', { c: [] }] }, and: [{ id: { eq: null } }] }],
])('prints %j like graphql-js', (value) => expect(printInput(value)).toBe(printedByGraphqlJs(value)))

it('prints the beginning of long values', () => {
  const keys = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, index]))
  for (const value of [keys, { deep: keys }, [keys, keys], 'x'.repeat(1_000), ['x'.repeat(1_000)]]) {
    const printed = printInput(value)
    expect(printed).toHaveLength(401)
    expect(printedByGraphqlJs(value).slice(0, 400)).toBe(printed.slice(0, 400))
  }
})
