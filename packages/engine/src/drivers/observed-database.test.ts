import { expect, it, onTestFinished, vi } from 'vitest'
import { article, strict } from '../../../server/test/support/plan-context.js'
import { parseQueryString } from '../../../server/src/message/query-string.js'
import { planList } from '../../../server/src/query/plan.js'
import type { SqlDatabase } from '../database/database.js'
import { type DatabaseObserver, observing } from './observed-database.js'
import { createSession } from '../database/request-session.js'

const query =
  'filters[$or][0][title][$containsi]=canary&filters[$or][1][author][name]=canary&sort=author.name:desc&populate[category][filters][name]=canary'
const plan = planList(article, parseQueryString(query, { parameters: 100, arrayItems: 100 }), strict)

function logged(milliseconds: number, database: Partial<SqlDatabase>) {
  const lines: [string, unknown][] = []
  const slow: DatabaseObserver['slow'] = {
    milliseconds,
    logger: { warn: (message, fields) => void lines.push([message, fields]) },
  }
  const dialect = { name: 'sqlite' }
  return { lines, observed: observing({ dialect, ...database } as SqlDatabase, { meter: null, slow }) }
}

it('logs the plan and the times of a slow read without its values', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { lines, observed } = logged(25, {
    read: (_plan, _id, options) => {
      vi.advanceTimersByTime(3)
      options?.admitted?.()
      vi.advanceTimersByTime(25)
      return Promise.resolve('[]')
    },
  })
  const session = createSession({ client: () => undefined, signal: () => undefined, requestId: 'request-1' })
  await observed.read(plan, undefined, { session })
  expect(lines).toEqual([
    [
      'Slow SELECT in the database',
      {
        contentType: 'api::article.article',
        mode: 'list',
        filters: 'or(title $containsi, author(name $eq))',
        sort: 'author.name desc',
        populate: 'category',
        pageSize: 25,
        milliseconds: 25,
        waited: 3,
        requestId: 'request-1',
      },
    ],
  ])
})

it('does not log reads that never had a connection or were below the threshold', async () => {
  const rejected = logged(0, { read: () => Promise.reject(new Error('busy')) })
  await expect(rejected.observed.read(plan)).rejects.toThrow('busy')
  expect(rejected.lines).toEqual([])
  const quick = logged(60_000, {
    read: (_plan, _id, options) => {
      options?.admitted?.()
      return Promise.resolve(null)
    },
  })
  await quick.observed.read(plan)
  expect(quick.lines).toEqual([])
})

it('logs the table of a slow statement in a transaction', async () => {
  const transaction = { insert: () => Promise.resolve({ id: 1, text: null }), query: () => Promise.resolve([]) }
  const { lines, observed } = logged(0, { write: (work) => work(transaction as never) })
  await observed.write(async (tx) => {
    await tx.insert('articles', { title: 'canary' })
    await tx.query({ sql: 'DELETE FROM "links" WHERE id = ?', values: ['canary'] })
  })
  expect(lines).toMatchObject([
    ['Slow INSERT in the database', { table: 'articles' }],
    ['Slow DELETE in the database', { table: 'links' }],
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
})
