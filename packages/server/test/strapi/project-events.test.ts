import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type ExtensionHost } from '../../src/index.js'
import { multipart } from '../support/multipart.js'
import { databases } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const note = 'api::note.note'
const files: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'config/server.js': `
    module.exports = {
      cron: { tasks: { tick: { task: ({ strapi }) => strapi.eventHub.emit('tick', strapi.config.get('server.cron.enabled', 'unset')), options: '* * * * * *' } } },
    }`,
  'src/api/note/content-types/note/schema.json': JSON.stringify({
    info: { singularName: 'note', pluralName: 'notes' },
    options: { draftAndPublish: true },
    attributes: { title: { type: 'string' }, secret: { type: 'string', private: true } },
  }),
  'src/api/note/content-types/note/lifecycles.js': `
    const { ApplicationError } = require('@strapi/utils').errors
    module.exports = {
      async afterCreate({ result }) {
        if (result.title === 'rejected') throw new ApplicationError('no')
        if (result.title !== 'outer') return
        await strapi.entityService.create('${note}', { data: { title: 'inner' } })
        await strapi.entityService.create('${note}', { data: { title: 'rejected' } }).catch(() => undefined)
      },
    }`,
}

describe.each(await databases())('strapi.eventHub on $name', ({ connection }) => {
  const project = mkdtempSync(join(tmpdir(), 'events-'))
  let api: ContentApi
  let strapi: ExtensionHost
  let heard: (readonly [name: string, payload: Record<string, unknown>])[] = []
  let changed = () => {}
  let end: () => void
  beforeAll(async () => {
    await writeProject(project, files)
    api = await createContentApi({
      project,
      database: connection,
      config: { upload: { directory: join(project, 'uploads') } },
      register: (tools) => void (strapi = tools.strapi),
    })
    end = strapi.eventHub.subscribe((name: string, payload: Record<string, unknown>) => {
      heard.push([name, payload])
      changed()
    })
  })
  afterEach(() => void (heard = []))
  afterAll(async () => {
    await api.close()
    rmSync(project, { recursive: true, force: true })
  })

  const send = async (method: string, path: string, data?: object) => {
    const body =
      data === undefined ? {} : { body: JSON.stringify({ data }), headers: { 'content-type': 'application/json' } }
    return api.fetch(new Request(`http://localhost/api${path}`, { method, ...body }))
  }
  /** Resolves when this many events were heard. Listeners run after the response. */
  const hearing = (count: number) =>
    new Promise<void>((resolve) => {
      changed = () => heard.length === count && resolve()
      changed()
    })
  const names = () => heard.map(([name]) => name)

  it('gets the writes of REST with the entry, without private attributes', async () => {
    const created = await send('POST', '/notes', { title: 'a', secret: 's' })
    const { data } = (await created.json()) as { data: { id: number } }
    await hearing(1)
    const [event] = heard
    const entry = {
      id: data.id,
      title: 'a',
      publishedAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    }
    expect(heard).toEqual([['entry.create', { model: 'note', uid: note, entry }]])
    expect(event?.[1]['entry']).not.toHaveProperty('secret')
    await send('PUT', `/notes/${data.id}`, { title: 'b' })
    await send('DELETE', `/notes/${data.id}`)
    await hearing(3)
    expect(heard.slice(1)).toMatchObject([
      ['entry.update', { entry: { id: data.id, title: 'b' } }],
      ['entry.delete', { entry: { id: data.id, title: 'b' } }],
    ])
  })

  it('gets publish and unpublish when an update changes the state', async () => {
    const { id } = await strapi.entityService.create(note, { data: { title: 'draft' } })
    await strapi.entityService.update(note, id, { data: { publishedAt: new Date() } })
    await strapi.entityService.update(note, id, { data: { title: 'still' } })
    await strapi.entityService.update(note, id, { data: { publishedAt: null } })
    const updates = ['entry.update', 'entry.publish', 'entry.update', 'entry.update', 'entry.unpublish']
    await hearing(6)
    expect(names()).toEqual(['entry.create', ...updates])
    expect(heard[5]).toMatchObject(['entry.unpublish', { model: 'note', entry: { id, publishedAt: null } }])
  })

  it('gets events after the commit, and none of what is rolled back', async () => {
    const seen: unknown[] = []
    const off = strapi.eventHub.on('entry.create', async ({ entry }) => {
      const found = await strapi.entityService.findOne(note, entry.id)
      seen.push([entry.title, found !== null])
    })
    await strapi.db.transaction(async () => {
      await strapi.entityService.create(note, { data: { title: 'in a transaction' } })
      expect(heard).toEqual([])
    })
    const failing = strapi.db.transaction(async () => {
      await strapi.entityService.create(note, { data: { title: 'undone' } })
      throw new Error('undo')
    })
    await expect(failing).rejects.toThrow('undo')
    const rejected = await send('POST', '/notes', { title: 'rejected' })
    expect(rejected.status).toBe(400)
    await send('POST', '/notes', { title: 'outer' })
    await hearing(3)
    const titles = heard.map(([, { entry }]) => (entry as { title: string }).title)
    expect(titles.toSorted()).toEqual(['in a transaction', 'inner', 'outer'])
    off()
    expect(seen.every((each) => (each as [string, boolean])[1])).toBe(true)
  })

  it('gets the changes of files', async () => {
    const { body, contentType } = multipart([{ name: 'files', filename: 'a.txt', type: 'text/plain', value: 'hello' }])
    const form = { method: 'POST', headers: { 'content-type': contentType }, body: new Uint8Array(body) }
    const response = await api.fetch(new Request('http://localhost/api/upload', form))
    const [file] = (await response.json()) as [{ id: number }]
    const service = strapi.plugin('upload').service('upload')
    await service.updateFileInfo(file.id, { alternativeText: 'text' })
    await service.remove({ id: file.id })
    await hearing(3)
    expect(heard).toMatchObject([
      ['media.create', { media: { id: file.id, name: 'a.txt' } }],
      ['media.update', { media: { id: file.id, alternativeText: 'text' } }],
      ['media.delete', { media: { id: file.id } }],
    ])
  })

  it('removes listeners, and fails no request for a listener', async () => {
    const calls: unknown[] = []
    const listener = (value: unknown) => void calls.push(value)
    strapi.eventHub.once('own', listener)
    strapi.eventHub.on('own', listener)
    await strapi.eventHub.emit('own', 1)
    strapi.eventHub.off('own', listener)
    await strapi.eventHub.emit('own', 2)
    expect(calls).toEqual([1, 1])
    const off = strapi.eventHub.on('entry.create', () => {
      throw new Error('the listener fails')
    })
    expect((await send('POST', '/notes', { title: 'c' })).status).toBe(200)
    await expect(strapi.eventHub.emit('entry.create', {})).rejects.toThrow('the listener fails')
    off()
  })

  it('gets what cron tasks emit, after they were started', async () => {
    expect(strapi.cron.jobs).toMatchObject([{ name: 'tick' }])
    const ticked = new Promise((resolve) => strapi.eventHub.once('tick', resolve))
    api.startTasks()
    expect(await ticked).toBe('unset')
    api.stopTasks()
  })

  it('ends a subscription', async () => {
    end()
    await strapi.eventHub.emit('own')
    expect(heard).toEqual([])
  })
})
