import * as fc from 'fast-check'
import { hostileText } from './values.js'

/** A GraphQL operation, as a client sends it. */
export interface Operation {
  readonly query: unknown
  readonly variables?: unknown
  readonly operationName?: unknown
}

const size = fc.oneof(fc.integer({ min: 2, max: 300 }), fc.integer({ min: 300, max: 4_000 }))
const most = 100_000

/**
 * Writes as many parts as drawn, or as many as fit into 100 kB. Up to this size, the service guarantees a
 * maximum time.
 */
const sized = (write: (count: number) => Operation) =>
  size.map((count) => {
    const operation = write(count)
    const { length } = JSON.stringify(operation)
    return length <= most ? operation : write(Math.floor((count * most) / length))
  })
const of = (write: (count: number) => string) => sized((count) => ({ query: write(count) }))
const numbered = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ')

const filtered = 'query ($f: ArticleFiltersInput) { articles(filters: $f) { data { id } } }'
const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 1]))
const nested = (depth: number, key: string): object => (depth === 0 ? {} : { [key]: [nested(depth - 1, key)] })

/** Expensive documents and variables of at most 100 kB. */
export const hostileForms = {
  aliases: of((count) => `{ ${numbered(count, (n) => `a${n}: tags { data { id } }`)} }`),
  repeated: of((count) => `{ articles { data { ${'id '.repeat(count * 5)} } } }`),
  overlapping: of(
    (count) => `{ ${numbered(count, (n) => `articles(pagination: { limit: ${n % 3} }) { data { id } }`)} }`,
  ),
  deep: of((count) => '{ articles { data { attributes { related '.repeat(count)),
  braces: of((count) => '{a'.repeat(count * 8)),
  lists: of((count) => `{ articles(sort: ${'['.repeat(count)}${']'.repeat(count)}) { data { id } } }`),
  objects: of((count) => `{ articles(filters: ${'{ and: ['.repeat(count)}${'] }'.repeat(count)}) { data { id } } }`),
  branches: of(
    (count) => `{ articles(filters: { or: [${'{ title: { eq: "a" } } '.repeat(count)}] }) { data { id } } }`,
  ),
  relations: of(
    (count) => `{ articles(filters: { or: [${'{ tags: { name: { eq: "a" } } } '.repeat(count)}] }) { data { id } } }`,
  ),
  directives: of((count) => `{ tags { data { id ${'@skip(if: false) '.repeat(count)} } } }`),
  unknownDirectives: of((count) => `{ tags { data { id ${'@a'.repeat(count * 4)} } } }`),
  fragments: of(
    (count) =>
      `{ ${numbered(count, (n) => `...F${n}`)} } ${numbered(count, (n) => `fragment F${n} on Query { tags { data { id } } }`)}`,
  ),
  cycle: of(
    (count) =>
      `{ ...F0 } ${numbered(count, (n) => `fragment F${n} on Query { tags { data { id } } ...F${(n + 1) % count} }`)}`,
  ),
  doubling: of((count) => {
    const levels = Math.min(count, 60)
    return `{ ...F0 } ${numbered(levels, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F${levels} on Query { tags { data { id } } }`
  }),
  variables: of((count) => `query (${numbered(count, (n) => `$v${n}: Int`)}) { tags { data { id } } }`),
  unknownFields: of((count) => `{ ${numbered(count, (n) => `nope${n}`)} }`),
  comments: of((count) => `${'#\n'.repeat(count * 5)}{ tags { data { id } } }`),
  text: of((count) => `{ articles(filters: { title: { containsi: "${'%'.repeat(count * 20)}" } }) { data { id } } }`),
  ids: of((count) => `{ articles(filters: { id: { in: [${numbered(count, String)}] } }) { data { id } } }`),
  branchVariables: sized((count) => ({
    query: filtered,
    variables: { f: { or: Array.from({ length: count }, (_, n) => ({ tags: { name: { eq: `a${n}` } } })) } },
  })),
  unknownKeys: sized((count) => ({ query: filtered, variables: { f: unknown(count * 2) } })),
  longTextBesideUnknownKeys: sized((count) => ({
    query: filtered,
    variables: { f: { ...unknown(Math.min(count, 60)), title: { eq: 'a'.repeat(count * 25) } } },
  })),
  longName: of((count) => `query ${'a'.repeat(count * 24)}(${numbered(30, (n) => `$v${n}: Int`)}) { __typename }`),
  deepVariables: fc
    .integer({ min: 1, max: 95 })
    .map((depth) => ({ query: filtered, variables: { f: nested(depth, 'and') } })),
  listVariables: sized((count) => ({
    query: filtered,
    variables: { f: { title: { in: Array.from({ length: count * 4 }, (_, n) => `t${n}`) } } },
  })),
  sortVariables: sized((count) => ({
    query: 'query ($s: [String]) { articles(sort: $s) { data { id } } }',
    variables: { s: Array.from({ length: count }, () => 'tags.articles.tags.name') },
  })),
  parameters: fc.record({
    query: fc.constantFrom<unknown>('{ __typename }', '', null, 5, [], {}),
    variables: fc.constantFrom<unknown>(null, 1, [], 'x', { a: 1 }, { __proto__: { x: 1 } }),
    operationName: fc.oneof(fc.constantFrom<unknown>(null, '', 5, {}), hostileText),
  }),
} as const satisfies Readonly<Record<string, fc.Arbitrary<Operation>>>

export type HostileForm = keyof typeof hostileForms
