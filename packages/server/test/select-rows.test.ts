import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../src/index.js'
import { planList } from '../src/query/plan.js'
import { selectRows } from '../src/query/select-rows.js'
import { strict, tag } from './support/plan-context.js'
import { databases } from './support/postgres.js'
import { project, reader } from './support/reading-room.js'

const names = ['Alpha', 'alpha', 'beta (b)', 'Straße', 'STRASSE', 'Éa', 'éa', '100% [x]', 'zz_top', 'a.c', 'İ', '']
const rows = names.map((name, index) => ({ id: index + 1, name, weight: (index * 7) % 5 }))

const texts = ['Alpha', 'alph', 'A', 'a', 'ß', 'ss', 'É', '%', '_', '.', '(b)', '[x]', '\\', '^', '$', 'i', 'zz', '']
const textOperators = ['$contains', '$containsi', '$startsWith', '$startsWithi', '$endsWith', '$endsWithi', '$eqi']
const negations = ['$notContains', '$notContainsi', '$nei', '$ne']
const orders = ['$eq', '$lt', '$lte', '$gt', '$gte']

const queries: readonly Record<string, unknown>[] = [
  ...[...textOperators, ...negations, ...orders].flatMap((operator) =>
    texts.map((value) => ({ filters: { name: { [operator]: value } } })),
  ),
  ...[...orders, '$ne', '$contains', '$startsWithi'].map((operator) => ({ filters: { weight: { [operator]: '2' } } })),
  { filters: { name: { $in: ['Alpha', 'éa', 'none'] } } },
  { filters: { name: { $notIn: ['Alpha', 'éa', 'none'] } } },
  { filters: { weight: { $between: ['1', '3'] } } },
  { filters: { weight: { $not: { $between: ['1', '3'] } } } },
  { filters: { name: { $null: 'true' } } },
  { filters: { name: { $notNull: 'true' } } },
  { filters: { name: { $null: 'false' } } },
  { filters: { $or: [{ id: '1' }, { $and: [{ weight: '2' }, { $not: { name: 'a.c' } }] }] } },
  { filters: { $not: { $or: [{ weight: '0' }, { weight: '1' }] } } },
  { sort: 'name' },
  { sort: 'name:desc' },
  { sort: ['weight', 'name:desc'] },
  { sort: 'weight:desc' },
  { sort: 'weight', pagination: { page: '2', pageSize: '5' } },
  { sort: 'id:desc', pagination: { start: '3', limit: '4' } },
  { pagination: { start: '20', limit: '4' } },
]

describe.each(await databases())('rows in memory and on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    api = await createContentApi({ project, database: connection })
    await api.importEntries(rows.map(({ id, ...attributes }) => ({ type: 'api::tag.tag', id, attributes })))
  })
  afterAll(() => api.close())

  it('are filtered and sorted in the same way', async () => {
    for (const query of queries) {
      const { data, meta } = await reader(api).get(`/api/tags?${qs.stringify(query, { encodeValuesOnly: true })}`)
      const selected = selectRows(planList(tag, query, { ...strict }), rows)
      const found = { ids: selected.rows.map(({ id }) => id), total: selected.total }
      expect(found, JSON.stringify(query)).toEqual({ ids: data.map(({ id }) => id), total: meta.pagination?.total })
    }
  })
})
