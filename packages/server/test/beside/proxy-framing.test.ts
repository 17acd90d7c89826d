import { describe, expect, it } from 'vitest'
import { serveProxy } from './serve-proxy.js'
import { connectRaw, listenRaw } from './wire.js'

/** Sends a request to a proxy of its own. */
async function send(text: string) {
  const upstream = await listenRaw()
  const { port } = await serveProxy({ target: upstream.url })
  const client = connectRaw(port)
  client.send(text)
  return { upstream, client }
}

/** Sends a request and returns the connection of the client and the one to Strapi that has the request. */
async function begin(text: string) {
  const { upstream, client } = await send(text)
  const strapi = await upstream.accept()
  return { upstream, client, strapi, head: await strapi.head() }
}

describe('requests whose body has no certain end', () => {
  const chunked = 'Transfer-Encoding: chunked'
  it.each([
    ['a length and chunks', `Content-Length: 4\r\n${chunked}`],
    ['chunks and a length', `${chunked}\r\nContent-Length: 4`],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5'],
    ['a length with a sign', 'Content-Length: +4'],
    ['a space before the colon', 'Content-Length : 4'],
    ['chunks in the middle', 'Transfer-Encoding: chunked, identity'],
    ['another encoding', 'Transfer-Encoding: xchunked'],
    ['a hidden encoding', 'Transfer-Encoding: \vchunked'],
    ['two encodings', `${chunked}\r\nTransfer-Encoding: identity`],
    ['a folded header', `X-A: b\r\n ${chunked}`],
    ['a line feed alone', `X-A: b\n${chunked}`],
  ])('with %s never reach Strapi', async (_name, headers) => {
    const { upstream, client } = await send(
      `POST / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n0\r\n\r\nGET /next HTTP/1.1\r\n\r\n`,
    )
    expect((await client.head())[0]).toBe('HTTP/1.1 400 Bad Request')
    await client.closed
    expect(client.received).not.toContain('HTTP/1.1')
    expect(upstream.count).toBe(0)
  })

  it('keep their length when Connection names it', async () => {
    const { head, strapi } = await begin(
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: Content-Length, Host, X-A\r\nContent-Length: 30\r\nX-A: 1\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n1234',
    )
    expect(head).toContain('Host: a')
    expect(head).toContain('Content-Length: 30')
    expect(head).not.toContain('X-A: 1')
    expect(await strapi.until('1234')).toHaveLength(30)
  })

  it('get a length if they have none', async () => {
    expect((await begin('POST / HTTP/1.1\r\nHost: a\r\n\r\n')).head).toContain('Content-Length: 0')
    const { head } = await begin('DELETE /api/articles/1 HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(head.some((line) => /^(content-length|transfer-encoding)/i.test(line))).toBe(false)
  })

  it('pass in chunks with methods that rarely have a body', async () => {
    const { head, strapi } = await begin(
      'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n',
    )
    expect(head.filter((line) => line.startsWith('Transfer-Encoding'))).toEqual(['Transfer-Encoding: chunked'])
    expect(await strapi.until('0\r\n\r\n')).toBe('2\r\nab\r\n0\r\n\r\n')
  })
})

describe('a request', () => {
  it('that announces its body with Expect gets 100 here, and passes without it', async () => {
    const { client, head, strapi } = await begin(
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    )
    expect(await client.head()).toEqual(['HTTP/1.1 100 Continue'])
    expect(head.join()).not.toContain('Expect')
    client.send('ok')
    expect(await strapi.until('ok')).toBe('ok')
  })

  it('of HTTP/1.0 gets a Host and a response without chunks', async () => {
    const { upstream, client, head, strapi } = await begin('GET / HTTP/1.0\r\n\r\n')
    expect(head).toContain(`Host: ${upstream.url.host}`)
    strapi.send('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-A\r\n\r\n2\r\nok\r\n0\r\nX-A: 1\r\n\r\n')
    expect((await client.head()).join()).not.toMatch(/Transfer-Encoding|Trailer/)
    expect(await client.until('ok')).toBe('ok')
    await client.closed
  })

  it.each(['OPTIONS *', 'GET http://other.example/api', 'GET //other.example/..%2f?#', 'PROPFIND /a'])(
    'with the line %s passes unchanged',
    async (line) => {
      expect((await begin(`${line} HTTP/1.1\r\nHost: a\r\n\r\n`)).head[0]).toBe(`${line} HTTP/1.1`)
    },
  )

  it('for a WebSocket gets 501', async () => {
    const { client } = await send('GET /admin HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n')
    expect((await client.head())[0]).toBe('HTTP/1.1 501 Not Implemented')
    expect(await client.until('}}')).toContain('NotImplementedError')
  })

  it('that offers HTTP/2 passes as one of HTTP/1.1', async () => {
    const { head } = await begin(
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
    )
    expect(head.join()).not.toMatch(/Upgrade|HTTP2-Settings/)
  })
})

describe('a response', () => {
  it.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 'Content-Length: 5'],
    ['HEAD', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-A\r\nX-B: 1\r\n\r\n', 'X-B: 1'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nETag: "a"\r\n\r\n', 'ETag: "a"'],
    ['GET', 'HTTP/1.1 204 No Content\r\nX-B: 1\r\n\r\n', 'X-B: 1'],
    ['OPTIONS', 'HTTP/1.1 204 No Content\r\nAccess-Control-Max-Age: 5\r\n\r\n', 'Access-Control-Max-Age: 5'],
  ])('to %s without a body keeps the connection: %s', async (method, answer, header) => {
    const { client, strapi } = await begin(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`)
    strapi.send(answer)
    const head = await client.head()
    expect(head).toContain(header)
    expect(head).toContain('Connection: keep-alive')
    expect(client.received).toBe('')
    client.send('GET /next HTTP/1.1\r\nHost: a\r\n\r\n')
    expect((await strapi.head())[0]).toBe('GET /next HTTP/1.1')
  })

  it('whose body ends with the connection passes in chunks', async () => {
    const { client, strapi } = await begin('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    strapi.send('HTTP/1.1 200 OK\r\n\r\nhalf')
    // The headers and the first part don't wait for the rest.
    expect(await client.head()).toContain('Transfer-Encoding: chunked')
    await client.until('half')
    strapi.send('more')
    strapi.end()
    expect(await client.until('0\r\n\r\n')).toContain('more')
  })

  it('passes its headers before the body begins', async () => {
    const { client, strapi } = await begin('GET /events HTTP/1.1\r\nHost: a\r\n\r\n')
    strapi.send('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n')
    expect(await client.head()).toContain('Content-Type: text/event-stream')
    strapi.send('data: 1\n\n')
    await client.until('data: 1')
  })

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['a header with a control character', 'HTTP/1.1 200 OK\r\nX-A: \u0001\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n'],
    ['headers that are too large', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(200_000)}\r\n\r\n`],
    ['an invalid status', 'HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n'],
  ])('with %s becomes 502', async (_name, answer) => {
    const { client, strapi } = await begin('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
    strapi.send(answer)
    expect((await client.head())[0]).toBe('HTTP/1.1 502 Bad Gateway')
    expect(await client.until('}}')).toContain('BadGatewayError')
    await strapi.closed
  })

  it('with large headers and a status that Node does not know passes', async () => {
    const { client, strapi } = await begin('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    strapi.send(`HTTP/1.1 599 \r\nX-A: ${'a'.repeat(50_000)}\r\nContent-Length: 0\r\n\r\n`)
    const [status, header] = await client.head()
    expect([status, header?.length]).toEqual(['HTTP/1.1 599 ', 50_005])
  })
})
