import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LeaseLost, numberEvents, renewLease, takeLease } from '@content-api/engine/outbox'
import { databases } from '../../../../tests/support/postgres.js'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { OutboxSignal } from '@content-api/core/outbox/outbox-signal'
import { Deliverer } from '@content-api/capabilities/webhooks/deliverer'
import type { Send, WebhookRequest, WebhookResponse } from '@content-api/capabilities/webhooks/send'
import { mostAttempts } from '@content-api/capabilities/webhooks/waits'
import { TestClock } from '../support/test-clock.js'

const uid = 'api::note.note'
const note = {
  kind: 'collectionType',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  attributes: { title: { type: 'string' } },
} as const

const ok: WebhookResponse = { status: 200, text: 'ok' }
const failed: WebhookResponse = { status: 500, text: 'broken' }
const minute = 60_000

describe.each(await databases())('the deliverer on $name', ({ connection }) => {
  let api: ContentApi
  let clock: TestClock
  let received: { readonly hook: string; readonly id: number; readonly title: string }[]
  let respond: (request: WebhookRequest & { hook: string; title: string }) => WebhookResponse | Promise<WebhookResponse>
  let running: Deliverer[] = []
  /** Called after each request. */
  let heard: () => unknown = () => undefined
  const warnings: string[] = []
  beforeAll(async () => {
    api = await createContentApi({
      contentTypes: { [uid]: note },
      database: connection,
      config: {
        webhooks: ['a', 'b'].map((name) => ({ name, url: `https://${name}.example` })),
        log: { level: 'silent' },
      },
      bootstrap: false,
    })
  })
  afterAll(() => api.close())
  beforeEach(() => {
    clock = new TestClock()
    received = []
    warnings.length = 0
    respond = () => ok
    heard = () => undefined
  })
  afterEach(async () => {
    await Promise.all(running.map((deliverer) => deliverer.close()))
    running = []
  })

  const send: Send = async (request) => {
    const hook = new URL(request.url).hostname.replace('.example', '')
    const { entry } = JSON.parse(request.body) as { entry: { id: number; title: string } }
    const response = await respond({ ...request, hook, title: entry.title })
    if (response.status === 200) received.push({ hook, id: entry.id, title: entry.title })
    heard()
    return response
  }
  const deliver = ({ config, database } = api) => {
    const signal = new OutboxSignal(database)
    const hooks = config.webhooks
    const warn = (message: string) => void warnings.push(message)
    const deliverer = new Deliverer({ database, hooks, config, signal, clock, send, random: () => 0.5, warn })
    running.push(deliverer)
    deliverer.start()
    return deliverer
  }
  const write = async (path: string, data: object, method = 'POST', to = api) => {
    const init = { method, body: JSON.stringify({ data }), headers: { 'content-type': 'application/json' } }
    const response = await to.fetch(new Request(`http://localhost/api${path}`, init))
    return ((await response.json()) as { data: { id: number } }).data.id
  }
  /** Waits until all loops wait: that of the lease and one for each webhook. */
  const settled = () => clock.waiting(3)
  const pass = async (milliseconds: number, steps = 12) => {
    for (let step = 0; step < steps; step++) {
      await settled()
      clock.move(milliseconds / steps)
    }
    await settled()
  }
  const titles = (hook: string, id?: number) =>
    received.filter((one) => one.hook === hook && (id === undefined || one.id === id)).map(({ title }) => title)
  const stored = async () =>
    (await api.webhooks.deliveries()).map(({ hook, state, attempts }) => [hook, state, attempts])

  it('delivers in the order of each entry, also to a receiver that was away for an hour', async () => {
    let isAway = true
    respond = ({ hook }) => (isAway && hook === 'a' ? failed : ok)
    const first = await write('/notes', { title: '1' })
    const second = await write('/notes', { title: '2' })
    await write(`/notes/${first}`, { title: '1b' }, 'PUT')
    deliver()
    await settled()
    expect(titles('b')).toEqual(['1', '2', '1b'])
    await pass(60 * minute)
    expect(titles('a')).toEqual([])
    isAway = false
    await pass(60 * minute)
    expect(titles('a', first)).toEqual(['1', '1b'])
    expect(titles('a', second)).toEqual(['2'])
    expect(await stored()).toEqual([])
  })

  it('sends several events of an entry before it stores the results, but not for longer than a second', async () => {
    const id = await write('/notes', { title: '1' })
    for (const title of ['2', '3', '4', '5']) await write(`/notes/${id}`, { title }, 'PUT')
    const waiting: Record<string, number> = {}
    respond = async ({ hook, title }) => {
      if (hook === 'a') waiting[title] = (await stored()).filter(([of]) => of === 'a').length
      if (hook === 'a' && title === '3') clock.move(1_000)
      return ok
    }
    deliver()
    await settled()
    expect(titles('a')).toEqual(['1', '2', '3', '4', '5'])
    expect(waiting).toEqual({ 1: 5, 2: 5, 3: 5, 4: 2, 5: 2 })
  })

  it('does not let a webhook wait for another one that hangs', async () => {
    let end = () => {}
    respond = ({ hook }) => (hook === 'a' ? new Promise((resolve) => (end = () => resolve(failed))) : ok)
    const id = await write('/notes', { title: 'x' })
    await write(`/notes/${id}`, { title: 'y' }, 'PUT')
    const both = new Promise<void>((resolve) => (heard = () => titles('b').length === 2 && resolve()))
    deliver()
    await both
    expect(titles('b')).toEqual(['x', 'y'])
    respond = () => ok
    end()
    await pass(minute)
    expect(titles('a')).toEqual(['x', 'y'])
  })

  it('gives up after the last attempt, and delivers later events then', async () => {
    respond = ({ hook, title }) => (hook === 'a' && title === 'bad' ? failed : ok)
    const id = await write('/notes', { title: 'bad' })
    await write(`/notes/${id}`, { title: 'good' }, 'PUT')
    deliver()
    for (let hour = 0; hour < 16; hour++) await pass(60 * minute, 2)
    expect(titles('a')).toEqual([])
    expect(await stored()).toEqual([
      ['a', 'waiting', 0],
      ['a', 'waiting', mostAttempts - 1],
    ])
    await pass(8 * 60 * minute)
    expect(titles('a')).toEqual(['good'])
    expect(await stored()).toEqual([['a', 'dead', mostAttempts]])
    expect(warnings).toEqual([expect.stringContaining('content-api webhooks retry a')])
    respond = () => ok
    expect(await api.webhooks.retry({ name: 'a' })).toBe(1)
    await pass(minute)
    expect(titles('a')).toEqual(['good', 'bad'])
  })

  it('leaves the work to the process with the lease', async () => {
    await write('/notes', { title: 'x' })
    const other = await api.database.write((transaction) =>
      takeLease(transaction, { name: 'webhooks', holder: 'other', now: clock.now(), milliseconds: 30_000 }),
    )
    if (!other) throw new Error('The lease is held')
    deliver()
    await clock.waiting(1)
    expect(received).toEqual([])
    clock.move(30_000)
    await settled()
    expect(titles('a')).toEqual(['x'])
    const renewed = api.database.write((transaction) => renewLease(transaction, other, clock.now() + 30_000))
    await expect(renewed).rejects.toThrow(LeaseLost)
  })

  it('delivers after the clock was set back, with and without the process that held the lease', async () => {
    deliver()
    await settled()
    clock.set(-60 * minute)
    const id = await write('/notes', { title: 'held' })
    await pass(minute)
    expect(titles('a')).toEqual(['held'])
    // A process that was killed has released no lease.
    for (const deliverer of running) await deliverer.close()
    running = []
    const killed = await api.database.write((transaction) =>
      takeLease(transaction, { name: 'webhooks', holder: 'killed', now: clock.now(), milliseconds: 30_000 }),
    )
    expect(killed).not.toBeNull()
    clock.set(-60 * minute)
    await write(`/notes/${id}`, { title: 'free' }, 'PUT')
    deliver()
    await pass(minute)
    expect(titles('a')).toEqual(['held', 'free'])
  })

  it('repeats failed deliveries in time after the clock was set back', async () => {
    respond = ({ hook }) => (hook === 'a' ? failed : ok)
    const id = await write('/notes', { title: 'failed' })
    deliver()
    await pass(minute)
    await write(`/notes/${id}`, { title: 'next' }, 'PUT')
    await pass(minute)
    respond = () => ok
    clock.set(-24 * 60 * minute)
    await pass(5 * minute)
    expect(titles('a')).toEqual(['failed', 'next'])
  })

  it('repeats a request that the end of the service has cancelled', async () => {
    let began = () => {}
    const beginning = new Promise<void>((resolve) => (began = resolve))
    respond = ({ signal }) => {
      began()
      return new Promise((resolve) => {
        if (signal?.aborted) resolve(failed)
        signal?.addEventListener('abort', () => resolve(failed))
      })
    }
    await write('/notes', { title: 'x' })
    const deliverer = deliver()
    await beginning
    const closed = deliverer.close()
    clock.move(3_000)
    await closed
    running = []
    respond = () => ok
    expect(await stored()).toContainEqual(['a', 'waiting', 0])
    deliver()
    await settled()
    expect(titles('a')).toEqual(['x'])
    await api.database.write(numberEvents)
  })

  it('starts a new webhook with the next event, also one that was away', async () => {
    const open = (...names: readonly string[]) => {
      const webhooks = names.map((name) => ({ name, url: `https://${name}.example` }))
      const config = { events: true, webhooks, log: { level: 'silent' } } as const
      return createContentApi({ contentTypes: { [uid]: note }, database: connection, config, bootstrap: false })
    }
    const writeWith = async (title: string, ...names: readonly string[]) => {
      const service = await open(...names)
      await write('/notes', { title }, 'POST', service)
      return service
    }
    const services = [await writeWith('before')]
    services.push(await writeWith('first', 'c'), await writeWith('second', 'c', 'd'))
    services.push(await writeWith('away', 'd'), await writeWith('back', 'c', 'd'))
    deliver(services.at(-1))
    await settled()
    expect({ c: titles('c'), d: titles('d') }).toEqual({ c: ['back'], d: ['second', 'away', 'back'] })
    for (const service of services) await service.close()
  })
})
