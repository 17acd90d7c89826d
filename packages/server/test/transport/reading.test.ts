import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Listening } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { rawRequest } from '../support/raw-request.js'
import { openService, type TestService } from '../support/service.js'

const json = { 'content-type': 'application/json' }

describe.each(await databases())('reads over HTTP on $name', ({ connection }) => {
  let service: TestService
  let at: Listening
  let token: string
  const get = (path: string, headers: Record<string, string> = {}) => rawRequest(at, `GET ${path}`, { headers })

  beforeAll(async () => {
    service = await openService({ connection })
    at = await service.api.listen({ port: 0 })
    token = await service.tokenOf('erin')
    for (let index = 0; index < 30; index++) await create(`tag number ${index}`)
  })
  afterAll(() => service.close())

  const create = async (name: string) => {
    const { status } = await service.ask('POST /api/tags', { token, body: { data: { name } } })
    expect(status).toBe(200)
  }

  describe('ETags', () => {
    it('are equal for equal responses, and change with them', async () => {
      const [first, again] = [await get('/api/tags'), await get('/api/tags')]
      expect(first.headers.etag).toMatch(/^W\/"[\w-]{27}"$/)
      expect(again.headers.etag).toBe(first.headers.etag)
      await create('one more')
      expect((await get('/api/tags')).headers.etag).not.toBe(first.headers.etag)
    })

    it('lead to 304 without a body when the client has the response', async () => {
      const { headers } = await get('/api/tags', { origin: 'http://localhost:5173' })
      const etag = headers.etag as string
      for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
        const unchanged = await get('/api/tags', { 'if-none-match': known, origin: 'http://localhost:5173' })
        expect([known, unchanged.status, unchanged.bytes.length]).toEqual([known, 304, 0])
        expect(unchanged.headers).toMatchObject({
          etag,
          'cache-control': 'no-cache',
          vary: headers.vary,
          'access-control-allow-origin': 'http://localhost:5173',
          'x-request-id': expect.any(String),
        })
        expect(unchanged.headers).not.toHaveProperty('content-type')
      }
      expect((await get('/api/tags', { 'if-none-match': 'W/"other"' })).status).toBe(200)
    })

    it('are the same for HEAD and GET', async () => {
      const { etag } = (await get('/api/tags')).headers
      const head = await rawRequest(at, 'HEAD /api/tags')
      expect([head.status, head.headers.etag, head.bytes.length]).toEqual([200, etag, 0])
      const unchanged = await rawRequest(at, 'HEAD /api/tags', { headers: { 'if-none-match': etag } })
      expect([unchanged.status, unchanged.headers.etag]).toEqual([304, etag])
    })

    it('of a caller with credentials have private caching, and every response varies by Authorization', async () => {
      const credentials = { authorization: `Bearer ${token}` }
      const paths = ['/api/tags', '/graphql?query={tags{data{id}}}']
      for (const path of paths) {
        const [own, anonymous] = [await get(path, credentials), await get(path)]
        expect([path, own.status, own.headers['cache-control']]).toEqual([path, 200, 'private, no-cache'])
        expect([path, anonymous.status, anonymous.headers['cache-control']]).toEqual([path, 200, 'no-cache'])
        const unchanged = await get(path, { ...credentials, 'if-none-match': own.headers.etag as string })
        expect([unchanged.status, unchanged.headers['cache-control']]).toEqual([304, 'private, no-cache'])
        for (const { headers } of [own, anonymous, unchanged]) expect(headers.vary).toMatch(/\bAuthorization\b/)
      }
      const refused = await get('/api/users')
      expect([refused.status, refused.headers.vary]).toEqual([403, expect.stringContaining('Authorization')])
    })

    it('do not lead to 304 for a caller who gets another response', async () => {
      const path = '/api/users/me'
      const own = await get(path, { authorization: `Bearer ${token}` })
      expect(own.status).toBe(200)
      const stranger = await get(path, { 'if-none-match': own.headers.etag as string })
      expect(stranger.status).toBe(403)
    })

    it('are missing on errors and responses to writes, which have no-store', async () => {
      const login = await rawRequest(at, 'POST /api/auth/local', {
        headers: json,
        body: JSON.stringify({ identifier: 'alice', password: 'Passw0rd!' }),
      })
      const created = await rawRequest(at, 'POST /api/tags', {
        headers: { ...json, authorization: `Bearer ${token}`, 'if-none-match': '*' },
        body: '{"data":{"name":"x"}}',
      })
      for (const { status, headers } of [login, created]) {
        expect([status, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store'])
      }
      const missing = await get('/api/tags/999999', { 'if-none-match': '*' })
      expect([missing.status, missing.headers.etag, missing.headers['cache-control']]).toEqual([
        404,
        undefined,
        'no-store',
      ])
    })
  })

  describe('compression', () => {
    it('uses an encoding that the client accepts, with the same content', async () => {
      const plain = await get('/api/tags')
      expect(plain.headers).not.toHaveProperty('content-encoding')
      const encodings: [accepted: string, encoding: string | undefined, decode: (bytes: Buffer) => Buffer][] = [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
        ['*', 'br', brotliDecompressSync],
        ['identity', undefined, (bytes) => bytes],
        ['zstd', undefined, (bytes) => bytes],
        ['gzip;q=0', undefined, (bytes) => bytes],
      ]
      for (const [accepted, encoding, decode] of encodings) {
        const response = await get('/api/tags', { 'accept-encoding': accepted })
        expect([accepted, response.headers['content-encoding']]).toEqual([accepted, encoding])
        expect(decode(response.bytes).equals(plain.bytes)).toBe(true)
        expect(response.headers['content-length']).toBe(String(response.bytes.length))
        expect(response.headers.etag).toBe(plain.headers.etag)
        expect(response.headers.vary).toContain('Accept-Encoding')
        expect(response.bytes.length).toBeLessThan(encoding ? plain.bytes.length / 4 : plain.bytes.length + 1)
      }
    })

    it('is omitted for small responses and 304, and HEAD has the encoding of GET', async () => {
      const headers = { 'accept-encoding': 'br' }
      expect((await get('/api/tags/1', headers)).headers).not.toHaveProperty('content-encoding')
      const head = await rawRequest(at, 'HEAD /api/tags', { headers })
      expect([head.headers['content-encoding'], head.bytes.length]).toEqual(['br', 0])
      const etag = head.headers.etag as string
      const unchanged = await get('/api/tags', { ...headers, 'if-none-match': etag })
      expect([unchanged.status, unchanged.headers['content-encoding']]).toEqual([304, undefined])
    })

    it('applies to GraphQL, too', async () => {
      const body = JSON.stringify({ query: '{ tags(pagination: { limit: 30 }) { data { id attributes { name } } } }' })
      const response = await rawRequest(at, 'POST /graphql', { headers: { ...json, 'accept-encoding': 'gzip' }, body })
      expect(response.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'Origin, Accept, Accept-Encoding, Authorization',
      })
      const { data } = JSON.parse(gunzipSync(response.bytes).toString()) as { data: { tags: { data: unknown[] } } }
      expect(data.tags.data).toHaveLength(30)
    })

    it('can be disabled, for a proxy that compresses', async () => {
      const other = await openService({ connection, config: { http: { compression: false } }, withUsers: false })
      const { headers } = await rawRequest(await other.api.listen({ port: 0 }), 'GET /api/tags', {
        headers: { 'accept-encoding': 'br, gzip' },
      })
      expect(headers).not.toHaveProperty('content-encoding')
      await other.close()
    })
  })
})
