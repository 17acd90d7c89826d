import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, createLogger, preview, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ContentApiPluginOptions, contentApi } from '../../src/vite.js'
import { resetContent } from '../../src/vite-client.js'
import { eventually } from '../support/eventually.js'
import { png } from '../../../../tests/support/png.js'

const folder = await mkdtemp(join(tmpdir(), 'content-api-vite-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const schemaFile = join(folder, 'cms/src/api/article/content-types/article/schema.json')

async function writeSchema(attributes: object): Promise<void> {
  await mkdir(join(schemaFile, '..'), { recursive: true })
  const info = { singularName: 'article', pluralName: 'articles', displayName: 'Article' }
  await writeFile(schemaFile, JSON.stringify({ kind: 'collectionType', info, attributes }))
}

await writeSchema({ title: { type: 'string' } })
await writeFile(join(folder, 'index.html'), '<!doctype html><title>Page</title>')
const seed = join(folder, 'content.jsonl')
const line = { type: 'api::article.article', id: 1, attributes: { title: 'Seeded' } }
await writeFile(seed, `${JSON.stringify(line)}\n`)
await writeFile(join(folder, 'cms/content-api.config.json'), JSON.stringify({ upload: { provider: 'nowhere' } }))

const messages: string[] = []
const customLogger = { ...createLogger('silent'), error: (message: string) => void messages.push(message) }

async function start(options: ContentApiPluginOptions): Promise<{ server: ViteDevServer; url: string }> {
  const server = await createServer({
    root: folder,
    configFile: false,
    customLogger,
    plugins: [contentApi(options)],
    server: { host: '127.0.0.1', port: 0 },
    optimizeDeps: { noDiscovery: true },
  })
  await server.listen()
  return { server, url: server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '' }
}

const options: ContentApiPluginOptions = {
  project: 'cms',
  seed: 'content.jsonl',
  entries: { 'api::article.article': [{ id: 2, title: 'Listed' }] },
}

interface Asked extends RequestInit {
  readonly cookie?: string
  readonly headers?: Record<string, string>
}

/** Sends a request with a cookie. Returns the status, the body and the cookie that the response sets. */
async function ask(url: string, { cookie, headers, ...init }: Asked = {}) {
  const response = await fetch(url, { ...init, headers: { ...headers, ...(cookie !== undefined && { cookie }) } })
  const text = await response.text()
  const body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  return { status: response.status, body, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const json = { 'content-type': 'application/json' }
const create = (url: string, title: string, cookie = '') =>
  ask(`${url}/api/articles`, { method: 'POST', headers: json, body: JSON.stringify({ data: { title } }), cookie })

async function titles(url: string, cookie = ''): Promise<string[]> {
  const { body } = await ask(`${url}/api/articles?sort=id`, { cookie })
  return body.data.map(({ attributes }: { attributes: { title: string } }) => attributes.title)
}

describe('the Vite plugin', () => {
  let server: ViteDevServer
  let url: string

  beforeAll(async () => {
    ;({ server, url } = await start(options))
  })
  afterAll(() => server.close())

  it('serves the service and the page on one origin', async () => {
    expect(await titles(url)).toEqual(['Seeded', 'Listed'])
    const query = encodeURIComponent('{ article(id: 2) { data { attributes { title } } } }')
    const { body } = await ask(`${url}/graphql?query=${query}`)
    expect(body.data.article.data.attributes.title).toBe('Listed')
    expect((await ask(`${url}/content-api/model.json`)).status).toBe(200)
    expect((await ask(`${url}/`)).body).toContain('<title>Page</title>')
    expect((await ask(`${url}/apiary`)).body).toContain('<title>Page</title>')
  })

  it('resets content, ids and files for one browser context', async () => {
    const first = await ask(`${url}/content-api/reset`, { method: 'POST' })
    const second = await ask(`${url}/content-api/reset`, { method: 'POST' })
    expect([first.status, first.cookie === second.cookie]).toEqual([204, false])
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(png(4, 3))], { type: 'image/png' }), 'red.png')
    const upload = await ask(`${url}/api/upload`, { method: 'POST', body: form, cookie: first.cookie })
    const image = url + upload.body[0].url
    expect((await ask(image, { cookie: first.cookie })).status).toBe(200)
    expect((await ask(image)).status).toBe(404)
    expect((await create(url, 'Added', first.cookie)).body.data.id).toBe(3)
    expect(await titles(url, first.cookie)).toEqual(['Seeded', 'Listed', 'Added'])
    expect(await titles(url, second.cookie)).toEqual(['Seeded', 'Listed'])
    expect(await titles(url)).toEqual(['Seeded', 'Listed'])
    const again = await ask(`${url}/content-api/reset`, { method: 'POST', cookie: first.cookie })
    expect([again.status, again.cookie]).toEqual([204, ''])
    expect((await ask(image, { cookie: first.cookie })).status).toBe(404)
    expect(await titles(url, first.cookie)).toEqual(['Seeded', 'Listed'])
    expect((await create(url, 'Added', first.cookie)).body.data.id).toBe(3)
  })

  it('adds the entries of resetContent, and names mistakes', async () => {
    const fetchPage = fetch
    let cookie = ''
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const response = await fetchPage(url + path, { ...init, headers: { cookie } })
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return response
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    await resetContent({ 'api::article.article': [{ id: 7, title: 'Own' }] })
    const mistake = resetContent({ 'api::article.article': [{ id: 7, titel: 'Own' }] })
    await expect(mistake).rejects.toThrow('entries["api::article.article"][0]: api::article.article has no attribute')
    await resetContent({ 'api::article.article': [{ id: 7, title: 'Own' }] })
    vi.unstubAllGlobals()
    expect(await titles(url, cookie)).toEqual(['Seeded', 'Listed', 'Own'])
  })

  it('rejects pages of other origins, other host names and other methods', async () => {
    const reset = (headers: Record<string, string>, method = 'POST') =>
      ask(`${url}/content-api/reset`, { method, headers }).then(({ status }) => status)
    expect(await reset({ origin: 'https://evil.example' })).toBe(403)
    expect(await reset({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await reset({}, 'GET')).toBe(405)
    const rebound = await new Promise((resolve) => {
      const headers = { host: 'evil.example' }
      send(`${url}/api/articles`, { headers }, ({ statusCode }) => resolve(statusCode)).end()
    })
    expect(rebound).toBe(403)
  })

  it('serves changed schemas, and keeps the last version that worked', async () => {
    const { cookie } = await ask(`${url}/content-api/reset`, { method: 'POST' })
    await writeSchema({ title: { type: 'string' }, subtitle: { type: 'string' } })
    await eventually(async () => {
      const { body } = await ask(`${url}/api/articles/1`, { cookie })
      expect(body.data.attributes).toMatchObject({ title: 'Seeded', subtitle: null })
    })
    await writeFile(schemaFile, '{')
    await eventually(() => expect(messages.join('\n')).toContain('The last version that worked is still being served'))
    expect(messages.join('\n')).toContain('schema.json')
    expect(await titles(url)).toEqual(['Seeded', 'Listed'])
  })
})

it('the Vite plugin reports a project that cannot be opened, and opens it when it is fixed', async () => {
  await writeFile(schemaFile, '{')
  const { server, url } = await start(options)
  onTestFinished(() => server.close())
  const { status, body } = await ask(`${url}/api/articles`)
  expect([status, body.error.message]).toEqual([503, expect.stringContaining('schema.json')])
  expect((await ask(`${url}/`)).body).toContain('<title>Page</title>')
  await writeSchema({ title: { type: 'string' } })
  expect(await titles(url)).toEqual(['Seeded', 'Listed'])
})

it('the Vite plugin serves `vite preview` with its permissions, which a reset does not need', async () => {
  await mkdir(join(folder, 'dist'), { recursive: true })
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [contentApi({ ...options, permissions: { public: [] } })],
    preview: { host: '127.0.0.1', port: 0 },
  })
  onTestFinished(() => server.close())
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
  expect((await ask(`${url}/api/articles`)).status).toBe(403)
  expect((await ask(`${url}/content-api/reset`, { method: 'POST' })).status).toBe(204)
})
