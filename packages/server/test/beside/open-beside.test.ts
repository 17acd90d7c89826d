import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProject } from '@content-api/model'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Beside, openBeside } from '../../src/beside/open-beside.js'
import { recordedModel } from '../replay/server.js'
import { switchToWal, writeSqlite } from '../strapi-content/sources.js'
import { writeProject } from '../support/write-project.js'

/** Stands for Strapi. Its status shows that it has responded. */
const strapi = createServer((message, response) => {
  message.resume().once('end', () => response.writeHead(218).end())
})
const project = mkdtempSync(join(tmpdir(), 'content-api-beside-'))
let file: string
let url: string
let beside: Beside

/** The files that Strapi's generator writes for an API. */
const generated = (name: string) =>
  Object.fromEntries(
    ['controller', 'service', 'router'].map((part) => {
      const folder = part === 'router' ? 'routes' : `${part}s`
      const factory = `createCore${part.charAt(0).toUpperCase()}${part.slice(1)}`
      const code = `module.exports = require('@strapi/strapi').factories.${factory}('api::${name}.${name}')`
      return [`src/api/${name}/${folder}/${name}.js`, code]
    }),
  )

/** Returns the rows in which Strapi stores its content types. The recorded content doesn't have them. */
async function schemaRows(): Promise<string> {
  const { contentTypes } = await loadProject(project)
  const stored = [...contentTypes.values()].map(({ uid, collectionName, declared, draftAndPublish, localized }) => {
    const added = { ...(draftAndPublish && { publishedAt: {} }), ...(localized && { localizations: {} }) }
    return [uid, { collectionName, attributes: { ...declared, ...added } }]
  })
  const value = JSON.stringify(Object.fromEntries(stored)).replaceAll("'", "''")
  return `CREATE TABLE strapi_database_schema (id integer, schema json, time datetime, hash varchar(255));
    INSERT INTO strapi_database_schema VALUES (1, '{}', 1, 'recorded');
    INSERT INTO strapi_core_store_settings (key, value, type)
      VALUES ('strapi_content_types_schema', '${value}', 'object')`
}

beforeAll(async () => {
  await once(strapi.listen(0, '127.0.0.1'), 'listening')
  cpSync(join(recordedModel, 'src'), join(project, 'src'), { recursive: true })
  file = await writeSqlite(project, await schemaRows())
  await switchToWal(file)
  const dependencies = ['strapi', 'plugin-users-permissions', 'plugin-i18n', 'plugin-graphql']
  await writeProject(project, {
    'package.json': JSON.stringify({
      dependencies: Object.fromEntries(dependencies.map((name) => [`@strapi/${name}`, '4.26.2'])),
    }),
    'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::query', 'strapi::body', 'strapi::public']`,
    'config/database.js': `module.exports = { connection: { client: 'sqlite', connection: { filename: ${JSON.stringify(file)} } } }`,
    ...Object.assign({}, ...readdirSync(join(project, 'src/api')).map(generated)),
  })
  const address = `http://127.0.0.1:${(strapi.address() as AddressInfo).port}`
  const overrides = { log: { level: 'silent' }, beside: { strapi: address, verify: false, timeZone: 'UTC' } }
  beside = await openBeside({ project, overrides })
  url = (await beside.listen({ host: '127.0.0.1', port: 0 })).url
})
afterAll(async () => {
  await beside.close()
  strapi.close()
  rmSync(project, { recursive: true, force: true })
})

async function ask(path: string, options: RequestInit = {}) {
  const response = await fetch(`${url}${path}`, options)
  return { status: response.status, by: response.headers.get('x-served-by'), headers: response.headers, response }
}

const query = (text: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query: text }),
})

it('serves reads with the headers of Strapi', async () => {
  const { status, by, headers, response } = await ask('/api/tags?fields=name&sort=id&pagination[pageSize]=1')
  expect([status, by, headers.get('x-powered-by')]).toEqual([200, 'content-api', 'Strapi <strapi.io>'])
  expect(await response.json()).toMatchObject({ data: [{ id: 1 }], meta: { pagination: { pageSize: 1 } } })
  const graphql = await ask('/graphql', query('{ tags(sort: "id") { data { id } } }'))
  expect([graphql.status, graphql.by]).toEqual([200, 'content-api'])
})

it.each([
  ['a write', '/api/tags', { method: 'POST' }],
  ['a path of its own', '/admin', {}],
  ['what is rejected here', '/api/tags?filters[none]=1', {}],
  ['what is missing', '/api/tags/99999', {}],
  ['an invalid token', '/api/tags', { headers: { Authorization: 'Bearer a.b.c' } }],
  ['a mutation', '/graphql', query('mutation { deleteTag(id: 1) { data { id } } }')],
  ['the schema', '/graphql', query('{ __schema { queryType { name } } }')],
  ['a document with an error', '/graphql', query('{ none }')],
])('forwards %s', async (_what, path, options) => {
  const { status, by } = await ask(path, options)
  expect([status, by]).toEqual([218, 'strapi'])
})

it('reads changed schemas again, and forwards everything once the configuration has changed', async () => {
  const { reads } = beside
  writeFileSync(join(project, 'src/api/tag/content-types/tag/notes.txt'), '')
  await beside.lookForChanges()
  expect(beside.reads).not.toBe(reads)
  expect((await ask('/api/tags')).by).toBe('content-api')
  const changed = join(project, 'config/api.js')
  writeFileSync(changed, 'module.exports = {}')
  await expect(beside.lookForChanges()).rejects.toThrow('Restart this server')
  expect((await ask('/api/tags')).by).toBe('strapi')
  rmSync(changed)
  await beside.lookForChanges()
  expect((await ask('/api/tags')).by).toBe('content-api')
})

it('responds with 503 and Retry-After while the database is away', async () => {
  renameSync(file, `${file}.away`)
  const { status, headers } = await ask('/api/tags')
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  renameSync(`${file}.away`, file)
  expect((await ask('/api/tags')).status).toBe(200)
})
