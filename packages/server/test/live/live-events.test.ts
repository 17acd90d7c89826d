import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deleteOldEvents } from '@content-api/engine/outbox'
import { databases } from '../../../../tests/support/postgres.js'
import { type ContentApi, createContentApi, type ExtensionHost } from '../../src/index.js'
import { EventReader, type LiveEvent } from '../support/event-reader.js'

const type = (name: string, more: object = {}) => ({
  kind: 'collectionType',
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes: { title: { type: 'string' } },
  ...more,
})
const contentTypes = {
  'api::note.note': type('note', { options: { draftAndPublish: true } }),
  'api::secret.secret': type('secret'),
  'api::guarded.guarded': type('guarded'),
} as const

describe.each(await databases())('live events on $name', ({ connection }) => {
  let api: ContentApi
  let strapi: ExtensionHost
  let editor: string
  beforeAll(async () => {
    api = await createContentApi({
      contentTypes,
      database: connection,
      config: {
        events: true,
        log: { level: 'silent' },
        limits: { eventClientsPerCaller: 2, eventClients: 4 },
        auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
        permissions: {
          public: ['api::note.note.find', 'api::note.note.findOne', 'api::guarded.guarded.find'],
        },
      },
      register: (tools) => void (strapi = tools.strapi),
      routes: [
        {
          method: 'GET',
          path: '/guardeds',
          handler: 'api::guarded.guarded.find',
          config: { policies: [() => false] },
        },
      ],
    })
    editor = await api.accounts.createToken({ name: 'editor', type: 'full-access' })
  })
  afterAll(() => api.close())

  const request = (query = '', headers: Record<string, string> = {}) =>
    api.fetch(new Request(`http://localhost/content-api/events${query}`, { headers }))
  const listen = async (query?: string, headers?: Record<string, string>) => {
    const response = await request(query, headers)
    expect(response.status).toBe(200)
    const reader = new EventReader(response)
    // The service may have closed it with an error.
    onTestFinished(() => reader.close().catch(() => undefined))
    return reader
  }
  const create = async (uid: string, data: Readonly<Record<string, unknown>>) =>
    (await strapi.entityService.create(uid, { data })).id
  const published = { publishedAt: '2026-01-01T00:00:00.000Z' }

  it('sends writes as they happen, with ids and types only', async () => {
    const events = await listen()
    const id = await create('api::note.note', { title: 'a', ...published })
    await strapi.entityService.delete('api::note.note', id)
    const [first, second] = await events.take(2)
    expect(first).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/) as string,
      event: 'entry.create',
      data: {
        event: 'entry.create',
        type: 'api::note.note',
        collection: 'notes',
        id,
        version: expect.any(String) as string,
        at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
    })
    expect(second).toMatchObject({ event: 'entry.delete', data: { id } })
  })

  it('resumes after the last event, or asks to read again', async () => {
    const events = await listen()
    const start = await events.firstId()
    const ids = [await create('api::note.note', { ...published }), await create('api::note.note', { ...published })]
    const [first] = await events.take(2)
    await events.close()
    const resumed = await listen('', { 'last-event-id': first?.id ?? '' })
    expect(await resumed.next()).toMatchObject({ data: { id: ids[1] } })
    await api.database.write((transaction) => deleteOldEvents(transaction, { before: 0, most: 1 }))
    await resumed.close()
    // One before deleted events, ids of earlier versions and one of another service.
    for (const id of [start ?? '', '1', '122', 'A'.repeat(22)]) {
      const late = await listen('', { 'last-event-id': id })
      expect(await late.next()).toMatchObject({ event: 'reset', data: {} })
      await late.close()
    }
  })

  it('has ids that reveal nothing about hidden writes', async () => {
    const idOf = async (reader: EventReader) => (await reader.firstId()) ?? ''
    const ids = []
    for (const hidden of [0, 0, 3]) {
      for (let count = 0; count < hidden; count++) await create('api::secret.secret', { title: 's' })
      const [one, two] = [await listen(), await listen('', { 'last-event-id': '1' })]
      ids.push(await idOf(one), await idOf(two), (await two.next())?.id ?? '')
      await one.close()
      await two.close()
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids.map(({ length }) => length))).toEqual(new Set([22]))
    // Each of them is a place to resume after.
    const id = await create('api::note.note', { ...published })
    for (const after of ids) {
      const resumed = await listen('', { 'last-event-id': after })
      expect(await resumed.next()).toMatchObject({ event: 'entry.create', data: { id } })
      await resumed.close()
    }
  })

  it('closes connections whose credentials are no longer valid, also idle ones', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const custom = { type: 'custom', permissions: ['api::note.note.find'] } as const
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const token = await api.accounts.createToken({ name: 'short', ...custom })
    const expiring = await api.accounts.createToken({
      name: 'expiring',
      ...custom,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    const closed = [await listen('', bearer(token)), await listen('', bearer(expiring))]
    const open = await listen('', bearer(editor))
    await api.accounts.revokeToken('short')
    vi.setSystemTime(Date.now() + 7_200_000)
    await vi.advanceTimersByTimeAsync(15_000)
    for (const reader of closed) await expect(reader.next()).rejects.toThrow('no longer valid')
    const id = await create('api::note.note', { ...published })
    expect(await open.next()).toMatchObject({ data: { id } })
  })

  it('resumes after more events than may wait for a client that is up to date', async () => {
    const events = await listen()
    await create('api::note.note', { ...published })
    const [first] = await events.take(1)
    await events.close()
    const missed = Array.from({ length: 500 }, () => create('api::note.note', { ...published }))
    const ids = await Promise.all(missed)
    const resumed = await listen('', { 'last-event-id': first?.id ?? '' })
    expect(new Set((await resumed.take(500)).map(({ data }) => data?.['id']))).toEqual(new Set(ids))
  })

  it('sends nothing that the caller may not read', async () => {
    const [all, open] = [await listen('', { authorization: `Bearer ${editor}` }), await listen()]
    const drafts = await listen('?types=notes&publicationState=preview')
    const secret = await create('api::secret.secret', { title: 's' })
    await create('api::guarded.guarded', { title: 'g' })
    const draft = await create('api::note.note', { title: 'draft', publishedAt: null })
    await strapi.entityService.delete('api::note.note', draft)
    const id = await create('api::note.note', { ...published })
    const of = (list: readonly LiveEvent[]) => list.map(({ data }) => [data?.['type'], data?.['id']])
    // A policy guards `find`, but the token may use `findOne`.
    expect(of(await all.take(3))).toEqual([
      ['api::secret.secret', secret],
      ['api::guarded.guarded', 1],
      ['api::note.note', id],
    ])
    expect(of(await open.take(1))).toEqual([['api::note.note', id]])
    expect(of(await drafts.take(3))).toEqual([draft, draft, id].map((entry) => ['api::note.note', entry]))
  })

  it.each([
    ['?types=notess', 400, 'Did you mean notes?'],
    ['?type=notes', 400, 'Invalid parameter type'],
    ['?publicationState=x', 400, 'must be live or preview'],
    ['?types=secrets', 400, 'has no content type \\"secrets\\" that you may read"'],
    ['?types=guardeds', 400, 'has no content type \\"guardeds\\" that you may read"'],
    ['?types=secretz', 400, 'has no content type \\"secretz\\" that you may read"'],
    ['?types=api::secret.secret', 400, 'has no content type \\"api::secret.secret\\" that you may read"'],
    ['?types=api::secret.secre', 400, 'has no content type \\"api::secret.secre\\" that you may read"'],
  ])('rejects %s with %i', async (query, status, message) => {
    const response = await request(query)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(message)
  })

  it('limits clients, and ends when the service does', async () => {
    const bearer = { authorization: `Bearer ${editor}` }
    const readers = [await listen(), await listen(), await listen('', bearer)]
    const limited = await request()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30'])
    readers.push(await listen('', bearer))
    const user = await api.accounts.createToken({ name: 'other', type: 'full-access' })
    expect((await request('', { authorization: `Bearer ${user}` })).status).toBe(503)
    await api.close()
    for (const reader of readers) expect(await reader.next()).toBeNull()
  })
})
