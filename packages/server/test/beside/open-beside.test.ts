import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Beside, openBeside } from '@content-api/strapi-reads/open-beside'
import { switchToWal } from '../strapi-content/sources.js'
import { writeServedProject } from './served-project.js'

/** Stands for Strapi. Its status shows that it has responded. */
const strapi = createServer((message, response) => {
  message.resume().once('end', () => response.writeHead(218).end())
})
const project = mkdtempSync(join(tmpdir(), 'content-api-beside-'))
let file: string
let url: string
let beside: Beside

beforeAll(async () => {
  await once(strapi.listen(0, '127.0.0.1'), 'listening')
  file = await writeServedProject(project)
  await switchToWal(file)
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
  ['an id that is no number', '/graphql', query('{ tag(id: "a") { data { id } } }')],
  ['an id that is too large for the database', '/graphql', query('{ tag(id: 2147483648) { data { id } } }')],
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
  const changed = join(project, 'config/server.js')
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
