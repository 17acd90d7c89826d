import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'

/** What docs/server/library.md says of `fetch`: it responds with files and CORS headers too. */
let folder: string
let api: ContentApi

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-docs-'))
  api = await createContentApi({ database: ':memory:', contentTypes: {}, config: { upload: { directory: folder } } })
})
afterAll(async () => {
  await api?.close()
  await rm(folder, { recursive: true, force: true })
})

it('serves uploaded files', async () => {
  const body = new FormData()
  body.append('files', new File(['Hello'], 'hello.txt', { type: 'text/plain' }))
  const uploaded = await api.fetch(new Request('http://service/api/upload', { method: 'POST', body }))
  const [{ url }] = (await uploaded.json()) as [{ readonly url: string }]
  expect(await (await api.fetch(new Request(`http://service${url}`))).text()).toBe('Hello')
})

it('sends CORS headers', async () => {
  const headers = { origin: 'http://localhost:5173' }
  const response = await api.fetch(new Request('http://service/api/upload/files', { headers }))
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
})
