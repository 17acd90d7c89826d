import { read } from '../../check/read.js'
import { makeMany } from '../../fixtures/maker.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const count = 27
const names = Array.from({ length: count }, (_, index) => `t${String(index).padStart(2, '0')}`)

/** More tags than fit on a page. */
const manyTags = (t: ScenarioContext) =>
  t.fixtures.get('many-tags', async (session) => {
    await makeMany(
      session,
      'tag',
      names.map((name, index) => ({ name, weight: index })),
    )
    return session.marker
  })

const badValues = ['0', '-1', '1.5', 'many', '']

export const pagingScenarios = [
  scenario({
    id: 'rest.page.default-size',
    title: 'By default 25 entries of 27, and the rest on page 2',
    clauses: ['4.2/pageSize-default', '8/pageSize', '8/defaultLimit', '4.2/page-count'],
    run: async (t) => {
      const marker = await manyTags(t)
      const { defaultLimit } = t.configuration.limits
      const first = await t.mine('tag', { sort: 'name' }, { marker })
      t.equal(first, 'Other entries', t.column(first, 'name'), names.slice(0, defaultLimit))
      t.equal(first, 'pagination differs', read(first.body, 'meta.pagination'), {
        page: 1,
        pageSize: defaultLimit,
        pageCount: Math.ceil(count / defaultLimit),
        total: count,
      })
      const second = await t.mine('tag', { sort: 'name', pagination: { page: 2 } }, { marker })
      const rest = names.slice(defaultLimit, 2 * defaultLimit)
      t.equal(second, 'Other entries on page 2', t.column(second, 'name'), rest)
    },
  }),
  scenario({
    id: 'rest.page.default-limit',
    title: '25 entries of 27 with start only',
    clauses: ['4.2/limit-default', '8/limit', '8/defaultLimit'],
    run: async (t) => {
      const marker = await manyTags(t)
      const { defaultLimit } = t.configuration.limits
      const response = await t.mine('tag', { sort: 'name', pagination: { start: 0 } }, { marker })
      t.equal(response, 'Other entries', t.column(response, 'name'), names.slice(0, defaultLimit))
      t.equal(response, 'pagination differs', read(response.body, 'meta.pagination'), {
        start: 0,
        limit: defaultLimit,
        total: count,
      })
    },
  }),
  scenario({
    id: 'rest.page.with-parameters',
    title: 'Pages and totals are the same, whatever the other parameters are',
    clauses: ['4.2/total', '4.2/page-count', '4.2/sort', '4.2/sort-desc'],
    run: async (t) => {
      const marker = await manyTags(t)
      const descending = names.toReversed()
      for (const [query, expected] of [
        [{ sort: 'name', populate: ['articles'] }, names],
        [{ sort: 'weight:desc', populate: '*' }, descending],
        [{ sort: ['name:desc'], fields: ['name'] }, descending],
        [{ sort: 'name', filters: { weight: { $gte: 0 } } }, names],
        [{ sort: ['weight:desc', 'name'], fields: ['name'], populate: ['articles'] }, descending],
      ] as const) {
        for (const page of [1, 3]) {
          const pagination = { page, pageSize: 10 }
          const response = await t.mine('tag', { ...query, pagination }, { marker })
          t.equal(response, 'Other entries', t.column(response, 'name'), expected.slice((page - 1) * 10, page * 10))
          const found = read(response.body, 'meta.pagination')
          t.equal(response, 'pagination differs', found, { ...pagination, pageCount: 3, total: count })
        }
        const pagination = { start: 5, limit: 7 }
        const response = await t.mine('tag', { ...query, pagination }, { marker })
        t.equal(response, 'Other entries', t.column(response, 'name'), expected.slice(5, 12))
        t.equal(response, 'pagination differs', read(response.body, 'meta.pagination'), { ...pagination, total: count })
      }
    },
  }),
  scenario({
    id: 'rest.page.exact',
    title: 'Each page contains exactly its entries',
    clauses: ['4.2/page', '4.2/pageSize', '4.2/partition'],
    run: async (t) => {
      const marker = await manyTags(t)
      const seen: unknown[] = []
      for (let page = 1; page <= 3; page++) {
        const response = await t.mine('tag', { sort: 'weight', pagination: { page, pageSize: 10 } }, { marker })
        t.equal(response, 'The number of entries differs', t.entries(response).length, page < 3 ? 10 : count - 20)
        seen.push(...t.column(response, 'weight'))
        if (page === 3)
          t.equal(
            response,
            'The pages do not contain every entry once, in order',
            seen,
            Array.from({ length: count }, (_, index) => index),
          )
      }
    },
  }),
  scenario({
    id: 'rest.page.offset-exact',
    title: 'start and limit select exactly their entries',
    clauses: ['4.2/start', '4.2/limit'],
    run: async (t) => {
      const marker = await manyTags(t)
      const response = await t.mine('tag', { sort: 'weight', pagination: { start: 5, limit: 4 } }, { marker })
      t.equal(response, 'Other entries', t.column(response, 'weight'), [5, 6, 7, 8])
      t.equal(response, 'total differs', read(response.body, 'meta.pagination.total'), count)
    },
  }),
  scenario({
    id: 'rest.page.total-of-filter',
    title: 'total counts the entries that match the filter, not the page and not the table',
    clauses: ['4.2/total', '4.1/r1'],
    run: async (t) => {
      const marker = await manyTags(t)
      const response = await t.mine('tag', { filters: { weight: { $lt: 7 } }, pagination: { pageSize: 2 } }, { marker })
      t.equal(response, 'pagination differs', read(response.body, 'meta.pagination'), {
        page: 1,
        pageSize: 2,
        pageCount: 4,
        total: 7,
      })
    },
  }),
  ...(
    [
      ['max-limit', 'limit', ['8/maxLimit']],
      ['max-page-size', 'pageSize', ['8/maxLimit-pageSize', '8/maxLimit']],
    ] as const
  ).map(([id, name, clauses]) =>
    scenario({
      id: `rest.page.${id}`,
      title: `A ${name} above the maximum is rejected, or meta reports the reduced value`,
      clauses,
      run: async (t) => {
        const { maxLimit } = t.configuration.limits
        if (maxLimit === undefined) return t.notApplicable('limits.maxLimit is not declared in the configuration.')
        const marker = await manyTags(t)
        const response = await t.mine('tag', { pagination: { [name]: maxLimit + 1 } }, { marker })
        if (response.status >= 400 && response.status < 500) return
        const granted = Number(read(response.body, `meta.pagination.${name}`))
        t.that(response, granted <= maxLimit, 'The response exceeds the maximum', `at most ${maxLimit}`, granted)
        const { length } = t.entries(response)
        t.that(response, length <= granted, 'The response has more entries than meta allows', granted, length)
      },
    }),
  ),
  scenario({
    id: 'rest.page.empty',
    title: 'An empty list has no pages',
    clauses: ['4.2/page-count-empty', '4.2/page-count', '4.2/total'],
    run: async (t) => {
      const response = await t.mine('tag', {}, { marker: `${t.marker}-nobody` })
      t.equal(response, 'pagination differs', read(response.body, 'meta.pagination'), {
        page: 1,
        pageSize: t.configuration.limits.defaultLimit,
        pageCount: 0,
        total: 0,
      })
    },
  }),
  ...(['page', 'pageSize', 'start', 'limit'] as const).map((name) =>
    scenario({
      id: `rest.page.bad.${name}`,
      title: `${name}: invalid numbers are rejected`,
      clauses: ['4.2/bad-values', '7/no-5xx'],
      run: async (t) => {
        // limit=-1 requests the maximum, and start=0 is the first entry: both are valid.
        const sound = { page: [], pageSize: [], start: ['0'], limit: ['-1'] }[name] as string[]
        const bad = badValues.filter((value) => !sound.includes(value))
        await t.eachRefused(
          bad.map((value) => () => t.mine('tag', { pagination: { [name]: value } })),
          () => t.mine('tag', { pagination: { [name]: '1' } }),
          { status: 400 },
        )
      },
    }),
  ),
  scenario({
    id: 'rest.page.in-populate',
    title: 'Pagination inside populate is rejected',
    clauses: ['4.2/with-populate'],
    run: async (t) => {
      await t.eachRefused(
        [{ page: 1 }, { pageSize: 1 }, { start: 0 }, { limit: 1 }].map(
          (pagination) => () => t.mine('article', { populate: { tags: { pagination } } }),
        ),
        () => t.mine('article', { populate: { tags: { sort: 'name' } }, pagination: { page: 1 } }),
        { status: 400 },
      )
    },
  }),
]
