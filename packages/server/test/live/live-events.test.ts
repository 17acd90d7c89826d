import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
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
    onTestFinished(() => reader.close())
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
      id: expect.stringMatching(/^\d+$/) as string,
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
    const ids = [await create('api::note.note', { ...published }), await create('api::note.note', { ...published })]
    const [first] = await events.take(2)
    await events.close()
    const resumed = await listen('', { 'last-event-id': first?.id ?? '' })
    expect(await resumed.next()).toMatchObject({ data: { id: ids[1] } })
    await api.database.write((transaction) => deleteOldEvents(transaction, { before: 0, most: 1 }))
    await resumed.close()
    const late = await listen('', { 'last-event-id': '1' })
    expect(await late.next()).toMatchObject({ event: 'reset', data: {} })
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
    await create('api::secret.secret', { title: 's' })
    await create('api::guarded.guarded', { title: 'g' })
    const draft = await create('api::note.note', { title: 'draft', publishedAt: null })
    await strapi.entityService.delete('api::note.note', draft)
    const id = await create('api::note.note', { ...published })
    const of = (list: readonly LiveEvent[]) => list.map(({ data }) => [data?.['type'], data?.['id']])
    // A policy guards `find`, but the token may use `findOne`.
    expect(of(await all.take(3))).toEqual([
      ['api::secret.secret', 1],
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
    ['?types=secrets', 403, 'Forbidden'],
    ['?types=guardeds', 403, 'Forbidden'],
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
