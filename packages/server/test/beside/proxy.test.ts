import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { serveProxy } from './serve-proxy.js'
import { connectRaw, listenRaw } from './wire.js'

/** Forwards one request, written as lines, and returns the connections to both sides. */
async function begin(head: readonly string[], options: Partial<Parameters<typeof serveProxy>[0]> = {}) {
  const upstream = await listenRaw()
  const served = await serveProxy({ target: upstream.url, ...options })
  const client = connectRaw(served.port)
  client.send(`${head.join('\r\n')}\r\n\r\n`)
  return { upstream, client, ...served }
}

const get = ['GET /api/articles?a=%5B&a=1 HTTP/1.1', 'Host: cms.example']

describe('headers of a request', () => {
  it('keep their order and case, and lose those of the connection', async () => {
    const { upstream } = await begin([
      'GET /api/articles?a=%5B&a=1 HTTP/1.1',
      'Host: cms.example',
      'x-TWICE: 1',
      'Cookie: a=b',
      'X-Twice: 2',
      'Connection: keep-alive, X-Hop, Authorization, cookie',
      'X-Hop: 1',
      'Keep-Alive: timeout=9',
      'Proxy-Connection: keep-alive',
      'TE: trailers',
      'Authorization: Bearer \xe4',
      'X-Forwarded-For: 1.1.1.1',
      'X-Forwarded-Proto: https',
      'x-forwarded-host: evil',
      'X-Forwarded-Port: 9',
      'Forwarded: for=1.1.1.1',
    ])
    expect(await (await upstream.accept()).head()).toEqual([
      'GET /api/articles?a=%5B&a=1 HTTP/1.1',
      'Host: cms.example',
      'x-TWICE: 1',
      'Cookie: a=b',
      'X-Twice: 2',
      'Authorization: Bearer \xe4',
      'X-Forwarded-For: 127.0.0.1',
      'X-Forwarded-Proto: http',
      'X-Forwarded-Host: cms.example',
      'Connection: keep-alive',
    ])
  })

  it('of a trusted proxy name the client, and not addresses that the client made up', async () => {
    const forwarded = ['X-Forwarded-For: 6.6.6.6, 2.2.2.2', 'X-Forwarded-Proto: https', 'X-Forwarded-Host: www.example']
    const { upstream } = await begin([...get, ...forwarded], { trustProxy: 1 })
    expect((await (await upstream.accept()).head()).slice(2, -1)).toEqual([
      'X-Forwarded-Proto: https',
      'X-Forwarded-Host: www.example',
      'X-Forwarded-For: 2.2.2.2, 127.0.0.1',
    ])
  })
})

describe('headers of a response', () => {
  const sent = [
    'HTTP/1.1 299 Fine by me',
    'set-COOKIE: a=1',
    'X-Powered-By: Strapi <strapi.io>',
    'Set-Cookie: b=2',
    'Connection: keep-alive, x-hop',
    'X-Hop: 1',
    'Keep-Alive: timeout=5',
    'Content-Length: 2',
    'Date: now',
    'X-Served-By: other',
  ]

  async function respond(announcesClose: boolean): Promise<string[]> {
    const { upstream, client } = await begin(get, { announcesClose })
    const strapi = await upstream.accept()
    await strapi.head()
    strapi.send(`${sent.join('\r\n')}\r\n\r\nok`)
    const head = await client.head()
    await client.until('ok')
    return head
  }

  it('keep their order and case, and all cookies', async () => {
    expect(await respond(false)).toEqual([
      'HTTP/1.1 299 Fine by me',
      'set-COOKIE: a=1',
      'X-Powered-By: Strapi <strapi.io>',
      'Set-Cookie: b=2',
      'Content-Length: 2',
      'Date: now',
      'X-Served-By: strapi',
      'Connection: keep-alive',
      'Keep-Alive: timeout=5',
    ])
  })

  it('keep all cookies while the service stops', async () => {
    expect((await respond(true)).toSorted()).toEqual([
      'Connection: close',
      'Content-Length: 2',
      'Date: now',
      'HTTP/1.1 299 Fine by me',
      'X-Powered-By: Strapi <strapi.io>',
      'X-Served-By: strapi',
      'set-COOKIE: a=1',
      'set-COOKIE: b=2',
    ])
  })
})

describe('bodies', () => {
  it('pass in chunks with their trailers', async () => {
    const { upstream, client } = await begin([
      'POST / HTTP/1.1',
      'Host: a',
      'Transfer-Encoding: chunked',
      'Trailer: X-Sum',
    ])
    client.send('3\r\nabc\r\n0\r\nX-Sum: 7\r\n\r\n')
    const strapi = await upstream.accept()
    expect(await strapi.head()).toContain('Transfer-Encoding: chunked')
    expect(await strapi.until('X-Sum: 7\r\n\r\n')).toBe('3\r\nabc\r\n0\r\nX-Sum: 7\r\n\r\n')
    strapi.send(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n2\r\nok\r\n0\r\nX-End: 1\r\n\r\n',
    )
    expect(await client.head()).toContain('Transfer-Encoding: chunked')
    expect(await client.until('X-End: 1\r\n\r\n')).toBe('2\r\nok\r\n0\r\nX-End: 1\r\n\r\n')
  })

  it('of which a part was read already pass as a whole', async () => {
    const { upstream } = await begin(['POST / HTTP/1.1', 'Host: a', 'Content-Length: 5', '', 'cde'], {
      forward: { body: Buffer.from('ab') },
    })
    const strapi = await upstream.accept()
    await strapi.head()
    expect(await strapi.until('abcde')).toBe('abcde')
  })
})

describe('an idle connection that Strapi closes', () => {
  async function idle(head: readonly string[], options?: Parameters<typeof begin>[1]) {
    const started = await begin(get, options)
    const first = await started.upstream.accept()
    await first.head()
    first.send('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1')
    await started.client.until('\r\n\r\n1')
    started.client.send(`${head.join('\r\n')}\r\n\r\n`)
    await first.head()
    return { ...started, first }
  }

  it('lets a read be repeated once, on a new connection', async () => {
    const { first, upstream, client, failures } = await idle(get)
    first.reset()
    const second = await upstream.accept()
    expect(await second.head()).toContain('X-Forwarded-For: 127.0.0.1')
    second.send('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2')
    await client.until('\r\n\r\n2')
    expect(failures).toEqual([])
  })

  const post = ['POST / HTTP/1.1', 'Host: a', 'Content-Length: 4', '', 'read']

  it('lets a body be repeated that only reads', async () => {
    const { first, upstream, client, failures } = await idle(post, { readsBody: true, forward: { isRead: () => true } })
    first.reset()
    const second = await upstream.accept()
    expect(await second.head()).toContain('Content-Length: 4')
    expect(await second.until('read')).toBe('read')
    second.send('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2')
    await client.until('\r\n\r\n2')
    expect(failures).toEqual([])
  })

  it('lets a body fail that may write', async () => {
    const { first, upstream, client } = await idle(post, { readsBody: true, forward: { isRead: () => false } })
    first.reset()
    expect((await client.head())[0]).toBe('HTTP/1.1 502 Bad Gateway')
    expect(upstream.count).toBe(1)
  })

  it('lets no read be repeated twice', async () => {
    const { first, upstream, client } = await idle(get)
    first.reset()
    const second = await upstream.accept()
    await second.head()
    second.reset()
    expect((await client.head())[0]).toBe('HTTP/1.1 502 Bad Gateway')
    expect(upstream.count).toBe(2)
  })

  it.each([
    ['a write', ['POST / HTTP/1.1', 'Host: a', 'Content-Length: 0'], ''],
    ['a read with a body', ['GET / HTTP/1.1', 'Host: a', 'Content-Length: 1', '', '1'], ''],
    ['a read whose response has begun', get, 'HTTP/1.1 200 OK\r\n'],
  ])('lets %s fail', async (_name, head, begun) => {
    const { first, upstream, client, failures } = await idle(head)
    if (begun !== '') first.send(begun)
    first.end()
    expect((await client.head())[0]).toBe('HTTP/1.1 502 Bad Gateway')
    expect(upstream.count).toBe(1)
    expect(failures).toHaveLength(1)
  })
})

it('a request gets 502 with Retry-After while Strapi is away', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  const { url } = await serveProxy({
    target: new URL(`http://127.0.0.1:${port}`),
    headersOf: () => ({ 'Access-Control-Allow-Origin': '*' }),
  })
  const response = await fetch(`${url}/api/articles`, { method: 'POST', body: 'x'.repeat(100_000) })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'retry-after': '1',
    'x-served-by': 'content-api',
    'access-control-allow-origin': '*',
    'content-type': 'application/json; charset=utf-8',
  })
  const error = { status: 502, name: 'BadGatewayError', message: 'Strapi cannot be reached at the moment', details: {} }
  expect([response.status, await response.json()]).toEqual([502, { data: null, error }])
})

describe('ends of connections', () => {
  it('a response that Strapi breaks off is broken off for the client', async () => {
    const { upstream, client, failures } = await begin(get)
    const strapi = await upstream.accept()
    await strapi.head()
    strapi.send('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
    await client.until('half')
    strapi.reset()
    await client.closed
    expect(failures).toHaveLength(1)
  })

  it('a client that disconnects ends the request at Strapi', async () => {
    const { upstream, client, failures } = await begin(get)
    const strapi = await upstream.accept()
    await strapi.head()
    client.reset()
    await strapi.closed
    expect(failures).toEqual([])
  })
})
