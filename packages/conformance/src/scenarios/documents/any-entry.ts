import { isRecord, read } from '../../check/read.js'
import { related, reading5 } from './subjects.js'

const v4 = { headers: { 'strapi-response-format': 'v4' } }

/** Returns every object in a value, outer ones first. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const one of value as unknown[]) yield* objectsIn(one)
  if (!isRecord(value)) return
  yield value
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

const isEntry = (value: Record<string, unknown>) => typeof value['documentId'] === 'string'

/** Tier 0: the shape of documents. */
export const anyEntryScenarios = [
  reading5(
    'ids',
    ['entries/row-id', 'entries/documentId-form', 'entries/flat'],
    'documentId has 24 letters and digits, id is an integer beside it',
    async (t, { list }) => {
      const response = await list()
      t.entries(response)
      for (const entry of read(response.body, 'data') as Record<string, unknown>[]) {
        const { id, documentId } = entry
        t.that(
          response,
          typeof documentId === 'string' && /^[a-z][a-z0-9]{23}$/.test(documentId),
          'documentId has another form',
          '24 letters and digits, a letter first',
          documentId,
        )
        t.that(response, Number.isInteger(id), 'id is not an integer', 'an integer', id)
        t.that(response, !('attributes' in entry), 'The entry has attributes', '(absent)', entry['attributes'])
      }
    },
  ),
  reading5(
    'row-id-path',
    ['entries/row-id-path', 'entries/documentId', 'errors/not-found-name', 'errors/not-found'],
    'The number of the row in the path gets status 404, the documentId finds the entry',
    async (t, { path, list, entries }) => {
      const response = await list()
      const row = read(response.body, 'data.0.id')
      const rejected = await t.rejected(
        () => t.session.get(`${path}/${String(row)}`),
        () => t.session.get(`${path}/${entries[0]?.id}`),
        { status: 404 },
      )
      t.equal(rejected, 'The error has another name', read(rejected.body, 'error.name'), 'NotFoundError')
    },
  ),
  reading5(
    'nothing-populated',
    ['populate/none'],
    'No attribute of a list or an entry is an entry or a list of entries',
    async (t, { path, entries, list }) => {
      for (const response of [await list(), await t.session.get(`${path}/${entries[0]?.id}`)]) {
        const found = [read(response.body, 'data')].flat() as Record<string, unknown>[]
        t.status(response, 200)
        for (const entry of found) {
          for (const [name, value] of Object.entries(entry))
            t.that(
              response,
              ![...objectsIn(value)].some(isEntry),
              `${name} is populated without a request`,
              '(absent)',
              value,
            )
        }
      }
    },
    related,
  ),
  reading5(
    'published-at',
    ['entries/publishedAt', 'status/default'],
    'Every entry of a list has a publishedAt, an ISO 8601 timestamp',
    async (t, { list }) => {
      const response = await list()
      for (const value of t.column(response, 'publishedAt'))
        t.that(
          response,
          typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
          'publishedAt is not a timestamp',
          'a timestamp',
          value,
        )
    },
  ),
  reading5(
    'v4-entries',
    ['v4-format/entries', 'v4-format/value', 'v4-format/parameters'],
    'The header Strapi-Response-Format: v4 moves the attributes into an object, other values change nothing',
    async (t, { path, entries }) => {
      const [expected] = entries
      const address = `${path}/${expected?.id}`
      const response = await t.session.get(address, undefined, v4)
      t.status(response, 200)
      const data = read(response.body, 'data')
      const keys = isRecord(data) ? Object.keys(data).toSorted((a, b) => a.localeCompare(b)) : data
      t.equal(response, 'The entry has other keys', keys, ['attributes', 'documentId', 'id'])
      t.equal(response, 'Another document', read(data, 'documentId'), expected?.id)
      t.equal(response, 'Other attributes', read(data, 'attributes'), expected?.attributes)
      const other = await t.session.get(address, undefined, { headers: { 'strapi-response-format': 'V4' } })
      t.equal(other, 'V4 changes the response', t.entry(other), expected)
    },
  ),
  reading5(
    'v4-relations',
    ['v4-format/relations', 'v4-format/entries'],
    'With the header, the target of a populated relation is in data',
    async (t, { path, list }) => {
      const flat = await list({ populate: '*' })
      const holder = t.entries(flat).find(({ attributes }) => relationsIn(attributes).length > 0)
      const [name] = relationsIn(holder?.attributes ?? {})
      if (holder === undefined || name === undefined)
        return t.lacking('types', `${path} has no relation with a target.`)
      const response = await t.session.get(`${path}/${holder.id}`, { populate: [name] }, v4)
      t.status(response, 200)
      const relation = read(response.body, `data.attributes.${name}`)
      const targets = [read(relation, 'data')].flat()
      const expected = [holder.attributes[name]].flat()
      t.equal(
        response,
        `${name} has no such targets in data`,
        targets.map((one) => read(one, 'documentId')),
        expected.map((one) => read(one, 'documentId')),
      )
      t.that(
        response,
        targets.every((one) => isRecord(read(one, 'attributes'))),
        'A target has no attributes',
        '{ id, documentId, attributes }',
        targets,
      )
    },
    related,
  ),
]

/** Returns the names of the attributes that contain entries. Items of components have no documentId. */
export const relationsIn = (attributes: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(attributes).flatMap(([name, value]) => {
    const [first] = [value].flat()
    return name !== 'localizations' && isRecord(first) && isEntry(first) ? [name] : []
  })
