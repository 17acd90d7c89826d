import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const createdAt = '2001-02-03T04:05:06.000Z'
const updatedAt = '2002-03-04T05:06:07.000Z'

const schema = {
  kind: 'collectionType',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  options: { draftAndPublish: false },
  attributes: { title: { type: 'string' } },
}

/** A project whose hooks set system attributes of the notes that say so. */
const files = {
  'src/api/note/content-types/note/schema.json': JSON.stringify(schema),
  'src/api/note/content-types/note/lifecycles.js': `
    const set = { createdAt: '${createdAt}', updatedAt: new Date('${updatedAt}') }
    module.exports = {
      beforeCreate: ({ params: { data } }) => {
        if (data.title === 'hooked') Object.assign(data, set, { id: 900 })
      },
      beforeUpdate: ({ params: { data } }) => {
        if (data.title === 'hooked') Object.assign(data, set)
      },
    }`,
  'src/api/note/routes/own.js': `
    module.exports = { routes: [{ method: 'POST', path: '/twice', handler: 'own.twice', config: { auth: false } },
      { method: 'POST', path: '/chosen/:id', handler: 'own.chosen', config: { auth: false } }] }`,
  'src/api/note/controllers/own.js': `
    module.exports = {
      async twice(ctx) {
        try {
          ctx.body = await strapi.entityService.create('api::note.note', { data: { id: 800, title: 'twice' } })
        } catch (error) {
          error.details.stack = error.stack
          throw error
        }
      },
      async chosen(ctx) {
        ctx.body = await strapi.entityService.create('api::note.note', { data: { id: ctx.params.id, title: 'chosen' } })
      },
    }`,
}

describe.each(await databases())('system attributes of entries on $name', ({ connection }) => {
  let folder: string
  let api: ContentApi
  const open = async () => {
    folder = await mkdtemp(join(tmpdir(), 'system-attributes-'))
    await writeProject(folder, files)
    api = await createContentApi({ project: folder, database: connection, log: () => undefined })
  }
  const send = async (method: string, path: string, body?: object) => {
    const response = await api.fetch(
      new Request(`http://service.example${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    )
    return { status: response.status, body: (await response.json()) as Record<string, never> }
  }
  afterEach(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it('are ignored in requests, and kept when hooks set them', async () => {
    await open()
    const sent = { id: 77, title: 'sent', createdAt, updatedAt }
    const { body } = await send('POST', '/api/notes', { data: sent })
    expect(body).not.toMatchObject({ data: { id: 77 } })
    expect(body).not.toMatchObject({ data: { attributes: { createdAt } } })
    const changed = await send('PUT', '/api/notes/1', { data: sent })
    expect(changed.body).not.toMatchObject({ data: { attributes: { createdAt } } })
    const hooked = { data: { attributes: { title: 'hooked', createdAt, updatedAt } } }
    expect((await send('POST', '/api/notes', { data: { title: 'hooked' } })).body).toMatchObject({
      data: { id: 900, ...hooked.data },
    })
    expect((await send('PUT', '/api/notes/1', { data: { title: 'hooked' } })).body).toMatchObject(hooked)
  })

  it('may have ids of concurrent writes, beside ids of the database', async () => {
    await open()
    const chosen = Array.from({ length: 12 }, (_, index) => send('POST', `/api/chosen/${100 + index}`))
    const others = Array.from({ length: 12 }, () => send('POST', '/api/notes', { data: { title: 'other' } }))
    const responses = await Promise.all([...chosen, ...others])
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200))
  })

  it('name the line of the code whose id is taken', async () => {
    await open()
    expect((await send('POST', '/api/twice')).status).toBe(200)
    const { status, body } = await send('POST', '/api/twice')
    expect(status).toBe(400)
    const message = 'id 800 is already the id of another entry of api::note.note'
    expect(body).toMatchObject({ error: { message, details: { stack: expect.stringContaining(message) } } })
    const [place] = JSON.stringify(body).match(/src\/[^:]+:\d+/) ?? []
    expect(place).toBe('src/api/note/controllers/own.js:5')
  })
})
