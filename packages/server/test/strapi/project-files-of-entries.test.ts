import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type ExtensionHost } from '../../src/index.js'
import { multipart } from '../support/multipart.js'
import { writeProject } from '../support/write-project.js'

const files: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'src/components/parts/page.json': JSON.stringify({
    attributes: { label: { type: 'string' }, picture: { type: 'media', multiple: false } },
  }),
  'src/api/note/content-types/note/schema.json': JSON.stringify({
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: {
      title: { type: 'string' },
      cover: { type: 'media', multiple: false },
      pages: { type: 'component', component: 'parts.page', repeatable: true },
    },
  }),
  'src/api/note/routes/form.js': `module.exports = { routes: [{ method: 'POST', path: '/forms', handler: 'note.form', config: { auth: false } }] }`,
  'src/api/note/controllers/note.js': `
    const { createCoreController } = require('@strapi/strapi').factories
    const { parseMultipartData } = require('@strapi/utils/lib')
    module.exports = createCoreController('api::note.note', ({ strapi }) => ({
      async form(ctx) {
        const parsed = parseMultipartData(ctx)
        if (!parsed) return
        const populate = ['cover', 'pages.picture']
        return strapi.entityService.create('api::note.note', { ...parsed, populate })
      },
    }))`,
}

let folder: string
let api: ContentApi
let strapi: ExtensionHost
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-of-entries-'))
  await writeProject(folder, files)
  const config = { upload: { directory: join(folder, 'uploads') } }
  const register = (tools: { readonly strapi: ExtensionHost }) => void (strapi = tools.strapi)
  api = await createContentApi({ project: folder, database: ':memory:', register, config })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

async function send(parts: Parameters<typeof multipart>[0]) {
  const { body, contentType } = multipart(parts)
  const request = new Request('http://localhost/api/forms', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  })
  return api.fetch(request)
}

const file = (name: string) => ({ name, filename: 'a.txt', type: 'text/plain', value: 'hello' })

it('stores the files of a form with their entry', async () => {
  const data = { title: 'A', pages: [{ label: 'one' }, { label: 'two' }] }
  const response = await send([
    { name: 'data', value: JSON.stringify(data) },
    file('files.cover'),
    file('files.pages.1.picture'),
  ])
  expect(await response.json()).toMatchObject({
    title: 'A',
    cover: { name: 'a.txt', url: expect.any(String) },
    pages: [
      { label: 'one', picture: null },
      { label: 'two', picture: { name: 'a.txt' } },
    ],
  })
})

it('keeps no file of an entry that is rejected', async () => {
  const before = await strapi.query('plugin::upload.file').count()
  const response = await send([{ name: 'data', value: '{ "title": {} }' }, file('files.cover')])
  expect(response.status).toBe(400)
  expect(await strapi.query('plugin::upload.file').count()).toBe(before)
})

it.each([
  [
    'a file without the prefix',
    [{ name: 'data', value: '{}' }, file('cover')],
    'Name the part of the file "files.cover"',
  ],
  ['data that is not JSON', [{ name: 'data', value: '{' }], "Invalid 'data' field"],
  ['no data', [file('files.cover')], 'The part "data" is missing'],
])('responds with 400 to a form with %s', async (_what, parts, message) => {
  const response = await send(parts)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } })
})

it('visits the attributes of an entry at every depth', async () => {
  const { traverseEntity } = strapi['utils']
  const visited: unknown[] = []
  const entry = { id: 1, title: 'a', pages: [{ label: 'x', picture: { id: 2, name: 'n' } }], other: 5, cover: null }
  const changed = await traverseEntity(
    (
      { key, schema, path }: { key: string; schema: { uid: string }; path: { raw: string } },
      tools: { remove(key: string): void; set(key: string, value: unknown): void },
    ) => {
      visited.push([key, schema.uid, path.raw])
      if (key === 'title') tools.set(key, 'b')
      if (key === 'name') tools.remove(key)
    },
    { schema: strapi.getModel('api::note.note') },
    entry,
  )
  expect(visited).toEqual([
    ['title', 'api::note.note', 'title'],
    ['pages', 'api::note.note', 'pages'],
    ['label', 'parts.page', 'pages.label'],
    ['picture', 'parts.page', 'pages.picture'],
    ['name', 'plugin::upload.file', 'pages.picture.name'],
    ['cover', 'api::note.note', 'cover'],
  ])
  expect(changed).toEqual({ ...entry, title: 'b', pages: [{ label: 'x', picture: { id: 2 } }] })
  expect(entry.title).toBe('a')
})

it('describes a content type like Strapi', () => {
  const { attributes, globalId } = strapi.getModel('api::note.note')
  expect(globalId).toBe('Note')
  expect(Object.keys(attributes)).toEqual([
    'title',
    'cover',
    'pages',
    'createdAt',
    'updatedAt',
    'createdBy',
    'updatedBy',
  ])
  expect(attributes['createdBy']).toMatchObject({ writable: false, visible: false, configurable: false, private: true })
})
