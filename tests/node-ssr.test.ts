import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type ContentApi, createContentApi } from '@content-api/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSite } from '../examples/node-ssr/src/site.js'
import { databases } from './support/postgres.js'

const project = fileURLToPath(new URL('../examples/atlas/', import.meta.url))
const config = await readFile(new URL('../examples/atlas/content-api.config.json', import.meta.url), 'utf8')
const { permissions } = JSON.parse(config) as { permissions: Record<string, string[]> }

const position = { latitude: 47, longitude: 8 }
const content = [
  { type: 'api::region.region', id: 1, attributes: { name: 'Europe' } },
  ...['<Alpland>', 'Meerland'].map((name, index) => ({
    type: 'api::country.country',
    id: index + 1,
    attributes: {
      name,
      officialName: name,
      code: `AA${index}`.replace('0', 'A').replace('1', 'B'),
      alpha2: 'AA',
      position,
      region: 1,
    },
  })),
]

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.each(await databases())('the server-side example on $name', ({ connection }) => {
  let api: ContentApi
  let service: string
  let site: string
  /** The same site with a short time limit. */
  let hasty: string
  const servers: Server[] = []
  /** Forwards a request of the site to the service. Tests replace it through `between`. */
  const handOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const kept = ['authorization', 'content-type', 'if-none-match'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null
    const upstream = await fetch(service + url, { method, headers: kept, body })
    requested.push(`${upstream.status} ${url.split('?')[0]}`)
    response.setHeader('etag', upstream.headers.get('etag') ?? '""')
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text())
  }
  let between: (request: IncomingMessage, response: ServerResponse) => unknown = handOn
  const requested: string[] = []
  const failures: unknown[] = []

  beforeAll(async () => {
    api = await createContentApi({
      project,
      development: true,
      config: {
        database: connection,
        port: 0,
        auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
        permissions: {
          ...permissions,
          authenticated: ['api::city.city.create', 'api::country.country.find', 'plugin::users-permissions.user.me'],
        },
      },
    })
    await api.importEntries(content)
    ;({ url: service } = await api.listen())
    const front = createServer((request, response) => void between(request, response))
    servers.push(front)
    const options = {
      baseURL: await listen(front),
      freshFor: 0,
      onError: (error: unknown) => void failures.push(error),
    }
    servers.push(createSite(options), createSite({ ...options, timeout: 50 }))
    ;[, site = '', hasty = ''] = await Promise.all(
      servers.map(async (server) => (server.listening ? '' : listen(server))),
    )
  })

  afterEach(() => {
    between = handOn
    requested.length = 0
    failures.length = 0
  })

  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    await api.close()
  })

  const get = async (path: string, cookie = '') => {
    const response = await fetch(site + path, { headers: { cookie }, redirect: 'manual' })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const post = async (path: string, form: Record<string, string>, cookie = '') => {
    const body = new URLSearchParams(form)
    const response = await fetch(site + path, { method: 'POST', body, headers: { cookie }, redirect: 'manual' })
    const [set = ''] = response.headers.getSetCookie().slice(-1)
    return { status: response.status, text: await response.text(), headers: response.headers, cookie: set }
  }
  const pair = (cookie: string) => cookie.split(';')[0] ?? ''

  it('renders the content of the service, with HTML escaped', async () => {
    const { status, text } = await get('/?region=Europe&name=alp')
    expect(status).toBe(200)
    expect(text).toContain('1 found')
    expect(text).toContain('<a href="/countries/AAA">&lt;Alpland&gt;</a>')
    expect((await get('/countries/AAB')).text).toContain('Meerland')
    expect((await fetch(`${site}/countries/AAB`, { method: 'HEAD' })).status).toBe(200)
  })

  it('revalidates with an ETag, and gets 304', async () => {
    await get('/?name=meer')
    await get('/?name=meer')
    expect(requested.filter((line) => line.endsWith('countries'))).toEqual(['200 /api/countries', '304 /api/countries'])
  })

  it('lets users register, sign in, add a city and sign out', async () => {
    const account = { username: 'ada', email: 'ada@example.com', password: 'a-long-password' }
    const unregistered = await post('/register', { ...account, password: 'x' })
    expect(unregistered.text).toMatch(/E-mail address <input name="email" value="ada@example\.com"/)
    expect(unregistered.text).toMatch(
      /<input name="password" value=""[^>]* aria-invalid="true" required>\s*<span class="problem">/,
    )
    expect(unregistered.text.match(/class="problem"/g)).toHaveLength(1)
    const registered = await post('/register', account)
    expect([registered.status, registered.headers.get('location')]).toEqual([303, '/'])
    expect(registered.cookie).toMatch(/^content-api\.token=[\w.-]+; .*HttpOnly$/)

    const unknown = await post('/sign-in', { identifier: '"ada"', password: 'wrong' })
    expect(unknown.status).toBe(400)
    expect(unknown.text).toContain('<p class="problem" role="alert">Invalid identifier or password</p>')
    expect(unknown.text).toContain('value="&quot;ada&quot;"')
    const { cookie } = await post('/sign-in', { identifier: 'ada', password: account.password })
    expect((await get('/countries/AAA', pair(cookie))).text).toContain('Add a city as ada')

    const refused = await post('/countries/AAA/cities', { name: 'Upper', latitude: '91', longitude: '8' }, pair(cookie))
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(
      /Latitude <input name="latitude" value="91"[^>]* aria-invalid="true" required>\s*<span class="problem">/,
    )
    const added = await post('/countries/AAA/cities', { name: 'Upper', latitude: '46.5', longitude: '8' }, pair(cookie))
    expect(added.headers.get('location')).toBe('/countries/AAA')
    expect((await get('/countries/AAA')).text).toContain('<li>Upper</li>')
    const twin = await post('/countries/AAA/cities', { name: 'Upper', latitude: '46.5', longitude: '8' }, pair(cookie))
    expect(twin.text).toContain('<p class="problem" role="alert">Upper is there already</p>')
    expect(twin.text).toContain('value="46.5"')
    const empty = await post('/countries/AAA/cities', {}, pair(cookie))
    expect(empty.text).toContain('<span class="problem">longitude is required')
    const wrong = await post('/countries/AAA/cities', { name: 'x', latitude: 'north', longitude: '8' }, pair(cookie))
    expect(wrong.text).toMatch(/<input name="latitude" value="north"[^>]* aria-invalid="true"/)

    const left = await post('/sign-out', {}, pair(cookie))
    expect(left.cookie).toMatch(/^content-api\.token=; .*Max-Age=0/)
  })

  it('treats a visitor with an expired token as signed out, and redirects writes to the sign-in', async () => {
    const cookie = 'content-api.token=eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl'
    const read = await get('/countries/AAA', cookie)
    expect([read.status, read.text.includes('Add a city')]).toEqual([200, false])
    expect(read.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
    const written = await post('/countries/AAA/cities', { name: 'x', latitude: '1', longitude: '1' }, cookie)
    expect([written.status, written.headers.get('location')]).toEqual([303, '/sign-in'])
    expect(failures).toEqual([])
  })

  it.each([
    ['/countries/ZZZ', 404],
    ['/nowhere', 404],
    ['//:', 404],
    ['/?page=none', 400],
    ['/?page=0', 400],
  ])('responds to %s with %i', async (path, status) => {
    expect((await get(path)).status).toBe(status)
    expect(failures).toEqual([])
  })

  it.each([
    ['HTML', 502, 'ResponseShapeError', (_, response) => response.end('<html>')],
    ['invalid HTTP', 502, 'NetworkError', ({ socket }) => socket.end('?')],
    ['nothing in time', 504, 'TimeoutError', () => undefined],
    ['a redirect elsewhere', 502, 'ApiError', (_, response) => response.writeHead(302, { location: '/x' }).end()],
  ] as [string, number, string, RequestListener][])(
    'shows an error when the service responds with %s',
    async (_, status, name, listener) => {
      between = listener
      const page = await fetch(`${name === 'TimeoutError' ? hasty : site}/?name=not-requested-before`)
      expect([page.status, (await page.text()).includes('The atlas is')]).toEqual([status, true])
      expect(failures).toMatchObject([{ name }])
    },
  )

  it('cancels its requests when the visitor leaves', async () => {
    const visitor = new AbortController()
    const ended = new Promise((resolve) => {
      between = (_, response) => {
        response.once('close', () => resolve('ended'))
        visitor.abort()
      }
    })
    await expect(fetch(`${site}/?name=slow`, { signal: visitor.signal })).rejects.toThrow('aborted')
    expect(await ended).toBe('ended')
    expect(failures).toEqual([])
  })
})
