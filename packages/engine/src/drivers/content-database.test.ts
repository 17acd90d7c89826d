import { expect, it, onTestFinished, vi } from 'vitest'
import { article, registry, strict } from '../../../server/test/support/plan-context.js'
import { parseQueryString } from '../../../core/src/message/query-string.js'
import { planList } from '../../../core/src/query/plan.js'
import { Queue } from '../concurrency/queue.js'
import { sqlite } from '../dialects/sqlite.js'
import type { Driver, OpenTransaction, ReadConnection } from './driver.js'
import { createLayout } from '../layout/own-layout.js'
import { ContentDatabase } from './content-database.js'
import type { StatementLimits } from '../database/database.js'
import { databaseBusy } from '../database/database-errors.js'
import { createSession } from '../database/request-session.js'
import { type DatabaseObserver, measureStatements } from '../database/statement-measurements.js'

const query =
  'filters[$or][0][title][$containsi]=canary&filters[$or][1][author][name]=canary&sort=author.name:desc&populate[category][filters][name]=canary'
const plan = planList(article, parseQueryString(query, { parameters: 100, arrayItems: 100 }), strict)

interface Stub {
  readonly limits?: StatementLimits
  /** The milliseconds from which statements are logged. */
  readonly slow?: number
  readonly acquire?: Driver['acquire']
  readonly text?: ReadConnection['text']
}

/** Opens a database on a driver without a database behind it. */
function open({ limits, slow = 60_000, acquire, text = () => Promise.resolve('[]') }: Stub) {
  const lines: [string, unknown][] = []
  const logger = { warn: (message: string, fields: unknown) => void lines.push([message, fields]) }
  const observer: DatabaseObserver = { meter: null, slow: { milliseconds: slow, logger } }
  const connection: ReadConnection = {
    text,
    totals: null,
    release: () => Promise.resolve(),
    recover: () => Promise.reject(new Error('It was repeated.')),
  }
  const transaction: Partial<OpenTransaction> = {
    rows: () => Promise.resolve([{ id: 1 }]),
    commit: () => Promise.resolve(null),
    rollback: () => Promise.resolve(),
  }
  const driver: Partial<Driver> = {
    dialect: sqlite,
    writes: { queue: new Queue(), wait: { rejection: databaseBusy }, areGrouped: false, isConflict: () => false },
    acquire: acquire ?? (() => Promise.resolve(connection)),
    begin: () => Promise.resolve(transaction as OpenTransaction),
  }
  const database = new ContentDatabase({
    registry,
    layout: createLayout(registry, 'sqlite'),
    driver: driver as Driver,
    limits: limits ?? null,
    meter: null,
    hints: null,
    onStatement: measureStatements('sqlite', observer),
  })
  return { lines, database, connection }
}

it('has at most four functions between a read and the driver', async () => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit))
  const counts = new Map<string, number>()
  const record = (call: string) => {
    // The first lines are those of this function and of the stub.
    const frames = (new Error('here').stack ?? '').split('\n').slice(3)
    const between = frames.slice(
      0,
      frames.findIndex((frame) => frame.includes('ContentDatabase.read ')),
    )
    counts.set(call, between.filter((frame) => !frame.includes('(node:')).length)
  }
  const stub = open({
    limits: { statementMilliseconds: 1_000, responseBytes: 1_000, responseMemory: 1_000, queryCost: 1e9 },
    acquire: () => {
      record('acquire')
      return Promise.resolve(stub.connection)
    },
    // Each statement that counts rows gets three numbers.
    text: () => {
      record('text')
      return Promise.resolve('1 1 1')
    },
  })
  const session = createSession({ client: () => 'client', signal: () => undefined, whenSent: () => undefined })
  await stub.database.estimate(plan)
  await stub.database.read(plan, undefined, { session })
  expect(Object.fromEntries(counts)).toEqual({ acquire: 1, text: 4 })
})

it('logs the plan and the times of a slow read without its values', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const stub = open({
    slow: 25,
    acquire: () => {
      vi.advanceTimersByTime(3)
      return Promise.resolve(stub.connection)
    },
    text: () => {
      vi.advanceTimersByTime(25)
      return Promise.resolve('[]')
    },
  })
  const session = createSession({ client: () => undefined, signal: () => undefined, requestId: 'request-1' })
  await stub.database.read(plan, undefined, { session })
  expect(stub.lines).toEqual([
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
  const rejected = open({ slow: 0, acquire: () => Promise.reject(new Error('busy')) })
  await expect(rejected.database.read(plan)).rejects.toThrow('busy')
  expect(rejected.lines).toEqual([])
  const quick = open({})
  await quick.database.read(plan)
  expect(quick.lines).toEqual([])
})

it('logs the table of a slow statement in a transaction', async () => {
  const { lines, database } = open({ slow: 0 })
  await database.write(async (transaction) => {
    await transaction.insert('articles', { title: 'canary' })
    await transaction.query({ sql: 'DELETE FROM "links" WHERE id = ?', values: ['canary'] })
  })
  expect(lines).toMatchObject([
    ['Slow INSERT in the database', { table: 'articles' }],
    ['Slow DELETE in the database', { table: 'links' }],
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
})
