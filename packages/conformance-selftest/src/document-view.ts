import { type Fetch, ledgerOf } from '@content-api/conformance'
import { isRecord } from './is-record.js'
import type { Mutant } from './mutant.js'
import { type Loose, wire, type Wrap } from './wire.js'

/** The attributes of the model whose values are entries or files. */
const links = new Set(
  'category tags detail mainTag wayTags related vault cover gallery parent children articles article localizations'.split(
    ' ',
  ),
)

const isEntry = (value: unknown): value is Loose => isRecord(value) && typeof value['documentId'] === 'string'

/** Converts entries of Strapi 5 to those of Strapi 4, whose id is the documentId. `row` keeps the number. */
function wrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrapped)
  if (!isRecord(value)) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      links.has(name) && !isRecord(one) ? { data: wrapped(one) } : isEntry(one) ? { data: wrapped(one) } : wrapped(one),
    ]),
  )
  if (!isEntry(value)) return inner
  const { id: row, documentId: id, ...attributes } = inner
  return { id, row, attributes }
}

/** Converts entries back, as far as a mutant left their shape. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flat)
  if (!isRecord(value)) return value
  const { id, row, attributes, ...rest } = value
  if (isRecord(attributes) && row !== undefined)
    return { id: row, documentId: id, ...(flat(attributes) as Loose), ...(flat(rest) as Loose) }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const isLink = isRecord(one) && links.has(name) && 'data' in one
      return [name, flat(isLink ? one['data'] : one)]
    }),
  )
}

const converted = (inner: Fetch, convert: (data: unknown) => unknown): Fetch =>
  wire({
    response: (response, { path }) => {
      if (path.startsWith('/api/conf-') && isRecord(response.body) && 'data' in response.body)
        response.body['data'] = convert(response.body['data'])
    },
  })(inner)

/** Lets a mutant for entries of Strapi 4 change a server of Strapi 5. */
export const viewed =
  (wrap: Wrap): Wrap =>
  (inner) =>
    converted(
      wrap(converted(inner, (data) => (isEntry(data) ? wrapped(data) : Array.isArray(data) ? wrapped(data) : data))),
      flat,
    )

/**
 * Mutants that do not break a server of Strapi 5: they change what only Strapi 4 has, ids as far as they are
 * numbers, or wrappers that flat entries lack. Other mutants break the same clauses of Strapi 5.
 */
const onlyEntries = new Set([
  'access.jwt-ignored',
  'envelope.id-text',
  'envelope.to-many-bare',
  'envelope.to-one-bare',
  'envelope.to-one-empty',
  'graphql.locale-ignored',
  'graphql.type',
  'populate.order',
  'relations.empty-position',
  'relations.many-to-one.id-ignored',
  'relations.one-to-one.id-ignored',
  'relations.one-way.id-ignored',
  'relations.order-lost',
  'relations.plain-adds',
  'write.component-merge',
  'write.delete-empty',
  'write.single-again',
])

/** Returns the clauses of Strapi 5 that are like clauses of Strapi 4. */
const likeOf = (clauses: readonly string[]) =>
  ledgerOf('strapi-5').flatMap(({ id, like = [] }) => (like.some((one) => clauses.includes(one)) ? [id] : []))

/** Returns the mutants that also break clauses of Strapi 5, as mutants of a server with its interface. */
export const asDocuments = (mutants: readonly Mutant[]): readonly Mutant[] =>
  mutants.flatMap((mutant) => {
    const clauses = likeOf(mutant.clauses)
    return clauses.length === 0 ||
      onlyEntries.has(mutant.id) ||
      mutant.scenario !== undefined ||
      mutant.wrapInproc !== undefined
      ? []
      : [{ ...mutant, clauses, wrap: viewed(mutant.wrap) }]
  })
