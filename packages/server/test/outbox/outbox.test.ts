import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldEvents, numberEvents, readEventsAfter, readOutboxRange } from '@content-api/engine/outbox'
import { databases } from '../../../../tests/support/postgres.js'
import { type ConfigInput, type ContentApi, createContentApi, type ExtensionHost } from '../../src/index.js'
import { multipart } from '../support/multipart.js'

const note = {
  uid: 'api::note.note',
  schema: {
    kind: 'collectionType',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    options: { draftAndPublish: true },
    attributes: { title: { type: 'string' }, secret: { type: 'string', private: true } },
  },
} as const

const hook = { name: 'site', url: 'https://app.example/hook' }

describe.each(await databases())('the outbox on $name', ({ connection }) => {
  const uploads = mkdtempSync(join(tmpdir(), 'outbox-'))
  let strapi: ExtensionHost
  let api: ContentApi
  const open = async (config: ConfigInput) => {
    api = await createContentApi({
      contentTypes: { [note.uid]: note.schema },
      database: connection,
      config: { upload: { directory: uploads }, log: { level: 'silent' }, ...config },
      bootstrap: false,
      register: (tools) => void (strapi = tools.strapi),
    })
    return api
  }
  beforeAll(() => open({ events: true, webhooks: [{ ...hook, types: [note.uid, 'plugin::upload.file'] }] }))
  afterAll(async () => {
    await api.close()
    rmSync(uploads, { recursive: true, force: true })
  })

  const send = async (path: string, init: RequestInit = {}) => {
    const response = await api.fetch(new Request(`http://localhost${path}`, { method: 'POST', ...init }))
    return { status: response.status, body: (await response.json()) as { data: { id: number } } }
  }
  const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const recorded = async (after: number) => {
    await api.database.write(numberEvents)
    return readEventsAfter(api.database, { after, most: 100 })
  }
  /** Returns the events of some work, without positions and times. */
  const eventsOf = async (work: () => Promise<unknown>) => {
    await api.database.write(numberEvents)
    const { last } = await readOutboxRange(api.database)
    await work()
    return (await recorded(last)).map(({ position: _, at: __, version: ___, ...event }) => event)
  }

  it('records writes of REST, with publications', async () => {
    let id = 0
    const events = await eventsOf(async () => {
      id = (await send('/api/notes', json({ data: { title: 'a', publishedAt: null } }))).body.data.id
      const change = (data: unknown) => send(`/api/notes/${id}`, { method: 'PUT', ...json({ data }) })
      await change({ title: 'b' })
      await change({ publishedAt: '2026-01-01T00:00:00.000Z' })
      await change({ publishedAt: null })
      await send(`/api/notes/${id}`, { method: 'DELETE' })
    })
    const event = (name: string, live: boolean) => ({ name, type: note.uid, entry: id, locale: null, live })
    expect(events).toEqual([
      event('entry.create', false),
      event('entry.update', false),
      event('entry.update', true),
      event('entry.publish', true),
      event('entry.update', true),
      event('entry.unpublish', true),
      event('entry.delete', false),
    ])
  })

  it('records writes of GraphQL, of project code, of users, of files and of imports', async () => {
    const events = await eventsOf(async () => {
      await send('/graphql', json({ query: 'mutation { createNote(data: { title: "g" }) { data { id } } }' }))
      const { id } = await strapi.entityService.create(note.uid, { data: { title: 'p' } })
      await strapi.db.query(note.uid).delete({ where: { id } })
      await api.accounts.createUser({ username: 'ann', email: 'ann@example.com' })
      const { body, contentType } = multipart([{ name: 'files', filename: 'a.txt', type: 'text/plain', value: 'a' }])
      await send('/api/upload', { body: Uint8Array.from(body), headers: { 'content-type': contentType } })
      await api.importEntries([{ type: note.uid, id: 900, attributes: { title: 'i' } }])
    })
    expect(events.map(({ name, type }) => `${name} ${type}`)).toEqual([
      `entry.create ${note.uid}`,
      `entry.create ${note.uid}`,
      `entry.delete ${note.uid}`,
      'entry.create plugin::users-permissions.user',
      'media.create plugin::upload.file',
      `entry.import ${note.uid}`,
    ])
  })

  it('records nothing of a write that is rolled back', async () => {
    const events = await eventsOf(async () => {
      const { status } = await send('/api/notes', json({ data: { title: 1 } }))
      expect(status).toBe(400)
      const write = strapi.db.transaction(async () => {
        await strapi.entityService.create(note.uid, { data: { title: 'rolled back' } })
        throw new Error('no')
      })
      await expect(write).rejects.toThrow('no')
    })
    expect(events).toEqual([])
  })

  it('keeps the newest events, and at least one', async () => {
    for (const title of ['1', '2', '3']) await send('/api/notes', json({ data: { title } }))
    const { last } = await readOutboxRange(api.database)
    const drop = (before: number, most: number) =>
      api.database.write((transaction) => deleteOldEvents(transaction, { before, most }))
    await api.database.write(numberEvents)
    await drop(0, 2)
    expect(await recorded(0)).toHaveLength(2)
    await drop(Date.now() + 1_000, 100)
    const range = await readOutboxRange(api.database)
    expect(range.first).toBe(range.last)
    expect(range.last).toBeGreaterThanOrEqual(last)
  })

  it('adds one statement for each event, and none without webhooks and events', async () => {
    const statementsOf = async (config: ConfigInput) => {
      await api.close()
      await open(config)
      const { id } = (await send('/api/notes', json({ data: { title: 'first' } }))).body.data
      const before = api.database.statements()
      await send('/api/notes', json({ data: { title: 'second' } }))
      await send(`/api/notes/${id}`, { method: 'PUT', ...json({ data: { title: 'changed' } }) })
      await send(`/api/notes/${id}`, { method: 'DELETE' })
      const statements = api.database.statements() - before
      return { statements, range: await readOutboxRange(api.database) }
    }
    const disabled = {
      webhooks: [
        { ...hook, enabled: false },
        { ...hook, name: 'other', enabled: false },
      ],
    }
    const none = await statementsOf({})
    const off = await statementsOf(disabled)
    const other = await statementsOf({ webhooks: [{ ...hook, types: ['plugin::upload.file'] }] })
    expect(off).toEqual(none)
    expect(other).toEqual(none)
  })
})
