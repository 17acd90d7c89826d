import { read } from '../../check/read.js'
import { compareIds, type EntryId } from '../../target/entry-view.js'
import { reading } from './any-content.js'
import { idsOf, totalOf } from './subject.js'

const isInteger = (value: unknown) => Number.isInteger(value)

/** Tier 0: sorting and pagination of lists. */
export const anyPagingScenarios = [
  reading(
    'page-arithmetic',
    ['4.2/page-meta', '4.2/page-count', '4.2/pageSize', '4.2/page'],
    'page, pageSize, pageCount and total are integers that agree with each other and with the entries',
    async (t, { list }) => {
      const response = await list({ pagination: { page: 1, pageSize: 2 } })
      const entries = t.entries(response)
      const { page, pageSize, pageCount, total, ...rest } = read(response.body, 'meta.pagination') as Record<
        string,
        number
      >
      t.equal(response, 'The keys of pagination differ', Object.keys(rest), [])
      t.that(
        response,
        [page, pageSize, pageCount, total].every(isInteger),
        'pagination contains other values than integers',
        'integers',
        [page, pageSize, pageCount, total],
      )
      t.equal(response, 'page and pageSize are not the requested ones', [page, pageSize], [1, 2])
      t.equal(response, 'pageCount is not total / pageSize, rounded up', pageCount, Math.ceil(Number(total) / 2))
      t.equal(response, 'The number of entries on the page differs', entries.length, Math.min(2, Number(total)))
    },
  ),
  reading(
    'page-defaults',
    ['4.2/page-default', '4.2/pageSize-default', '4.2/withCount-default', '8/pageSize'],
    'By default page 1 of 25 entries, with totals',
    async (t, { list }) => {
      const response = await list()
      t.entries(response)
      const { defaultLimit } = t.configuration.limits
      t.equal(
        response,
        'page and pageSize are not the defaults',
        [read(response.body, 'meta.pagination.page'), read(response.body, 'meta.pagination.pageSize')],
        [1, defaultLimit],
      )
      t.that(
        response,
        isInteger(read(response.body, 'meta.pagination.total')),
        'There is no total',
        'an integer',
        read(response.body, 'meta.pagination'),
      )
      t.that(
        response,
        t.entries(response).length <= defaultLimit,
        'A page contains more than the default',
        `at most ${defaultLimit}`,
        t.entries(response).length,
      )
    },
  ),
  reading(
    'without-count',
    ['4.2/withCount', '4.2/offset-withCount'],
    'withCount=false omits the totals of both kinds of pagination',
    async (t, { list }) => {
      const paged = await list({ pagination: { page: 1, pageSize: 2, withCount: 'false' } })
      t.entries(paged)
      t.equal(paged, 'pagination contains more than page and pageSize', read(paged.body, 'meta.pagination'), {
        page: 1,
        pageSize: 2,
      })
      const offset = await list({ pagination: { start: 0, limit: 2, withCount: 'false' } })
      t.entries(offset)
      t.equal(offset, 'pagination contains more than start and limit', read(offset.body, 'meta.pagination'), {
        start: 0,
        limit: 2,
      })
      const counted = await list({ pagination: { page: 1, pageSize: 2, withCount: 'true' } })
      t.that(
        counted,
        isInteger(read(counted.body, 'meta.pagination.total')),
        'withCount=true omits the total',
        'an integer',
        read(counted.body, 'meta.pagination'),
      )
    },
  ),
  reading(
    'offset-arithmetic',
    ['4.2/offset-meta', '4.2/start', '4.2/limit', '4.2/total'],
    'start skips, limit limits, total stays',
    async (t, { list, idAttribute }) => {
      const whole = await list({ sort: idAttribute, pagination: { start: 0, limit: 4 } })
      const part = await list({ sort: idAttribute, pagination: { start: 1, limit: 1 } })
      const total = totalOf(whole)
      t.equal(whole, 'meta.pagination differs', read(whole.body, 'meta.pagination'), { start: 0, limit: 4, total })
      t.equal(part, 'meta.pagination differs', read(part.body, 'meta.pagination'), { start: 1, limit: 1, total })
      t.equal(
        part,
        'start 1, limit 1 is not the second entry',
        idsOf(t.entries(part)),
        idsOf(t.entries(whole).slice(1, 2)),
      )
    },
  ),
  reading(
    'offset-defaults',
    ['4.2/start-default', '4.2/limit-default', '8/limit'],
    'start is 0 and limit is 25 if only the other is used',
    async (t, { list, idAttribute }) => {
      const limited = await list({ pagination: { limit: 2 } })
      t.entries(limited)
      t.equal(limited, 'start is not 0', read(limited.body, 'meta.pagination.start'), 0)
      const bare = idsOf(t.entries(await list({ sort: idAttribute, pagination: { limit: 2 } })))
      const first = await list({ sort: idAttribute, pagination: { start: 0, limit: 2 } })
      t.equal(first, 'The list without start begins at another entry', bare, idsOf(t.entries(first)))
      const started = await list({ pagination: { start: 1 } })
      t.entries(started)
      t.equal(
        started,
        'limit is not the default',
        read(started.body, 'meta.pagination.limit'),
        t.configuration.limits.defaultLimit,
      )
    },
  ),
  reading(
    'pages-partition',
    ['4.2/partition', '4.2/total'],
    'The first three pages of a sorted list contain its first six entries exactly once, by page and by offset',
    async (t, { list, idAttribute }) => {
      const most = 3
      const reference = await list({ sort: idAttribute, pagination: { page: 1, pageSize: 2 * most } })
      const expected = idsOf(t.entries(reference))
      const pages: EntryId[] = []
      const offsets: EntryId[] = []
      for (let page = 0; page * 2 < expected.length; page++) {
        const byPage = await list({ sort: idAttribute, pagination: { page: page + 1, pageSize: 2 } })
        const byOffset = await list({ sort: idAttribute, pagination: { start: page * 2, limit: 2 } })
        pages.push(...idsOf(t.entries(byPage)))
        offsets.push(...idsOf(t.entries(byOffset)))
        t.equal(byPage, 'total changes from page to page', totalOf(byPage), totalOf(reference))
      }
      t.equal(reference, 'The pages do not add up to the list', pages, expected)
      t.equal(reference, 'The offsets do not add up to the list', offsets, expected)
    },
  ),
  reading(
    'beyond-the-end',
    ['4.2/beyond-end', '4.2/total'],
    'A page beyond the last is empty, with the same total',
    async (t, { list }) => {
      const first = await list()
      const response = await list({ pagination: { page: Number(read(first.body, 'meta.pagination.pageCount')) + 1 } })
      t.equal(response, 'The page is not empty', idsOf(t.entries(response)), [])
      t.equal(response, 'The total differs', totalOf(response), totalOf(first))
    },
  ),
  reading(
    'mixed-pagination',
    ['4.2/mix', '7/error'],
    'Every combination of the two kinds of pagination is rejected',
    async (t, { list }) => {
      const byPage = [{ page: 1 }, { pageSize: 2 }, { page: 1, pageSize: 2 }]
      const byOffset = [{ start: 0 }, { limit: 2 }, { start: 0, limit: 2 }]
      await t.eachRefused(
        byPage.flatMap((one) => byOffset.map((other) => () => list({ pagination: { ...one, ...other } }))),
        () => list({ pagination: { page: 1, pageSize: 2 } }),
      )
    },
  ),
  reading(
    'sort-ascending',
    ['4.2/sort', '4.2/sort-default', '4.2/sort-asc'],
    'Ascending is the default; :asc means the same',
    async (t, { list, idAttribute }) => {
      const plain = await list({ sort: idAttribute })
      const ids = idsOf(t.entries(plain))
      t.equal(plain, 'sort=id does not ascend', ids, ids.toSorted(compareIds))
      t.equal(
        await list({ sort: `${idAttribute}:asc` }),
        'sort=id:asc differs from sort=id',
        idsOf(t.entries(await list({ sort: `${idAttribute}:asc` }))),
        ids,
      )
    },
  ),
  reading(
    'sort-descending',
    ['4.2/sort-desc', '4.2/sort'],
    ':desc reverses the order',
    async (t, { list, idAttribute }) => {
      const up = await list({ sort: `${idAttribute}:asc`, pagination: { pageSize: 100 } })
      const down = await list({ sort: `${idAttribute}:desc`, pagination: { pageSize: 100 } })
      const ids = idsOf(t.entries(down))
      t.equal(down, 'sort=id:desc does not descend', ids, ids.toSorted(compareIds).toReversed())
      if (totalOf(up) <= ids.length)
        t.equal(down, 'The order is not the reverse of :asc', ids, idsOf(t.entries(up)).toReversed())
    },
  ),
  reading(
    'sort-by-text',
    ['4.2/sort', '4.2/sort-desc'],
    'Sorting by a text attribute: descending is the reverse of ascending',
    async (t, { list, attribute }) => {
      const down = await list({ sort: `${attribute}:desc`, pagination: { start: 0, limit: 100 } })
      const values = t.column(down, attribute)
      // The first entries in descending order are the last in ascending order.
      const start = totalOf(down) - values.length
      const up = await list({ sort: `${attribute}:asc`, pagination: { start, limit: values.length } })
      t.equal(down, 'The two orders are not the reverse of each other', values, t.column(up, attribute).toReversed())
    },
  ),
  reading(
    'unknown-sort',
    ['4.2/sort-unknown', '7/no-5xx'],
    'Sorting by an unknown field is rejected',
    async (t, { list, idAttribute }) => {
      await t.rejected(
        () => list({ sort: 'surelyNotAField' }),
        () => list({ sort: idAttribute }),
        { status: 400 },
      )
    },
  ),
]
