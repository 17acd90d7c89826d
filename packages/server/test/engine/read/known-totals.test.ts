import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databases } from '../../../../../tests/support/postgres.js'
import { postgres } from '../../../../engine/src/dialects/postgres.js'
import { sqlite } from '../../../../engine/src/dialects/sqlite.js'
import type { Statement } from '../../../../engine/src/dialects/statement.js'
import { KnownTotals } from '../../../../engine/src/drivers/known-totals.js'
import { SqliteConnection } from '../../../../engine/src/drivers/sqlite/sqlite-connection.js'
import { createLayout } from '../../../../engine/src/layout/own-layout.js'
import { countedList } from '../../../../engine/src/read/counted-list.js'
import { prepareRead } from '../../../../engine/src/read/read.js'
import { splitTotal } from '../../../../engine/src/read/total.js'
import { type ContentApi, createContentApi } from '../../../src/index.js'
import { planList } from '@content-api/core/query/plan'
import { oracleModel } from '../../reliability/service-process.js'
import { article, registry, strict, tag } from '../../support/plan-context.js'

/** A connection of another program. */
interface Session {
  run(sql: string): Promise<unknown>
  text(statement: Statement): Promise<string | null>
}

describe.each(await databases())('totals on $name', ({ name, connection }) => {
  const dialect = name === 'sqlite' ? sqlite : postgres
  const target = { layout: createLayout(registry, name), dialect }
  const listOf = (query: Record<string, unknown>, type = tag) => {
    const read = prepareRead(planList(type, query, strict), target)
    expect(countedList(read, target)).toBeNull()
    // From the second read on.
    const list = countedList(read, target)
    if (!list) throw new Error('This list has no total.')
    return list
  }
  let api: ContentApi
  let reader: Session
  let writer: Session
  const closers: (() => Promise<void>)[] = []

  async function openSession(): Promise<Session> {
    if (connection.dialect === 'sqlite') {
      const opened = await SqliteConnection.open(connection.file)
      await opened.run('PRAGMA query_only = OFF')
      closers.push(() => opened.close())
      return {
        run: (sql) => opened.run(sql),
        text: async (statement) => (await opened.text(statement, null))?.toString() ?? null,
      }
    }
    const client = new Client(connection.url)
    await client.connect()
    closers.push(() => client.end())
    return {
      run: (sql) => client.query(sql),
      async text({ sql, values }) {
        const { rows } = await client.query<[string | null]>({ text: sql, values: [...values], rowMode: 'array' })
        return rows[0]?.[0] ?? null
      },
    }
  }

  beforeAll(async () => {
    api = await createContentApi({ project: oracleModel, database: connection })
    reader = await openSession()
    writer = await openSession()
    await writer.run(`INSERT INTO tags (name) VALUES ('a'), ('b'), ('b')`)
  })
  afterAll(async () => {
    await Promise.all([...closers.map((close) => close()), api.close()])
  })

  /** Reads a list and its total. */
  const read = async (statement: Statement) => splitTotal((await reader.text(statement)) ?? '')

  it('a known total is used in the state in which it was counted, and only in that one', async () => {
    const { counting, withKnown } = listOf({ filters: { name: 'b' } })
    // Other tests use the same PostgreSQL server, which has one state for all databases.
    await reader.run(name === 'sqlite' ? 'BEGIN' : 'BEGIN ISOLATION LEVEL REPEATABLE READ')
    const first = await read(counting)
    expect(first.total).toBe('2')
    await writer.run(`INSERT INTO tags (name) VALUES ('b')`)
    expect(await read(withKnown(first))).toEqual(first)
    // The statement doesn't count.
    const given = await read(withKnown({ ...first, total: '26' }))
    expect(given).toMatchObject({ total: '26', state: first.state })
    expect(JSON.parse(String(given.text))).toMatchObject({
      data: [{}, {}],
      meta: { pagination: { total: 26, pageCount: 2 } },
    })
    await reader.run('COMMIT')
    const later = await read(withKnown(first))
    expect(later.total).toBe('3')
    expect(later.state).not.toBe(first.state)
    expect((await read(counting)).text).toBe(later.text)
  })

  it('only the commit of a change is a new state', async () => {
    const { counting, withKnown } = listOf({})
    await writer.run('BEGIN')
    await writer.run(`INSERT INTO tags (name) VALUES ('c')`)
    const first = await read(counting)
    expect((await read(withKnown(first))).text).toBe(first.text)
    await writer.run('COMMIT')
    expect((await read(withKnown(first))).total).toBe(String(Number(first.total) + 1))
  })

  it('lists that differ in their page, order, fields and populate have one total, others have their own', () => {
    const key = (query: Record<string, unknown>) => listOf(query, article).key
    const filters = { title: 'a' }
    const same = [
      { filters },
      { filters, sort: 'title', pagination: { page: '2' } },
      { filters, populate: 'category', fields: 'id' },
      { filters, pagination: { start: '5', limit: '10' } },
    ]
    const others = [{}, { filters: { title: 'b' } }, { filters: { slug: 'a' } }, { filters, locale: 'fr' }]
    expect(new Set(same.map(key)).size).toBe(1)
    expect(new Set([...same, ...others, { filters, publicationState: 'preview' }].map(key)).size).toBe(6)
  })

  it('each page has the total of its own state while another process writes', async () => {
    const other = await createContentApi({ project: oracleModel, database: connection })
    onTestFinished(() => other.close())
    const ask = async (path: string, method = 'GET', body?: object) => {
      const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const response = await (method === 'GET' ? api : other).fetch(
        new Request(`http://localhost${path}`, { method, ...json }),
      )
      expect(response.status, path).toBe(200)
      return response.json() as Promise<{ data: { id: number }[]; meta: { pagination: { total: number } } }>
    }
    const path = '/api/tags?filters[name]=counted&pagination[pageSize]=100'
    const progress = { isWriting: true, reads: 0 }
    const read = async () => {
      while (progress.isWriting) {
        const { data, meta } = await ask(path)
        expect(meta.pagination.total).toBe(data.length)
        progress.reads += 1
      }
    }
    const write = async () => {
      for (let index = 0; index < 30; index++) {
        // A pause of several reads lets them keep a total.
        const until = progress.reads + (index % 4) * 8
        while (progress.reads < until) await new Promise((resolve) => setImmediate(resolve))
        if (index % 3 < 2) await ask('/api/tags', 'POST', { data: { name: 'counted' } })
        else {
          const { data } = await ask(path)
          await ask(`/api/tags/${data[0]?.id}`, 'DELETE')
        }
      }
      progress.isWriting = false
    }
    await Promise.all([write(), read(), read(), read(), read()])
    expect((await ask(path)).meta.pagination.total).toBe(10)
  })
})

describe('known totals', () => {
  const list = {
    key: 'tags',
    counting: { sql: 'count', values: [] },
    withKnown: ({ total, state }: { total: string; state: string }) => ({ sql: `${total} in ${state}`, values: [] }),
  }

  /** Reads the list once for each state. Returns the statements that ran. */
  async function statementsFor(states: readonly string[]): Promise<readonly string[]> {
    const totals = new KnownTotals()
    const ran: string[] = []
    for (const [index, state] of states.entries()) {
      const text = await totals.read(list, async ({ sql }) => {
        ran.push(sql)
        return `[]\n${index} ${state}`
      })
      expect(text).toBe('[]')
    }
    return ran
  }

  it('are used once two lists have seen the same state', async () => {
    expect(await statementsFor(['a', 'a', 'a', 'a'])).toEqual(['count', 'count', '1 in a', '2 in a'])
  })

  it('are not used after a change, until two lists have seen the same state again', async () => {
    const states = ['a', 'a', 'a', 'b', 'c', 'd', 'd', 'd']
    const ran = ['count', 'count', '1 in a', '2 in a', 'count', 'count', 'count', '6 in d']
    expect(await statementsFor(states)).toEqual(ran)
  })

  it('are not kept if the database does not know its state', async () => {
    expect(await statementsFor(['', '', ''])).toEqual(['count', 'count', 'count'])
  })
})
