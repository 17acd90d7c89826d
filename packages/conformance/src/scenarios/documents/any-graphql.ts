import { isRecord, read } from '../../check/read.js'
import { compareIds, type Entry } from '../../target/entry-view.js'
import { idsOf, type Subject } from '../reading/subject.js'
import type { ScenarioContext } from '../scenario-context.js'
import { relationsIn } from './any-entry.js'
import { publicationFilters } from './any-publication-filter.js'
import { draftsOf, localeOf, reading5, related } from './subjects.js'

const camel = (name: string) => name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the name of the list query of a type: its plural name in camel case. */
const manyOf = ({ path }: Subject) => camel(path.split('/').at(-1) ?? '')

const rowsIn = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const documentIdsIn = (value: unknown) => rowsIn(value).map((row) => read(row, 'documentId'))

/** Limits a query to the entries of the subject, which a run may have created itself. */
const sampleOf = ({ entries }: Subject) => `filters: { documentId: { in: ${JSON.stringify(idsOf(entries))} } }`

/** Sends a list query for the entries of a subject. `rest` are further arguments. */
async function ask(t: ScenarioContext, subject: Subject, selection: string, rest = '', field = manyOf(subject)) {
  const query = `{ found: ${field}(${sampleOf(subject)}, sort: "documentId"${rest}) { ${selection} } }`
  const response = await t.graphql(query)
  return { response, found: t.data(response)['found'] }
}

/** Requests the same entries over REST. */
const askRest = ({ list, entries }: Subject, query: Readonly<Record<string, unknown>>) =>
  list({ sort: 'documentId', ...query, filters: { documentId: { $in: idsOf(entries) } } })

/** Returns the name of the query for one entry of a type, which is the name of the type in lower camel case. */
async function oneOf(t: ScenarioContext, subject: Subject): Promise<string> {
  const { response, found } = await ask(t, subject, '__typename')
  const type = read(found, '0.__typename')
  if (typeof type !== 'string')
    return t.fail(response, 'The entries have no __typename', { expected: 'a string', actual: type ?? null })
  return type.charAt(0).toLowerCase() + type.slice(1)
}

/** Returns a value as GraphQL writes it. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, inner]) => `${name}: ${literalOf(inner)}`)
  return `{ ${fields.join(', ')} }`
}

/** Returns the first relation of one kind that has targets, as GraphQL shows them. Targets may have several types. */
function targetsIn(entries: readonly Entry[], isList: boolean) {
  const idOf = (target: unknown) => ({ documentId: read(target, 'documentId') })
  for (const { id, attributes } of entries) {
    const name = relationsIn(attributes).find((relation) => {
      const value = attributes[relation]
      return Array.isArray(value) === isList && read([value].flat()[0], '__type') === undefined
    })
    const value = name === undefined ? undefined : attributes[name]
    if (name !== undefined) return { id, name, targets: Array.isArray(value) ? value.map(idOf) : idOf(value) }
  }
  return undefined
}

const sorted = ({ entries }: Subject) => entries.toSorted((a, b) => compareIds(a.id, b.id))

/** Tier 0: the GraphQL endpoint, compared with REST. */
export const anyGraphqlScenarios = [
  reading5(
    'graphql-many',
    ['graphql/many', 'graphql/same', 'graphql/filters', 'graphql/sort'],
    'xs returns flat entries with the values of REST',
    async (t, subject) => {
      const { attribute } = subject
      const { response, found } = await ask(t, subject, `documentId ${attribute} createdAt publishedAt`)
      t.equal(
        response,
        'Other entries than over REST',
        found,
        sorted(subject).map(({ id, attributes }) => ({
          documentId: id,
          [attribute]: attributes[attribute],
          createdAt: attributes['createdAt'],
          publishedAt: attributes['publishedAt'],
        })),
      )
    },
  ),
  reading5(
    'graphql-connection',
    ['graphql/connection', 'graphql/pagination'],
    'xs_connection returns nodes and pageInfo { total, page, pageSize, pageCount }',
    async (t, subject) => {
      const { response, found } = await ask(
        t,
        subject,
        'nodes { documentId } pageInfo { total page pageSize pageCount }',
        ', pagination: { page: 2, pageSize: 1 }',
        `${manyOf(subject)}_connection`,
      )
      const total = subject.entries.length
      t.equal(response, 'The page differs', found, {
        nodes: sorted(subject)
          .slice(1, 2)
          .map(({ id }) => ({ documentId: id })),
        pageInfo: { total, page: 2, pageSize: 1, pageCount: total },
      })
    },
  ),
  reading5(
    'graphql-pagination',
    ['graphql/pagination'],
    'pagination takes page and pageSize, or start and limit, also in lists without pageInfo',
    async (t, subject) => {
      const ids = sorted(subject).map(({ id }) => id)
      for (const [pagination, expected] of [
        ['{ page: 2, pageSize: 1 }', ids.slice(1, 2)],
        ['{ start: 1, limit: 1 }', ids.slice(1, 2)],
        ['{ start: 1 }', ids.slice(1)],
        ['{ limit: 1 }', ids.slice(0, 1)],
      ] as const) {
        const { response, found } = await ask(t, subject, 'documentId', `, pagination: ${pagination}`)
        t.equal(response, `Other entries with ${pagination}`, documentIdsIn(found), expected)
      }
    },
  ),
  reading5(
    'graphql-sort',
    ['graphql/sort'],
    'sort takes a string or a list of strings, each with a direction',
    async (t, subject) => {
      const ids = sorted(subject).map(({ id }) => id)
      for (const [sort, expected] of [
        ['"documentId:asc"', ids],
        ['"documentId:desc"', ids.toReversed()],
        ['["documentId:desc"]', ids.toReversed()],
        ['["documentId", "createdAt:desc"]', ids],
      ] as const) {
        const query = `{ found: ${manyOf(subject)}(${sampleOf(subject)}, sort: ${sort}) { documentId } }`
        const response = await t.graphql(query)
        t.equal(response, `Another order with ${sort}`, documentIdsIn(t.data(response)['found']), expected)
      }
    },
  ),
  reading5(
    'graphql-filters',
    ['graphql/filters'],
    'filters has the operators of REST without $, and, or and not',
    async (t, subject) => {
      const { attribute } = subject
      const middle = sorted(subject)[1]
      const id = String(middle?.id)
      const value = middle?.attributes[attribute]
      const tests: readonly unknown[] = [
        ...['$eq', '$ne'].map((operator) => ({ [attribute]: { [operator]: value } })),
        ...['$in', '$notIn'].map((operator) => ({ [attribute]: { [operator]: [value] } })),
        ...['$null', '$notNull'].map((operator) => ({ [attribute]: { [operator]: true } })),
        ...['$gt', '$gte', '$lt', '$lte'].map((operator) => ({ documentId: { [operator]: id } })),
        ...['$startsWith', '$contains', '$notContains'].map((operator) => ({
          documentId: { [operator]: id.slice(0, 12) },
        })),
        { documentId: { $endsWith: id.slice(12) } },
        { $not: { documentId: { $eq: id } } },
        { $or: [{ documentId: { $eq: id } }, { documentId: { $eq: sorted(subject)[0]?.id } }] },
        { $and: [{ documentId: { $ne: id } }, { [attribute]: { $ne: value } }] },
      ]
      for (const filters of tests) {
        const own = JSON.parse(JSON.stringify(filters).replaceAll('"$', '"')) as unknown
        const both = { and: [{ documentId: { in: idsOf(subject.entries) } }, own] }
        const query = `{ found: ${manyOf(subject)}(filters: ${literalOf(both)}, sort: "documentId") { documentId } }`
        const response = await t.graphql(query)
        const rest = await subject.list({
          sort: 'documentId',
          filters: { $and: [{ documentId: { $in: idsOf(subject.entries) } }, filters] },
        })
        t.equal(
          response,
          `Other entries than over REST with ${literalOf(own)}`,
          documentIdsIn(t.data(response)['found']),
          idsOf(t.entries(rest)),
        )
      }
    },
  ),
  reading5(
    'graphql-one',
    ['graphql/one', 'graphql/missing'],
    'x returns the entry with the documentId, or null',
    async (t, subject) => {
      const one = await oneOf(t, subject)
      const id = sorted(subject).at(-1)?.id
      const query = `{ hit: ${one}(documentId: "${id}") { documentId } miss: ${one}(documentId: "${'z'.repeat(24)}") { documentId } }`
      const answer = await t.graphql(query)
      t.equal(answer, 'Other entries', t.data(answer), { hit: { documentId: id }, miss: null })
    },
  ),
  reading5(
    'graphql-flat',
    ['graphql/flat', 'graphql/errors'],
    'Entries have documentId, and no data, attributes and id',
    async (t, subject) => {
      await ask(t, subject, 'documentId')
      for (const selection of ['id', 'attributes { id }', 'data { id }']) {
        const response = await t.graphql(`{ ${manyOf(subject)} { ${selection} } }`)
        t.errors(response)
      }
    },
  ),
  reading5(
    'graphql-status',
    ['graphql/status'],
    'status: DRAFT returns the drafts of the same documents',
    async (t, subject) => {
      await draftsOf(t, subject)
      const drafts = await ask(t, subject, 'documentId publishedAt', ', status: DRAFT')
      t.equal(
        drafts.response,
        'Other drafts',
        drafts.found,
        sorted(subject).map(({ id }) => ({ documentId: id, publishedAt: null })),
      )
      const live = await ask(t, subject, 'documentId publishedAt', ', status: PUBLISHED')
      const plain = await ask(t, subject, 'documentId publishedAt')
      t.equal(live.response, 'PUBLISHED is not the default', live.found, plain.found)
      const one = await oneOf(t, subject)
      const id = subject.entries[0]?.id
      const query = `{ draft: ${one}(documentId: "${id}", status: DRAFT) { publishedAt } plain: ${one}(documentId: "${id}") { publishedAt } }`
      const response = await t.graphql(query)
      t.equal(response, 'Another version of one document', t.data(response), {
        draft: { publishedAt: null },
        plain: { publishedAt: subject.entries[0]?.attributes['publishedAt'] },
      })
    },
  ),
  reading5('graphql-locale', ['graphql/locale'], 'locale returns the entries of that locale', async (t, subject) => {
    localeOf(t, subject)
    const { other } = t.configuration.locales
    const { response, found } = await ask(t, subject, 'documentId locale', `, locale: "${other}"`)
    const rest = await askRest(subject, { locale: other })
    t.equal(
      response,
      'Other entries than over REST',
      found,
      t.entries(rest).map(({ id }) => ({ documentId: id, locale: other })),
    )
    const [first] = rowsIn(found)
    if (first === undefined) return
    const query = `{ ${await oneOf(t, subject)}(documentId: "${String(read(first, 'documentId'))}", locale: "${other}") { documentId locale } }`
    const one = await t.graphql(query)
    t.equal(one, 'Another locale of one document', Object.values(t.data(one)), [first])
  }),
  reading5(
    'graphql-publication-filter',
    ['graphql/publication-filter'],
    'publicationFilter takes the values of REST in capitals',
    async (t, subject) => {
      const drafts = await draftsOf(t, subject)
      const sample = { ...subject, entries: drafts.slice(0, 10) }
      for (const status of ['draft', 'published']) {
        for (const value of publicationFilters) {
          const constant = value.toUpperCase().replaceAll('-', '_')
          const args = `, status: ${status.toUpperCase()}, publicationFilter: ${constant}`
          const { response, found } = await ask(t, sample, 'documentId', args)
          const rest = await askRest(sample, { status, publicationFilter: value })
          t.equal(response, `${constant} differs from ${value} over REST`, documentIdsIn(found), idsOf(t.entries(rest)))
        }
      }
    },
  ),
  reading5(
    'graphql-relations',
    ['graphql/relations', 'graphql/same'],
    'A relation is an entry or a list, with the targets of REST',
    async (t, subject) => {
      const rest = await subject.list({ populate: '*' })
      const [one, many] = [false, true].map((isList) => targetsIn(t.entries(rest), isList))
      if (one === undefined && many === undefined) return t.lacking('types', `${subject.path} has no relation.`)
      for (const { id, name, targets } of [one, many].flatMap((relation) => relation ?? [])) {
        const connection = Array.isArray(targets) ? `${name}_connection { nodes { documentId } }` : ''
        const query = `{ ${manyOf(subject)}(filters: { documentId: { eq: "${id}" } }) { ${name} { documentId } ${connection} } }`
        const response = await t.graphql(query)
        const found = read(t.data(response), `${manyOf(subject)}.0`)
        t.equal(response, `${name} differs from REST`, read(found, name), targets)
        if (connection !== '')
          t.equal(response, `${name}_connection differs`, read(found, `${name}_connection.nodes`), targets)
      }
    },
    related,
  ),
]
