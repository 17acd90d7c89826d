import { read } from '../../check/read.js'
import { compareIds, type Entry } from '../../target/entry-view.js'
import { idsOf, type Subject } from '../reading/subject.js'
import type { ScenarioContext } from '../scenario-context.js'
import { relationsIn } from './any-entry.js'
import { draftsOf, localeOf, reading5, related } from './subjects.js'

const camel = (name: string) => name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the name of the list query of a type: its plural name in camel case. */
const manyOf = ({ path }: Subject) => camel(path.split('/').at(-1) ?? '')

/** Limits a query to the entries of the subject, which a run may have created itself. */
const sample = ({ entries }: Subject) => ({ documentId: { in: idsOf(entries) } })

const rowsIn = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Sends a list query for the entries of a subject. `rest` are further arguments. */
async function ask(t: ScenarioContext, subject: Subject, selection: string, rest = '', field = manyOf(subject)) {
  const ids = JSON.stringify(idsOf(subject.entries))
  const query = `{ found: ${field}(filters: { documentId: { in: ${ids} } }, sort: "documentId"${rest}) { ${selection} } }`
  const response = await t.graphql(query)
  return { response, found: t.data(response)['found'] }
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
    'graphql-one',
    ['graphql/one', 'graphql/missing'],
    'x returns the entry with the documentId, or null',
    async (t, subject) => {
      const { response, found } = await ask(t, subject, '__typename documentId')
      const type = read(found, '0.__typename')
      if (typeof type !== 'string') return t.fail(response, 'The entries have no __typename')
      const one = type.charAt(0).toLowerCase() + type.slice(1)
      const id = subject.entries[0]?.id
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
    },
  ),
  reading5('graphql-locale', ['graphql/locale'], 'locale returns the entries of that locale', async (t, subject) => {
    localeOf(t, subject)
    const { other } = t.configuration.locales
    const { response, found } = await ask(t, subject, 'documentId locale', `, locale: "${other}"`)
    const rest = await subject.list({
      locale: other,
      sort: 'documentId',
      filters: { documentId: { $in: idsOf(subject.entries) } },
    })
    t.equal(
      response,
      'Other entries than over REST',
      found,
      t.entries(rest).map(({ id }) => ({ documentId: id, locale: other })),
    )
  }),
  reading5(
    'graphql-publication-filter',
    ['graphql/publication-filter'],
    'publicationFilter takes the values of REST in capitals',
    async (t, subject) => {
      await draftsOf(t, subject)
      const { documentId } = sample(subject)
      for (const value of ['modified', 'unmodified']) {
        const constant = value.toUpperCase().replaceAll('-', '_')
        const { response, found } = await ask(
          t,
          subject,
          'documentId',
          `, status: DRAFT, publicationFilter: ${constant}`,
        )
        const rest = await subject.list({
          status: 'draft',
          publicationFilter: value,
          sort: 'documentId',
          filters: { documentId: { $in: documentId.in } },
        })
        t.equal(
          response,
          `${constant} differs from ${value} over REST`,
          rowsIn(found).map((row) => read(row, 'documentId')),
          idsOf(t.entries(rest)),
        )
      }
    },
  ),
  reading5(
    'graphql-relations',
    ['graphql/relations', 'graphql/same'],
    'A relation is an entry or a list, with the targets of REST',
    async (t, subject) => {
      const rest = await subject.list({ populate: '*' })
      const lists = ({ attributes }: Entry) => relationsIn(attributes).filter((one) => Array.isArray(attributes[one]))
      const holder = t.entries(rest).find((entry) => lists(entry).length > 0)
      const [name] = holder ? lists(holder) : []
      if (holder === undefined || name === undefined) return t.notApplicable(`${subject.path} has no list of targets.`)
      const field = manyOf(subject)
      const query = `{ ${field}(filters: { documentId: { eq: "${holder.id}" } }) { ${name} { documentId } ${name}_connection { nodes { documentId } } } }`
      const response = await t.graphql(query)
      const found = read(t.data(response), `${field}.0`)
      const expected = rowsIn(holder.attributes[name]).map((one) => ({ documentId: read(one, 'documentId') }))
      t.equal(response, `${name} differs from REST`, read(found, name), expected)
      t.equal(response, `${name}_connection differs`, read(found, `${name}_connection.nodes`), expected)
    },
    related,
  ),
]
