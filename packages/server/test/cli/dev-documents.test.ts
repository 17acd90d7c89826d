import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createCommandLine } from '../support/command-line.js'

const { folder, serve } = await createCommandLine('dev-documents')
const project = join(folder, 'cms')

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const path = join(project, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const schema = (attributes: object) => ({
  kind: 'collectionType',
  collectionName: 'notes',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  options: { draftAndPublish: true },
  attributes,
})

const controller = (greeting: string) => `
const { createCoreController } = require('@strapi/strapi').factories
module.exports = createCoreController('api::note.note', () => ({
  async find(ctx) { return { ...(await super.find(ctx)), greeting: '${greeting}' } },
}))`

const factory = (part: string) => `module.exports = require('@strapi/strapi').factories.${part}('api::note.note')`
const schemaFile = 'src/api/note/content-types/note/schema.json'
const controllerFile = 'src/api/note/controllers/note.js'

it('dev creates the tables of a Strapi 5 project, and reloads changed schemas and code', async () => {
  await write({
    'package.json': { dependencies: { '@strapi/strapi': '5.54.0' } },
    'config/database.js': `module.exports = ({ env }) => ({ connection: { client: 'sqlite', connection: { filename: '.tmp/data.db' } } })`,
    'content-api.config.json': {
      permissions: { public: ['find', 'create'].map((action) => `api::note.note.${action}`) },
    },
    [schemaFile]: schema({ title: { type: 'string', required: true } }),
    [controllerFile]: controller('hello'),
    'src/api/note/routes/note.js': factory('createCoreRouter'),
    'src/api/note/services/note.js': factory('createCoreService'),
  })
  const service = await serve(['dev', '--project', project])
  await service.says('Created the tables of Strapi 5 in the new database.')
  const send = async (path: string, data?: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(
      `${service.url}${path}`,
      data && { method: 'POST', headers, body: JSON.stringify({ data }) },
    )
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  expect(await send('/notes', { title: 'First' })).toMatchObject({
    status: 201,
    body: { data: { title: 'First' } },
  })
  expect((await send('/notes')).body['greeting']).toBe('hello')

  await write({ [controllerFile]: controller('good day') })
  await service.says('note.js changed')
  await service.says('Listening on')
  expect((await send('/notes')).body['greeting']).toBe('good day')

  await write({ [schemaFile]: schema({ title: { type: 'string' }, rating: { type: 'integer' } }) })
  await service.says('schema.json changed')
  await service.says('Added to the database: the column notes.rating.')
  expect((await send('/notes', { rating: 3 })).status).toBe(201)
  expect((await send('/notes?filters[rating]=3')).body).toMatchObject({ data: [{ title: null, rating: 3 }] })

  await write({ [controllerFile]: controller(`'`) })
  await service.says('The last version that worked is still being served')
  expect((await send('/notes')).body['greeting']).toBe('good day')
  expect(await service.stop()).toBe(0)
})
