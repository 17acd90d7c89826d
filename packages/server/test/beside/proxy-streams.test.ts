import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Answer } from '@content-api/strapi-reads/proxy/answer-copy'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { serveProxy } from './serve-proxy.js'
import { connectRaw, listenRaw } from './wire.js'

async function listenHttp(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanUpAfterFile(() => {
    server.close()
    server.closeAllConnections()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const chunk = Buffer.alloc(65_536, 'a')
/** Larger than the buffers of all sockets together. */
const chunks = 512

/** Produces a large body, and counts the bytes that were taken from it. */
function largeBody() {
  let taken = 0
  const stream = new Readable({
    read() {
      taken += 1
      this.push(taken > chunks ? null : chunk)
    },
  })
  return { stream, taken: () => taken * chunk.length }
}

/** Reads a stream more slowly than it can be sent, and returns the most bytes that were on their way. */
async function readSlowly(stream: Readable, taken: () => number): Promise<{ bytes: number; most: number }> {
  let [bytes, most] = [0, 0]
  for await (const part of stream as AsyncIterable<Buffer>) {
    bytes += part.length
    await new Promise(setImmediate)
    most = Math.max(most, taken() - bytes)
  }
  return { bytes, most }
}

describe('a large body', () => {
  it('of a response waits for the client', async () => {
    const { stream, taken } = largeBody()
    const target = await listenHttp((_message, response) => void stream.pipe(response))
    const { port } = await serveProxy({ target })
    const [response] = (await once(request({ port, agent: false }).end(), 'response')) as [IncomingMessage]
    const { bytes, most } = await readSlowly(response, taken)
    expect(bytes).toBe(chunks * chunk.length)
    expect(most).toBeLessThan(bytes * 0.8)
  })

  it('of a request waits for Strapi', async () => {
    const { stream, taken } = largeBody()
    const target = await listenHttp((message, response) => {
      void readSlowly(message, taken).then((read) => response.end(JSON.stringify(read)))
    })
    const { port } = await serveProxy({ target })
    const sent = request({ port, method: 'PUT', agent: false })
    stream.pipe(sent)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const [text] = await response.toArray()
    const { bytes, most } = JSON.parse(String(text)) as { bytes: number; most: number }
    expect(bytes).toBe(chunks * chunk.length)
    expect(most).toBeLessThan(bytes * 0.8)
  })

  it('that Strapi rejects early ends with the response of Strapi', async () => {
    const upstream = await listenRaw()
    const { port } = await serveProxy({ target: upstream.url })
    const client = connectRaw(port)
    client.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nbegin')
    const strapi = await upstream.accept()
    await strapi.until('begin')
    strapi.send('HTTP/1.1 413 Payload Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig')
    await client.until('big')
    strapi.end()
    await strapi.closed
    // The rest has no receiver, and the connection serves the next request.
    client.send(`${'a'.repeat(999_995)}GET /next HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect((await (await upstream.accept()).head())[0]).toBe('GET /next HTTP/1.1')
  })

  it('whose client disconnects ends at Strapi, also after the response', async () => {
    const upstream = await listenRaw()
    const { port, failures } = await serveProxy({ target: upstream.url })
    for (const answer of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok']) {
      const client = connectRaw(port)
      client.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nbegin')
      const strapi = await upstream.accept()
      await strapi.until('begin')
      strapi.send(answer)
      if (answer !== '') await client.until('ok')
      client.reset()
      await strapi.closed
    }
    expect(failures).toEqual([])
  })
})

describe('the copy of a response', () => {
  const text = '{"data":[]}'.padEnd(900)

  async function observed(listener: RequestListener, maximumObserved = 1_000): Promise<Answer | null> {
    const target = await listenHttp(listener)
    const answers: (Answer | null)[] = []
    const copied = new EventEmitter()
    const observe = (answer: Answer | null) => {
      answers.push(answer)
      copied.emit('answer')
    }
    const { url } = await serveProxy({ target, forward: { observe, maximumObserved } })
    const copy = once(copied, 'answer')
    // The client receives the encoded body, or an error.
    request(url, { agent: false }, (response) => response.on('error', () => undefined).resume()).end()
    await copy
    expect(answers).toHaveLength(1)
    return answers[0] ?? null
  }

  it.each([
    ['no encoding', {}, text],
    ['gzip', { 'Content-Encoding': 'gzip' }, gzipSync(text)],
    ['br', { 'Content-Encoding': 'br' }, brotliCompressSync(text)],
  ])('with %s has the decompressed body', async (_name, headers, body) => {
    const answer = await observed((_message, response) => response.writeHead(201, headers).end(body))
    expect(answer?.status).toBe(201)
    expect(answer?.body.toString()).toBe(text)
  })

  it.each<[string, RequestListener]>([
    ['is too large', (_message, response) => response.end('a'.repeat(1_001))],
    [
      'is too large, without a length',
      (_message, response) => {
        response.write('a'.repeat(600))
        response.end('a'.repeat(600))
      },
    ],
    [
      'is too large when it is decompressed',
      (_message, response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync('a'.repeat(1_001))),
    ],
    [
      'has another encoding than its header says',
      (_message, response) => response.setHeader('Content-Encoding', 'gzip').end('plain'),
    ],
    ['has an unknown encoding', (_message, response) => response.setHeader('Content-Encoding', 'zstd').end('a')],
    [
      'is broken off',
      (_message, response) => {
        response.writeHead(200, { 'Content-Length': 10 })
        response.write('half', () => response.destroy())
      },
    ],
    ['never comes', (_message, response) => response.destroy()],
  ])('is null if the response %s', async (_name, listener) => {
    expect(await observed(listener)).toBeNull()
  })
})

it('asks Strapi for the response to a request that is served here', async () => {
  const target = await listenHttp((message, response) => {
    message.toArray().then(
      (parts) => response.end(JSON.stringify([message.method, message.url, message.headers['x-a'], parts.join('')])),
      () => response.destroy(),
    )
  })
  const { proxy } = await serveProxy({ target })
  const answers: Promise<Answer | null>[] = []
  const here = await listenHttp((message, response) => {
    message.toArray().then(
      (parts: Buffer[]) => {
        answers.push(proxy.ask(message, { body: parts.length > 0 ? Buffer.concat(parts) : undefined }))
        answers.push(proxy.ask(message, { maximum: 3 }))
        return response.end()
      },
      () => response.destroy(),
    )
  })
  await fetch(`${here.href}a?b=1`, { headers: { 'X-A': '1' } })
  await fetch(`${here.href}graphql`, { method: 'POST', body: '{"query":"{a}"}' })
  const [read, tooLarge, posted, withoutBody] = await Promise.all(answers)
  expect(read?.body.toString()).toBe('["GET","/a?b=1","1",""]')
  expect([tooLarge, withoutBody]).toEqual([null, null])
  expect(posted?.body.toString()).toBe('["POST","/graphql",null,"{\\"query\\":\\"{a}\\"}"]')
})

describe('Strapi that does not respond', () => {
  it('leads to 504 after the longest silence', async () => {
    const upstream = await listenRaw()
    const { url, failures } = await serveProxy({ target: upstream.url, limits: { silence: 20 } })
    const response = await fetch(url)
    expect([response.status, response.headers.get('retry-after')]).toEqual([504, '1'])
    expect(await response.text()).toContain('GatewayTimeoutError')
    await (await upstream.accept()).closed
    expect(failures).toHaveLength(1)
  })

  it('and whose response stops in the middle is given up', async () => {
    const upstream = await listenRaw()
    const { port } = await serveProxy({ target: upstream.url, limits: { silence: 20 } })
    const client = connectRaw(port)
    client.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const strapi = await upstream.accept()
    await strapi.head()
    strapi.send('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
    await client.closed
    await strapi.closed
    expect(client.received).toMatch(/half$/)
  })
})

it('speaks TLS to Strapi with the name of the target', async () => {
  const tls = (name: string) => readFileSync(join(import.meta.dirname, '../support/tls', name))
  const server = createTlsServer({ key: tls('server-key.pem'), cert: tls('server.pem') }, (message, response) =>
    response.end([message.headers.host, message.headers['x-forwarded-host']].join(' ')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const { url, failures } = await serveProxy({ target: new URL(`https://localhost:${port}`) })
  expect((await fetch(url)).status).toBe(502)
  expect(failures).toMatchObject([{ cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } }])
  // Stands for a certificate of a known authority.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await (await fetch(url)).text()).toBe(`localhost:${port} ${new URL(url).host}`)
})
