import { once } from 'node:events'
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '@content-api/core/config/parse'
import { ApiError } from '@content-api/engine/errors'
import { type HttpRequest, jsonResponse } from '@content-api/core/message/message'
import { compose } from '@content-api/core/transport/compose'
import { allowOrigins, rejectCrossOriginWrites } from './cors.js'
import type { Failure } from '@content-api/core/composition/failure'
import { respondToErrors } from '@content-api/core/transport/error-response'
import { createExpressApp, createListener } from '@content-api/core/transport/node-listener'
import { createFetch } from '@content-api/core/transport/fetch'
import { createHealth } from '@content-api/core/transport/health'
import { type Listening, listen } from '@content-api/core/transport/listen'
import { rawRequest } from '../../test/support/raw-request.js'

const config = parseConfig({
  limits: { body: 1_000 },
  cors: { origins: ['https://app.example', 'http://localhost:*'] },
})
const failures: Failure[] = []

/** Responds with the parts of the request that it received. */
async function echo(request: HttpRequest) {
  const { method, path, query } = request
  if (path === '/fail') throw new Error('SELECT secret FROM users')
  if (path === '/refuse') throw new ApiError('RateLimitError', undefined, { headers: { 'Retry-After': '3' } })
  if (path === '/none') return null
  if (path === '/unsendable') return { status: 200, headers: { 'X-Name': 'line\nbreak' }, body: 'secret' }
  const body = ['POST', 'PUT'].includes(method) ? Buffer.from(await request.body()).toString() : ''
  return jsonResponse(JSON.stringify({ method, path, query, body }))
}

const health = createHealth({
  isStopping: () => false,
  loadModules: async () => undefined,
  reachDatabase: async () => null,
})
const handle = compose([
  allowOrigins(config.cors),
  respondToErrors((failure) => failures.push(failure)),
  health,
  rejectCrossOriginWrites(config.cors),
  echo,
])
let server: Listening

beforeAll(async () => {
  server = await listen(createListener({ config, handle }), { host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

interface JsonResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Compressed before the first request: this process would miss that the server closes an idle connection. */
const bomb = gzipSync('x'.repeat(50_000_000))

function send(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer | string } = {},
) {
  return new Promise<JsonResponse>((resolve, reject) => {
    const request = sendRequest({ port: server.port, host: '127.0.0.1', method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

describe('requests over a socket', () => {
  it('keep their method, path and query unchanged', async () => {
    const { status, headers, text } = await send('GET', '/a%20b/?x[y]=%20&z')
    expect(JSON.parse(text)).toEqual({ method: 'GET', path: '/a%20b/', query: 'x[y]=%20&z', body: '' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'Origin, Accept-Encoding, Authorization',
      'content-length': String(Buffer.byteLength(text)),
    })
    expect(Object.keys(headers)).not.toContain('x-powered-by')
  })

  it('have their length counted in bytes, not characters', async () => {
    const { text, headers } = await send('POST', '/', { body: 'été ☃' })
    expect(JSON.parse(text)).toMatchObject({ body: 'été ☃' })
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
  })

  it('with HEAD get the headers of GET and no body', async () => {
    const { headers, text } = await send('HEAD', '/')
    expect(text).toBe('')
    expect(Number(headers['content-length'])).toBeGreaterThan(20)
  })

  it.each(['GET', 'HEAD'])('for the health check get 204: %s', async (method) => {
    expect(await send(method, '/_health')).toMatchObject({ status: 204, text: '' })
  })

  it('may have a compressed body, whose limit applies to the decompressed size', async () => {
    const encoded = { headers: { 'content-encoding': 'gzip' } }
    expect(
      JSON.parse((await send('PUT', '/', { ...encoded, body: gzipSync('x'.repeat(999)) })).text).body,
    ).toHaveLength(999)
    expect(await send('PUT', '/', { ...encoded, body: bomb })).toMatchObject({ status: 413 })
  })

  it('with a body over the limit are rejected, with or without Content-Length', async () => {
    const { status, text } = await send('POST', '/', { body: 'x'.repeat(1_001) })
    expect([status, JSON.parse(text).error.name]).toEqual([413, 'PayloadTooLargeError'])
    const chunked = { headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(1_001) }
    expect(await send('POST', '/', chunked)).toMatchObject({ status: 413 })
    expect(await send('POST', '/', { body: 'x'.repeat(1_000) })).toMatchObject({ status: 200 })
  })

  it('with an unknown content encoding are rejected', async () => {
    const { status, text } = await send('POST', '/', { headers: { 'content-encoding': 'foo' }, body: 'x' })
    expect([status, JSON.parse(text).error.name]).toEqual([415, 'UnsupportedMediaTypeError'])
  })
})

describe('error responses', () => {
  it("have the error envelope and the error's headers", async () => {
    const { status, headers, text } = await send('GET', '/refuse')
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('3')
    expect(JSON.parse(text)).toEqual({
      data: null,
      error: {
        status: 429,
        name: 'RateLimitError',
        message: 'Too many requests, please try again later.',
        details: {},
      },
    })
  })

  it('are 404 for a path without a route', async () => {
    expect(JSON.parse((await send('GET', '/none')).text).error.name).toBe('NotFoundError')
  })

  it('hide internal errors, and the log has them under the id in the response', async () => {
    const { status, headers, text } = await send('GET', '/fail?password=x')
    expect(status).toBe(500)
    expect(text).toBe(
      '{"data":null,"error":{"status":500,"name":"InternalServerError","message":"Internal Server Error","details":{}}}',
    )
    const failure = failures.find(({ requestId }) => requestId === headers['x-request-id'])
    expect(failure).toMatchObject({ method: 'GET', path: '/fail', error: new Error('SELECT secret FROM users') })
  })
})

it("a response that HTTP can't represent is replaced by a 500, with and without an origin", async () => {
  for (const headers of [{}, { origin: 'https://app.example' }]) {
    const { status, text } = await send('GET', '/unsendable', { headers })
    expect(status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({ data: null, error: { status: 500, name: 'InternalServerError' } })
  }
  expect((await send('GET', '/after')).status).toBe(200)
})

it('requests of one connection are handled one after the other, in their order', async () => {
  let [running, most] = [0, 0]
  const slowly = async ({ path }: HttpRequest) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return jsonResponse(JSON.stringify(path))
  }
  const other = await listen(createListener({ config, handle: slowly }), { host: '127.0.0.1', port: 0 })
  const paths = ['/a', '/b', '/c', '/d']
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const socket = connect(other.port, '127.0.0.1')
  socket.write(`${requests.join('')}GET /e HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  const responses = await text(socket)
  expect(responses.match(/"\/\w"/g)).toEqual(['"/a"', '"/b"', '"/c"', '"/d"', '"/e"'])
  expect(most).toBe(1)
  await other.close()
})

it('responses are the same when the listener is mounted in another application', async () => {
  const outer = express().use('/content', createExpressApp({ config, handle }))
  const mounted = outer.listen(0, '127.0.0.1')
  await once(mounted, 'listening')
  const { port } = mounted.address() as AddressInfo
  const theirs = await fetch(`http://127.0.0.1:${port}/content/api/a?b=c`)
  const ours = await send('GET', '/api/a?b=c')
  expect(await theirs.json()).toEqual(JSON.parse(ours.text))
  expect(theirs.headers.get('etag')).toBe(ours.headers.etag)
  mounted.close()
})

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    send('OPTIONS', '/api/x', { headers: { origin, 'access-control-request-method': 'PUT' } })

  it('get a response to their preflight when they are allowed', async () => {
    expect(await preflight('https://app.example')).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
        'access-control-allow-headers': 'Content-Type,Authorization,Origin,Accept',
        vary: expect.stringContaining('Origin'),
      },
    })
  })

  it.each(['https://evil.example', 'https://app.example.evil.example', 'http://localhost.evil', 'null'])(
    'get no CORS headers and may not write when their origin is %s',
    async (origin) => {
      const { headers } = await preflight(origin)
      expect(headers['access-control-allow-origin']).toBeUndefined()
      const read = await send('GET', '/', { headers: { origin } })
      expect(read.headers['access-control-allow-origin']).toBeUndefined()
      expect(read.headers['access-control-allow-credentials']).toBeUndefined()
      const written = await send('POST', '/', { headers: { origin }, body: 'x' })
      expect([written.status, JSON.parse(written.text).error.name]).toEqual([403, 'ForbiddenError'])
    },
  )

  it('are all allowed by the origin "*", without credentials', async () => {
    const everywhere = compose([allowOrigins({ ...config.cors, origins: ['*'] }), echo])
    const open = await listen(createListener({ config, handle: everywhere }), { host: '127.0.0.1', port: 0 })
    const { headers } = await fetch(open.url, { headers: { origin: 'https://evil.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    await open.close()
  })

  it('may read error responses, too', async () => {
    const { headers } = await send('GET', '/refuse', { headers: { origin: 'http://localhost:5173' } })
    expect(headers['access-control-allow-origin']).toBe('http://localhost:5173')
  })

  it("may write when their origin is allowed or is the service's own", async () => {
    expect(await send('POST', '/', { headers: { origin: 'https://app.example' } })).toMatchObject({ status: 200 })
    const own = { origin: `http://127.0.0.1:${server.port}` }
    expect(await send('POST', '/', { headers: own })).toMatchObject({ status: 200 })
  })
})

describe('fetch', () => {
  const fetch = createFetch(handle, config)

  it('returns the same responses as a socket', async () => {
    const response = await fetch(new Request('http://x/a%20b/?x[y]=%20', { method: 'POST', body: 'été' }))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({ method: 'POST', path: '/a%20b/', query: 'x[y]=%20', body: 'été' })
  })

  it('returns no body for HEAD and with the status 204', async () => {
    expect(await (await fetch(new Request('http://x/', { method: 'HEAD' }))).text()).toBe('')
    expect((await fetch(new Request('http://x/_health'))).status).toBe(204)
  })

  it('applies the same limits as a socket', async () => {
    const post = (init: RequestInit) => fetch(new Request('http://x/', { method: 'POST', ...init }))
    expect((await post({ body: 'x'.repeat(1_001) })).status).toBe(413)
    expect((await post({ body: 'x', headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
    expect((await post({ body: 'x', headers: { origin: 'https://evil.example' } })).status).toBe(403)
  })
})

describe('listen', () => {
  const app = createListener({ config, handle })
  it.each(['0.0.0.0', '::', '192.168.0.1', 'example.org', '127.0.0.1.example.org'])(
    'rejects the host %s without permissions',
    async (host) => {
      await expect(listen(app, { host, port: 0 })).rejects.toThrow('only listens on this machine')
    },
  )

  it('rejects requests for another host name when everybody may do everything', async () => {
    for (const host of [
      'evil.example',
      'evil.example:1337',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.1',
    ]) {
      const { status, text } = await send('GET', '/', { headers: { host } })
      expect([host, status, JSON.parse(text).error.name]).toEqual([host, 403, 'ForbiddenError'])
    }
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:1337', '[::1]:1337', '127.9.9.9']) {
      expect([host, (await send('GET', '/', { headers: { host } })).status]).toEqual([host, 200])
    }
    const closed = await listen(app, { host: '127.0.0.1', port: 0, open: false })
    expect((await rawRequest(closed, 'GET /', { headers: { host: 'api.example' } })).status).toBe(200)
    await closed.close()
  })

  it('says what to do when the port is taken', async () => {
    await expect(listen(app, { host: '127.0.0.1', port: server.port })).rejects.toThrow(/Port \d+ is taken .* --port/)
  })

  it('sends the responses of running requests before it closes', async () => {
    let [begin, release] = [() => {}, () => {}]
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const held = new Promise<void>((resolve) => (release = resolve))
    const handle = async () => {
      begin()
      await held
      return { status: 200, headers: {}, body: 'late' }
    }
    const other = await listen(createListener({ config, handle }), { host: '127.0.0.1', port: 0 })
    const late = globalThis.fetch(other.url).then((response) => response.text())
    await begun
    const closed = other.close()
    release()
    expect(await late).toBe('late')
    await closed
  })

  it('closes once, even when close() is called again', async () => {
    const other = await listen(app, { host: '127.0.0.1', port: 0 })
    const closed = other.close()
    expect(await other.close()).toBe(await closed)
    expect(await other.close()).toBe(0)
  })
})
