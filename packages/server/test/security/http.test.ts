import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { expectEnvelope, House } from './house.js'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const limit = 1_048_576
/** In processor milliseconds. The problems that these tests look for take many times as long. */
const soon = 1_500

describe.each(await databases())('HTTP on $name', ({ connection }) => {
  let house: House
  beforeAll(async () => {
    house = await House.open(connection)
  })
  afterAll(() => house.close())

  const isAlive = async () => (await house.ask('GET /api/tags/1')).status === 200

  it('HTTP-01: forms have the limits of queries, and parts beyond the limit are not read', async () => {
    const nested = `data${'[a]'.repeat(100_000)}=1`
    const many = Array.from({ length: 100_000 }, (_, index) => `data[k${index}]=1`).join('&')
    const deep = Array.from({ length: 1_001 }, (_, index) => `data[k${index}]=1`).join('&')
    for (const body of [nested, many, deep]) {
      const response = await house.send('POST', '/api/tags', { headers: form, body })
      expect([400, 413]).toContain(response.status)
      expectEnvelope(response)
      expect(response.worked).toBeLessThan(soon)
    }
    const part = '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}\r\n'
    const response = await house.send('POST', '/api/tags', {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `${part.repeat(1_000)}--b--\r\n`,
    })
    expect([400, 413, 415]).toContain(response.status)
  })

  it('HTTP-02: a body over the limit or with an unknown encoding is rejected', async () => {
    const name = (length: number) => JSON.stringify({ data: { name: 'x'.repeat(length - 20) } })
    const fits = await house.send('POST', '/api/tags', { headers: json, body: name(limit) })
    expect(fits.status).toBe(200)
    const long = await house.send('POST', '/api/tags', { headers: json, body: name(limit + 2) })
    expect(long.status).toBe(413)
    expectEnvelope(long)
    const wrong: [Record<string, string>, number][] = [
      [{ 'content-type': 'application/json; charset=foo' }, 415],
      [{ ...json, 'content-encoding': 'foo' }, 415],
      [{ ...json, 'content-encoding': 'gzip' }, 400],
    ]
    for (const [headers, status] of wrong) {
      const response = await house.send('POST', '/api/tags', { headers, body: '{"data":{"name":"x"}}' })
      expect([headers, response.status]).toEqual([headers, status])
      expectEnvelope(response)
    }
    expect(await isAlive()).toBe(true)
  })

  it('HTTP-02: a gzip bomb is not decompressed', async () => {
    const body = gzipSync(Buffer.alloc(300_000_000))
    const before = process.memoryUsage().rss
    const response = await house.send('POST', '/api/tags', { headers: { ...json, 'content-encoding': 'gzip' }, body })
    expect(response.status).toBe(413)
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })

  it('HTTP-02: a wrong Content-Length affects no other request', async () => {
    const body = '{"data":{"name":"x"}}'
    const head = (length: number) =>
      `POST /api/tags HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
    // A length that is too large: the connection ends before the body. Too small: the rest is not a valid request.
    expect(await converse(house, `${head(body.length + 10)}${body}`)).not.toMatch(/^HTTP\/1\.1 (200|5)/)
    expect(await converse(house, `${head(body.length - 1)}${body}`)).toMatch(/^HTTP\/1\.1 400/)
    const both = `${head(body.length).trimEnd()}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    expect(await converse(house, both)).toMatch(/^HTTP\/1\.1 400/)
    expect(await isAlive()).toBe(true)
  })

  it('HTTP-04 and HTTP-05: JSON has a depth limit, and stored JSON can be read again', async () => {
    const nested = (levels: number) => `{"data":{"obj":${'['.repeat(levels)}${']'.repeat(levels)}}}`
    for (const levels of [101, 20_000, 200_000]) {
      const response = await house.send('POST', '/api/specimens', { headers: json, body: nested(levels) })
      expect([levels, response.status]).toEqual([levels, 400])
      expectEnvelope(response)
    }
    const kept = await house.send('POST', '/api/specimens', { headers: json, body: nested(90) })
    expect((await house.ask(`GET /api/specimens/${kept.body?.data.id}`)).status).toBe(200)
  })

  it("HTTP-07: other origins get no CORS headers and can't write", async () => {
    for (const origin of [
      'https://evil.com',
      'null',
      'https://good.com.evil.com',
      'http://localhost.evil',
      'http://localhost:1@evil.com',
    ]) {
      const read = await house.send('GET', '/api/tags', { headers: { origin } })
      expect([origin, read.status, read.headers['access-control-allow-origin']]).toEqual([origin, 200, undefined])
      expect(read.headers.vary).toMatch(/origin/i)
      const write = await house.send('POST', '/api/tags', {
        headers: { ...json, origin },
        body: '{"data":{"name":"x"}}',
      })
      expect([origin, write.status]).toEqual([origin, 403])
      const requested = { origin, 'access-control-request-method': 'PUT' }
      const preflight = await house.send('OPTIONS', '/api/tags/1', { headers: requested })
      expect([origin, preflight.headers['access-control-allow-origin']]).toEqual([origin, undefined])
    }
    const own = await house.send('GET', '/api/tags', { headers: { origin: 'http://localhost:5173' } })
    expect(own.headers['access-control-allow-origin']).toBe('http://localhost:5173')
  })

  it('HTTP-08: an error response reveals nothing internal, and the log has its request id', async () => {
    const requests = [
      'GET /',
      'GET /api',
      'GET /api/nope',
      'PATCH /api/tags/1',
      'POST /api/tags',
      'GET /api/tags?x=1',
      'PUT /api/tags/x',
    ]
    for (const line of requests) {
      const response = await house.ask(line)
      expect([line, response.status >= 400 && response.status < 500]).toEqual([line, true])
      expectEnvelope(response)
      expect(response.headers['x-powered-by']).toBeUndefined()
    }
    const broken = await house.send('POST', '/api/tags', { headers: json, body: '{"data":' })
    expect(broken.status).toBe(400)
    expectEnvelope(broken)

    vi.spyOn(house.api.database, 'read').mockRejectedValueOnce(new Error('SELECT secret FROM /etc/passwd'))
    const failed = await house.ask('GET /api/tags')
    expect(failed.status).toBe(500)
    expectEnvelope(failed)
    expect(failed.text).not.toMatch(/secret|passwd/)
    const logged = house.failures.at(-1)
    expect(failed.headers['x-request-id']).toBe(logged?.requestId)
    expect(String(logged?.error)).toContain('passwd')
    expect(await isAlive()).toBe(true)
  })

  it('HTTP-10: line breaks in values add no header', async () => {
    const split = '%0d%0aX-Injected:%20yes'
    for (const path of [
      `/api/articles?locale=en${split}`,
      `/api/articles?sort=${split}`,
      `/api/tags/1${split}`,
      `/${split}`,
    ]) {
      const response = await house.send('GET', path)
      expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true])
      expect(response.headers['x-injected']).toBeUndefined()
    }
    const method = await house.send('PURGE', '/api/tags')
    expect(method.status).toBe(405)
  })

  it('HTTP-11: strings are validated in linear time', async () => {
    const bodies: [string, object][] = [
      ['/api/articles', { title: 'Slow', code: `AB-${'1'.repeat(50_000)}!` }],
      ['/api/articles', { title: 'Slow', contactEmail: `${'a'.repeat(100_000)}@` }],
      ['/api/articles', { title: 'Slow', contactEmail: `a@${'a.'.repeat(50_000)}` }],
      ['/api/articles', { title: 'Slow', contactEmail: 'a@'.repeat(50_000) }],
      ['/api/articles', { title: 'Slow', slug: `${'a-'.repeat(50_000)}!` }],
      ['/api/specimens', { day: '1'.repeat(100_000) }],
      ['/api/specimens', { at: `2024-01-01T${'0'.repeat(100_000)}` }],
      ['/api/specimens', { dec: `${'1'.repeat(100_000)}x` }],
    ]
    await house.ask('POST /api/articles', { title: 'Warm', contactEmail: 'nope' })
    for (const [path, data] of bodies) {
      const response = await house.ask(`POST ${path}`, data)
      expect([Object.keys(data).at(-1), response.status]).toEqual([Object.keys(data).at(-1), 400])
      expect(response.worked).toBeLessThan(soon)
    }
  })

  it('HTTP-14: every response has nosniff and no X-Powered-By', async () => {
    for (const line of ['GET /api/tags', 'GET /api/nope', 'OPTIONS /api/tags', 'HEAD /api/tags', 'GET /_health']) {
      const { headers } = await house.ask(line)
      expect([line, headers['x-content-type-options'], headers['x-powered-by']]).toEqual([line, 'nosniff', undefined])
    }
  })
})

/** Sends bytes unchanged, ends the connection, and returns the response. */
function converse(house: House, text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(house.listening.port, '127.0.0.1', () => socket.end(text))
    socket.on('data', (chunk) => (heard += chunk.toString()))
    socket.on('error', () => resolve(heard))
    socket.on('close', () => resolve(heard))
  })
}

it.each(['^(a+)+$', '^(a|a)*$', '(a*)*b', '^(?=(a+)+$)'])(
  'HTTP-11: a string is validated in linear or limited time by the pattern %s of a schema',
  async (regex) => {
    const info = { singularName: 'thing', pluralName: 'things' }
    const contentTypes = { 'api::thing.thing': { info, attributes: { code: { type: 'string', regex } } } }
    const api = await createContentApi({ contentTypes, config: { database: ':memory:' } })
    const body = JSON.stringify({ data: { code: `${'a'.repeat(50_000)}!` } })
    const before = process.cpuUsage()
    const response = await api.fetch(
      new Request('http://service.example/api/things', { method: 'POST', headers: json, body }),
    )
    const { user, system } = process.cpuUsage(before)
    expect(response.status).toBe(400)
    expect((user + system) / 1_000).toBeLessThan(soon)
    await api.close()
  },
)
