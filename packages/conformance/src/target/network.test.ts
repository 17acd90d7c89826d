import { createServer, type RequestListener, type Server } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpClient } from './http-client.js'
import { mostBytes } from './read-text.js'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener, host = '127.0.0.1') {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, host, listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const client = (timeoutMilliseconds = 10_000) =>
    new HttpClient({
      baseUrl: new URL(`http://${host}:${port}/base`),
      timeoutMilliseconds,
      requestsPerSecond: Number.POSITIVE_INFINITY,
    })
  return { server, client }
}

describe('HttpClient over the network', () => {
  it('sends path, query, headers and body', async () => {
    const { client } = await serve((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => (body += part))
      request.on('end', () => {
        const { method, url, headers } = request
        response.setHeader('x-twice', ['a', 'b'])
        response.end(JSON.stringify({ method, url, body, type: headers['content-type'], as: headers.authorization }))
      })
    })
    const { body, headers, url } = await client().send('PUT', '/api/tags/1', {
      query: { filters: { name: { $eq: 'ä b' } } },
      body: { data: { name: 'ä' } },
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      token: 'secret',
    })
    expect(body).toEqual({
      method: 'PUT',
      url: '/base/api/tags/1?filters[name][$eq]=%C3%A4%20b',
      body: '{"data":{"name":"ä"}}',
      type: 'application/json; charset=utf-8',
      as: 'Bearer secret',
    })
    expect(headers['x-twice']).toBe('a, b')
    expect(url).toMatch(/\/base\/api\/tags\/1\?filters/)
  })

  it('sends a form with its boundary', async () => {
    const { client } = await serve((request, response) => {
      void new Response(request as unknown as ReadableStream, {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      })
        .formData()
        .then((form) => response.end(JSON.stringify({ name: form.get('name') })))
    })
    const form = new FormData()
    form.append('name', 'value')
    expect((await client().send('POST', '/api/upload', { body: form })).body).toEqual({ name: 'value' })
  })

  it('reuses connections', async () => {
    const { server, client } = await serve((_, response) => response.end('{}'))
    let connections = 0
    server.on('connection', () => (connections += 1))
    const one = client()
    for (let index = 0; index < 5; index++) await one.send('GET', '/')
    expect(connections).toBeLessThan(5)
  })

  it('reads responses that are compressed although the request does not accept it', async () => {
    const { client } = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync('{"data":[]}'))
    })
    expect((await client().send('GET', '/')).body).toEqual({ data: [] })
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ] as const)('limits how much of a %s bomb it reads', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(8 * mostBytes))
    const { client } = await serve((_, response) => response.setHeader('content-encoding', encoding).end(bomb))
    const before = process.memoryUsage().arrayBuffers
    await expect(client().send('GET', '/')).rejects.toMatchObject({
      reason: 'too-long',
      message: expect.stringMatching(/GET http:\S+ returned more than 8 MB/) as unknown,
    })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * mostBytes)
  })

  it('stops reading an endless body', async () => {
    let closed: (() => void) | undefined
    const stopped = new Promise<void>((resolve) => (closed = resolve))
    const { client } = await serve((_, response) => {
      const write = () => {
        while (response.write(Buffer.alloc(65_536, 32)));
      }
      response.on('drain', write).on('close', () => closed?.())
      write()
    })
    await expect(client().send('GET', '/')).rejects.toMatchObject({ reason: 'too-long' })
    await stopped
  })

  it('reports an invalid compressed body', async () => {
    const { client } = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end('no gzip'))
    await expect(client().send('GET', '/')).rejects.toMatchObject({ reason: 'unreachable' })
  })

  it('suggests https if the connection is closed', async () => {
    const { client } = await serve((_, response) => response.socket?.destroy())
    await expect(client().send('GET', '/')).rejects.toThrow(/Does it speak https\? Then name it as https:\/\/127/)
  })

  it.each([
    ['nothing', () => undefined],
    ['half a response', ((_, response) => response.write('{"data":')) satisfies RequestListener],
  ])('reports a target that hangs after sending %s', async (_, listener) => {
    const { client } = await serve(listener)
    await expect(client(50).send('GET', '/')).rejects.toMatchObject({
      reason: 'timeout',
      message: expect.stringContaining('within 0.05 s') as unknown,
    })
  })

  it.each([
    ['closes the connection', ((request) => request.destroy()) satisfies RequestListener],
    ['does not use HTTP', ((request) => request.socket.end('SSH-2.0-server\r\n')) satisfies RequestListener],
    [
      'sends an incomplete response',
      ((_, response) =>
        response
          .writeHead(200, { 'content-length': 9 })
          .write('{', () => response.destroy())) satisfies RequestListener,
    ],
  ])('reports no response from a target that %s', async (_, listener) => {
    const { client } = await serve(listener)
    await expect(client().send('GET', '/')).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringMatching(/^http:\S+ did not respond to GET http:\S+: /) as unknown,
    })
  })

  it('names the reason if a host name has several addresses', async () => {
    const { server, client } = await serve(() => undefined, 'localhost')
    await new Promise((closed) => server.close(closed))
    await expect(client().send('GET', '/')).rejects.toThrow(/can't be reached: connect ECONNREFUSED .*:\d+\. Is the/)
  })

  it('does not follow a redirect', async () => {
    const { client } = await serve((_, response) => response.writeHead(302, { location: '/elsewhere' }).end())
    expect((await client().send('GET', '/')).status).toBe(302)
    const { client: astray } = await serve((_, response) =>
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
    )
    await expect(astray().send('GET', '/')).rejects.toMatchObject({ reason: 'redirect' })
  })
})
