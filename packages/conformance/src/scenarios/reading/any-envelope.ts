import { isRecord, read } from '../../check/read.js'
import { reading } from './any-content.js'
import { isTimestamp } from './timestamp.js'

/** Tier 0: the format of lists and entries. */
export const envelopeScenarios = [
  reading(
    'list-envelope',
    ['4.1/list', '2.1/data', '2.1/error', '2.1/meta', '2.1/meta-pagination', '2.2/attributes', '1/base'],
    'A list is { data: [{ id, attributes }], meta: { pagination } }',
    async (t, { list }) => {
      const response = await list()
      t.entries(response)
      t.that(
        response,
        isRecord(read(response.body, 'meta.pagination')),
        'meta contains no pagination',
        'an object',
        read(response.body, 'meta'),
      )
      t.that(
        response,
        read(response.body, 'error') === undefined,
        'A successful response contains an error',
        '(absent)',
        read(response.body, 'error'),
      )
    },
  ),
  reading(
    'entry-envelope',
    ['4.1/read', '2.1/data', '2.1/meta', '2.2/id', '4.1/numeric-id'],
    'One entry is { data: { id, attributes }, meta }, the same as in the list',
    async (t, { path, entries }) => {
      for (const expected of entries.slice(0, 2)) {
        const response = await t.session.get(`${path}/${expected.id}`)
        const entry = t.entry(response)
        t.equal(response, 'The entry differs from the one in the list', entry, expected)
        t.that(
          response,
          isRecord(read(response.body, 'meta')),
          'meta is not an object',
          'an object',
          read(response.body, 'meta'),
        )
      }
    },
  ),
  reading(
    'id-apart',
    ['2.2/id-apart', '2.2/id'],
    'The id is beside attributes and not in them',
    async (t, { list }) => {
      const response = await list()
      for (const { attributes } of t.entries(response))
        t.that(response, !('id' in attributes), 'attributes contains an id', '(absent)', attributes['id'])
    },
  ),
  reading(
    'nothing-populated',
    ['1/not-populated', '4.3/populate-none', '2.3/relation-left-out', '4.3/populate-ids'],
    'No attribute of a list or an entry has the shape of a populated relation',
    async (t, { path, entries, list }) => {
      for (const response of [await list(), await t.session.get(`${path}/${entries[0]?.id}`)]) {
        const found = Array.isArray(read(response.body, 'data')) ? t.entries(response) : [t.entry(response)]
        for (const { attributes } of found) {
          for (const [name, value] of Object.entries(attributes)) {
            const populated = isRecord(value) && 'data' in value && Object.keys(value).length === 1
            t.that(response, !populated, `${name} is populated without a request`, '(absent)', value)
          }
        }
      }
    },
  ),
  reading(
    'standard-attributes',
    ['2.4/createdAt', '2.4/updatedAt', '2.4/creator-omitted'],
    'createdAt and updatedAt are ISO 8601 timestamps; creators are omitted',
    async (t, { list }) => {
      const response = await list()
      for (const { attributes } of t.entries(response)) {
        for (const name of ['createdAt', 'updatedAt']) {
          t.that(
            response,
            isTimestamp(attributes[name]),
            `${name} is not an ISO 8601 timestamp`,
            'YYYY-MM-DDTHH:mm:ss.SSSZ',
            attributes[name],
          )
        }
        for (const name of ['createdBy', 'updatedBy'])
          t.that(response, !(name in attributes), `${name} is in the response`, '(absent)', attributes[name])
      }
    },
  ),
  reading(
    'fields',
    ['4.3/fields', '4.3/fields-id'],
    'fields returns only the named attributes and the id',
    async (t, { list, path, attribute, entries }) => {
      const response = await list({ fields: [attribute] })
      for (const { attributes } of t.entries(response))
        t.equal(response, 'Other attributes are returned', Object.keys(attributes), [attribute])
      const one = await t.session.get(`${path}/${entries[0]?.id}`, { fields: [attribute] })
      t.equal(one, 'Other attributes are returned', t.entry(one).attributes, {
        [attribute]: entries[0]?.attributes[attribute],
      })
    },
  ),
  reading(
    'fields-star',
    ['4.3/fields-star'],
    'fields=* returns the same as no fields',
    async (t, { list, path, entries }) => {
      const response = await list({ fields: '*', pagination: { pageSize: entries.length } })
      t.equal(
        response,
        'The attributes differ',
        t.entries(response).map(({ attributes }) => Object.keys(attributes).toSorted()),
        entries.map(({ attributes }) => Object.keys(attributes).toSorted()),
      )
      const one = await t.session.get(`${path}/${entries[0]?.id}`, { fields: '*' })
      t.equal(one, 'The values differ', t.entry(one), entries[0])
    },
  ),
  reading(
    'missing-entry',
    ['4.1/missing', '2.1/error', '7/error'],
    'An unknown id gets status 404 with an error and no data',
    async (t, { path, entries }) => {
      const response = await t.rejected(
        () => t.session.get(`${path}/2147483600`),
        () => t.session.get(`${path}/${entries[0]?.id}`),
        { status: 404 },
      )
      t.equal(response, 'The response contains data', read(response.body, 'data') ?? null, null)
    },
  ),
  reading(
    'unknown-path',
    ['1/unknown-path', '7/status'],
    'A path of no content type gets status 404 in the envelope',
    async (t, { path }) => {
      const response = await t.rejected(
        () => t.session.get(`${path}-surely-not-there`),
        () => t.session.get(path),
        { status: 404 },
      )
      t.equal(response, 'data is not null', read(response.body, 'data'), null)
      t.equal(response, 'error.status is not the HTTP status', read(response.body, 'error.status'), 404)
    },
  ),
  reading('content-type', ['1/content-type'], 'Responses are application/json in UTF-8', async (t, { list }) => {
    const response = await list()
    t.that(
      response,
      /^application\/json; *charset=utf-8$/i.test(response.headers['content-type'] ?? ''),
      'Another content type',
      'application/json; charset=utf-8',
      response.headers['content-type'],
    )
  }),
]
