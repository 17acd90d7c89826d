import { isRecord, read } from '../../check/read.js'
import { compareIds } from '../../target/entry-view.js'
import { idsOf, totalOf } from '../reading/subject.js'
import { relationsIn } from './any-entry.js'
import { reading5, related } from './subjects.js'

/** Tier 0: filters, sorting, pagination, fields and other parameters, as far as only Strapi 5 has them. */
export const anyParameterScenarios = [
  reading5(
    'filter-documentId',
    ['filters/documentId', 'filters/matching'],
    'A filter on documentId finds its document',
    async (t, { list, entries }) => {
      for (const { id } of entries.slice(0, 2)) {
        const response = await list({ filters: { documentId: id } })
        t.equal(response, 'Another document', [idsOf(t.entries(response)), totalOf(response)], [[id], 1])
      }
    },
  ),
  reading5(
    'filter-nei',
    ['filters/$nei'],
    '$nei excludes the value, whatever its case',
    async (t, { list, attribute, entries }) => {
      const value = String(entries[0]?.attributes[attribute])
      const response = await list({ filters: { [attribute]: { $nei: value.toUpperCase() } } })
      const found = t.column(response, attribute).map((one) => String(one).toLowerCase())
      t.that(response, !found.includes(value.toLowerCase()), 'The value is not excluded', `not ${value}`, found)
      const equal = await list({ filters: { [attribute]: { $eqi: value.toUpperCase() } } })
      const none = await list({ filters: { [attribute]: { $null: 'true' } } })
      const all = totalOf(await list())
      const sums = [all, all - totalOf(none)].map((sum) => sum - totalOf(equal))
      t.that(response, sums.includes(totalOf(response)), 'total differs', sums, totalOf(response))
    },
  ),
  reading5(
    'filter-one',
    ['filters/one', 'errors/not-found'],
    'Filters apply to one document: without a match, it gets status 404',
    async (t, { path, attribute, entries }) => {
      const address = `${path}/${entries[0]?.id}`
      const value = String(entries[0]?.attributes[attribute])
      await t.rejected(
        () => t.session.get(address, { filters: { [attribute]: { $eq: `${value}~no such value~` } } }),
        () => t.session.get(address, { filters: { [attribute]: { $eq: value } } }),
        { status: 404 },
      )
    },
  ),
  reading5(
    'filter-details',
    ['errors/keys', 'filters/unknown-operator', 'filters/unknown-attribute', 'errors/shape'],
    'The error of an unknown attribute or operator has details { key, path, source, param }',
    async (t, { list, entries }) => {
      const responses = await t.eachRefused(
        [
          () => list({ filters: { surelyNotAField: { $eq: '1' } } }),
          () => list({ filters: { documentId: { $surely: '1' } } }),
        ],
        () => list({ filters: { documentId: { $eq: entries[0]?.id } } }),
        { status: 400 },
      )
      for (const [index, response] of responses.entries()) {
        const details = read(response.body, 'error.details')
        t.equal(
          response,
          'Other details',
          [read(details, 'key'), read(details, 'source'), read(details, 'param')],
          [index === 0 ? 'surelyNotAField' : '$surely', 'query', 'filters'],
        )
      }
    },
  ),
  reading5(
    'filter-relation',
    ['filters/relation-documentId'],
    'A filter on the documentId of a target finds the entries that have it',
    async (t, { path, list }) => {
      const flat = await list({ populate: '*', pagination: { pageSize: 100 } })
      const holder = t.entries(flat).find(({ attributes }) => relationsIn(attributes).length > 0)
      const [name] = relationsIn(holder?.attributes ?? {})
      if (holder === undefined || name === undefined)
        return t.lacking('types', `${path} has no relation with a target.`)
      const target = read([holder.attributes[name]].flat()[0], 'documentId')
      const response = await list({
        filters: { [name]: { documentId: { $eq: target } } },
        pagination: { pageSize: 100 },
      })
      t.equal(
        response,
        `Other entries than those with ${String(target)} in ${name}`,
        idsOf(t.entries(response)).toSorted(compareIds),
        idsOf(
          t
            .entries(flat)
            .filter(({ attributes }) => [attributes[name]].flat().some((one) => read(one, 'documentId') === target)),
        ).toSorted(compareIds),
      )
    },
    related,
  ),
  reading5(
    'sort-forms',
    ['sort/object', 'sort/comma', 'sort/descending'],
    'sort takes an object, and a list with commas and an empty part',
    async (t, { list }) => {
      const expected = idsOf(t.entries(await list({ sort: 'documentId:desc' })))
      for (const sort of [{ documentId: 'desc' }, 'documentId:desc,', 'documentId:DESC', ['documentId:desc']]) {
        const response = await list({ sort })
        t.equal(response, `sort=${JSON.stringify(sort)} differs`, idsOf(t.entries(response)), expected)
      }
    },
  ),
  reading5(
    'sort-direction',
    ['sort/direction', 'errors/server-error'],
    'A direction other than asc and desc gets status 400',
    async (t, { list }) => {
      await t.rejected(
        () => list({ sort: 'documentId:upwards' }),
        () => list({ sort: 'documentId:asc' }),
        { status: 400 },
      )
    },
  ),
  reading5('page-minimum', ['pagination/minimum'], 'A page size or a limit below 1 becomes 1', async (t, { list }) => {
    for (const [key, value] of [
      ['limit', '-1'],
      ['limit', '0'],
      ['pageSize', '0'],
      ['pageSize', '-5'],
    ] as const) {
      const response = await list({ pagination: { [key]: value } })
      t.equal(
        response,
        `${key}=${value} returns another number`,
        [t.entries(response).length, read(response.body, `meta.pagination.${key}`)],
        [1, 1],
      )
    }
  }),
  reading5(
    'page-text',
    ['pagination/text'],
    'Text as a page gets status 400, as a page size it means the maximum',
    async (t, { list }) => {
      const { maxLimit } = t.configuration.limits
      if (maxLimit === undefined) return t.notApplicable('limits.maxLimit is not declared in the configuration.')
      await t.rejected(
        () => list({ pagination: { page: 'abc' } }),
        () => list({ pagination: { page: '1' } }),
        { status: 400 },
      )
      const response = await list({ pagination: { pageSize: 'abc' } })
      t.status(response, 200)
      t.equal(response, 'Another page size', read(response.body, 'meta.pagination.pageSize'), maxLimit)
    },
  ),
  reading5(
    'with-count-values',
    ['pagination/withCount-values', 'pagination/withCount'],
    'withCount takes true, t, 1, false, f and 0; other values get status 400',
    async (t, { list }) => {
      for (const [value, counted] of [
        ['t', true],
        ['1', true],
        ['f', false],
        ['0', false],
      ] as const) {
        const response = await list({ pagination: { withCount: value } })
        t.status(response, 200)
        const pagination = read(response.body, 'meta.pagination')
        t.equal(response, `withCount=${value} differs`, isRecord(pagination) && 'total' in pagination, counted)
      }
      await t.eachRefused(
        ['yes', ''].map((value) => () => list({ pagination: { withCount: value } })),
        () => list({ pagination: { withCount: 'true' } }),
        { status: 400 },
      )
    },
  ),
  reading5(
    'top-level-page',
    ['parameters/top-level-page'],
    'page and pageSize outside of pagination get status 400',
    async (t, { list }) => {
      await t.eachRefused(
        [{ page: '1' }, { pageSize: '1' }].map((query) => () => list(query)),
        () => list({ pagination: { page: '1' } }),
        { status: 400 },
      )
    },
  ),
  reading5(
    'fields-forms',
    ['fields/comma', 'fields/ids', 'fields/named'],
    'fields takes names separated by commas; id and documentId always stay',
    async (t, { list, attribute }) => {
      for (const fields of [`${attribute},createdAt`, [attribute, 'createdAt']]) {
        const response = await list({ fields })
        t.status(response, 200)
        const keys = Object.keys(read(response.body, 'data.0') as object).toSorted((a, b) => a.localeCompare(b))
        t.equal(
          response,
          'Other keys',
          keys,
          [attribute, 'createdAt', 'documentId', 'id'].toSorted((a, b) => a.localeCompare(b)),
        )
      }
    },
  ),
  reading5(
    'fields-unknown',
    ['fields/unknown'],
    'An unknown name in fields gets status 400',
    async (t, { list, attribute }) => {
      await t.rejected(
        () => list({ fields: ['surelyNotAField'] }),
        () => list({ fields: [attribute] }),
        { status: 400, mentions: 'surelyNotAField' },
      )
    },
  ),
  reading5(
    'search',
    ['parameters/search'],
    '_q keeps the entries that contain the text',
    async (t, { list, attribute, entries }) => {
      const value = String(entries[0]?.attributes[attribute])
      const response = await list({ _q: value, pagination: { pageSize: 100 } })
      const ids = idsOf(t.entries(response))
      t.that(response, ids.includes(entries[0]?.id ?? ''), 'The entry is not found', entries[0]?.id, ids)
      const none = await list({ _q: 'surely~no~such~text' })
      t.equal(none, 'Text that no entry contains finds entries', t.entries(none), [])
    },
  ),
  reading5(
    'unknown-parameter',
    ['parameters/unknown', 'parameters/unknown-details', 'parameters/old', 'errors/keys'],
    'An unknown key gets status 400, and details name it',
    async (t, { list }) => {
      const responses = await t.eachRefused(
        ['surelyNotAParameter', 'publicationState'].map((name) => () => list({ [name]: 'live' })),
        () => list({ status: 'published' }),
        { status: 400 },
      )
      for (const [index, response] of responses.entries())
        t.equal(
          response,
          'Other details',
          [read(response.body, 'error.details.key'), read(response.body, 'error.details.source')],
          [index === 0 ? 'surelyNotAParameter' : 'publicationState', 'query'],
        )
    },
  ),
  reading5(
    'lookup',
    ['parameters/lookup'],
    'lookup is rejected, with strict parameters and without',
    async (t, { list }) => {
      await t.rejected(
        () => list({ lookup: '1' }),
        () => list(),
        { status: 400 },
      )
    },
  ),
]
