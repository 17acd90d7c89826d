import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@content-api/engine/database'
import { hasUnnumbered, numberEvents } from '@content-api/engine/outbox'
import type { Readable as ReadablePlan } from '../../../engine/src/database/database.js'
import type { ReadId } from '../../../engine/src/plan/read-plan.js'
import { statementOf } from '../../../engine/src/read/read.js'
import { databases } from '../../../../tests/support/postgres.js'
import { callerWith } from '@content-api/capabilities/accounts/identify'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { createEventIds } from '@content-api/capabilities/live/event-ids'
import { LiveEvents } from '@content-api/capabilities/live/live-events'
import { OutboxSignal } from '@content-api/core/outbox/outbox-signal'
import { ownDatabase } from '../support/own-database.js'

const readable = 'api::note.note'
const hidden = 'api::secret.secret'
const page = 100

describe.each(await databases())('clients that resume on $name', ({ connection }) => {
  let api: ContentApi
  let signal: OutboxSignal
  let live: LiveEvents
  /** Reads of clients that resume: how many have begun, and run now and at most. */
  const reads = { begun: 0, running: 0, most: 0, order: [] as string[] }

  /** Reads for all clients, which have no filter. They wait while it is set. */
  const shared = { held: null as Promise<void> | null, waiting: 0, ended: 0 }

  /** Counts the reads of a filtered page or count. */
  function counted(database: Database): Database {
    const read = async (plan: ReadablePlan, id?: ReadId) => {
      const { sql, values } = statementOf(plan, database, id)
      if (!sql.includes('"type" IN')) {
        shared.waiting += 1
        await shared.held
        return database.read(plan, id).finally(() => (shared.ended += 1))
      }
      reads.begun += 1
      reads.order.push(String(values.find((value) => String(value).startsWith('api::'))))
      reads.most = Math.max(reads.most, ++reads.running)
      try {
        return await database.read(plan, id)
      } finally {
        reads.running -= 1
      }
    }
    return new Proxy(database, {
      get(target, key) {
        if (key === 'read') return read
        const value = Reflect.get(target, key) as unknown
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }

  const add = (type: string, count: number) =>
    api.database.write(async (transaction) => {
      await transaction.query({
        sql: `INSERT INTO _outbox_events (name, type, entry, live, at)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
          SELECT 'entry.update', '${type}', i, 1, 1767225600000 FROM n`,
        values: [],
      })
      while (await hasUnnumbered(transaction)) await numberEvents(transaction)
    })

  beforeAll(async () => {
    api = await createContentApi({ contentTypes: {}, database: connection, config: { log: { level: 'silent' } } })
    signal = new OutboxSignal(api.database)
    const limits = { eventClients: 100, eventClientsPerCaller: 100 }
    const ids = createEventIds(['a-secret'])
    const warn = (message: string) => expect.fail(message)
    live = new LiveEvents({ database: counted(ownDatabase(api)), signal, ids, limits, warn })
    await add(readable, 1)
  })
  afterAll(async () => {
    live.end()
    await api.close()
  })

  const opened: Readable[] = []
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.destroy()
    Object.assign(reads, { begun: 0, most: 0, order: [] })
  })
  const caller = callerWith({ key: 'all', may: () => true }, 'token')
  const open = async (after: number | null, types = [readable], key = 'a') => {
    const identify = () => Promise.resolve(caller)
    const filterFor = () => ({ types, drafts: false })
    const stream = await live.open({ key, credentials: key, identify, filterFor, caller, after })
    opened.push(stream)
    stream.setEncoding('utf8')
    return stream
  }
  /** Reads until the text has so many events. */
  const eventsOf = async (stream: Readable, count: number) => {
    let text = ''
    for await (const part of stream.iterator({ destroyOnReturn: false })) {
      text += String(part)
      if (text.split('\ndata: ').length > count) break
    }
    return text.match(/^event: .*$/gm) ?? []
  }

  it('get a reset after more than 5,000 events that they may hear of, whatever else was written', async () => {
    await add(hidden, 5_100)
    await add(readable, 2)
    expect(await eventsOf(await open(1), 2)).toEqual(['event: entry.update', 'event: entry.update'])
    expect(reads.begun).toBe(2)
    expect(await eventsOf(await open(1, [hidden]), 1)).toEqual(['event: reset'])
    expect(reads.begun).toBe(3)
    const both = await open(1, [readable, hidden])
    expect(await eventsOf(both, 1)).toEqual(['event: reset'])
    await add(readable, 1)
    signal.notify()
    expect(await eventsOf(both, 1)).toEqual(['event: entry.update'])
  })

  it('read one page at a time, and callers alternate', async () => {
    await add(readable, 3 * page)
    await add(hidden, 2 * page)
    const many = await Promise.all(Array.from({ length: 20 }, () => open(1)))
    const other = await open(5_200, [hidden], 'b')
    await Promise.all([...many.map((stream) => eventsOf(stream, 3 * page)), eventsOf(other, 2 * page)])
    expect(reads.most).toBe(1)
    expect(reads.begun).toBeLessThanOrEqual(20 * 5 + 4)
    const own = reads.order.flatMap((type, at) => (type === hidden ? [at] : []))
    // If clients alternated, each page of the other caller would come after 20 pages.
    expect((own.at(-1) ?? 0) - (own[0] ?? 0)).toBeLessThan(20)
  })

  it('hold one page each while they do not read, and nobody waits for them', async () => {
    const idle = await Promise.all(Array.from({ length: 20 }, () => open(1)))
    await expect.poll(() => [reads.begun >= 20 * 2, reads.running]).toEqual([true, 0])
    const awake = await open(null, [readable], 'b')
    for (let write = 1; write <= 10; write++) {
      await add(readable, page)
      signal.notify()
      expect(await eventsOf(awake, page)).toHaveLength(page)
    }
    expect(reads.begun).toBe(20 * 2)
    // A page of 100 events of 200 bytes.
    for (const stream of idle) expect(stream.readableLength).toBeLessThan(30_000)
  })

  it('begin at their own position while a read for clients that have left still runs', async () => {
    const first = await open(null)
    await expect.poll(() => shared.waiting - shared.ended).toBe(0)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    Object.assign(shared, { held, waiting: 0, ended: 0 })
    await add(readable, 1)
    signal.notify()
    await expect.poll(() => shared.waiting).toBe(1)
    first.destroy()
    shared.held = null
    release()
    await expect.poll(() => shared.waiting - shared.ended).toBe(0)
    // A client that begins with an earlier position than that of all clients counts the events first.
    expect(await eventsOf(await open(1), 1)).toHaveLength(page)
    expect(reads.begun).toBe(2)
  })
})
