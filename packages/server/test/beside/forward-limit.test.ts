import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ApiError } from '@content-api/engine/errors'
import { serveListener } from './serve-listener.js'
import { serveProxy } from './serve-proxy.js'
import { connectRaw, listenRaw, type Wire } from './wire.js'

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** Sends a request on a connection of its own. */
function send(port: number, method: 'GET' | 'POST' = 'GET'): Wire {
  const client = connectRaw(port)
  client.send(`${method} /api/tags HTTP/1.1\r\nHost: a\r\n${method === 'POST' ? 'Content-Length: 0\r\n' : ''}\r\n`)
  return client
}

/** Reads a response that this server sent because something has too many requests. */
async function expectRefused(client: Wire): Promise<string> {
  const head = await client.head()
  expect(head[0]).toBe('HTTP/1.1 503 Service Unavailable')
  expect(head).toContain('Retry-After: 1')
  expect(head).toContain('X-Served-By: content-api')
  return client.until('}}')
}

describe('the most requests at Strapi', () => {
  it('lets further ones get 503 with Retry-After until one has ended', async () => {
    const upstream = await listenRaw()
    const { port, proxy, results, failures } = await serveProxy({ target: upstream.url, maximum: 1 })
    const first = send(port)
    const strapi = await upstream.accept()
    await strapi.head()
    expect(proxy.open).toBe(1)
    expect(await expectRefused(send(port, 'POST'))).toContain('Strapi has too many requests at the moment')
    expect(await results[1]).toBe('refused')
    expect(failures).toEqual([expect.any(ApiError)])
    strapi.send(ok)
    await first.until('ok')
    expect(await results[0]).toBe('sent')
    const third = send(port)
    await strapi.head()
    strapi.send(ok)
    await third.until('ok')
    expect(upstream.count).toBe(1)
  })

  it('counts requests whose clients disconnect, and those of comparisons, until they end', async () => {
    const upstream = await listenRaw()
    const { port, proxy, results } = await serveProxy({ target: upstream.url, maximum: 1 })
    const client = send(port)
    const strapi = await upstream.accept()
    await strapi.head()
    const message = { method: 'GET', url: '/', headers: {}, rawHeaders: [], socket: {} } as unknown as IncomingMessage
    expect(await proxy.ask(message)).toBeNull()
    client.reset()
    await results[0]
    expect(proxy.open).toBe(0)
    const asked = proxy.ask(message)
    expect(proxy.open).toBe(1)
    await expectRefused(send(port))
    const second = await upstream.accept()
    await second.head()
    second.send(ok)
    expect(String((await asked)?.body)).toBe('ok')
    expect(proxy.open).toBe(0)
  })
})

describe('a read that this server is too busy for', () => {
  /** Serves with a database that is busy or away, and lets Strapi get four requests. */
  async function serve(isBusy: boolean) {
    const upstream = await listenRaw()
    const error = new ApiError('ServiceUnavailableError', 'The database is busy')
    const outcome = { kind: 'unavailable', error, isBusy } as const
    return { upstream, ...(await serveListener({ target: upstream.url, outcome, maxForwarded: 4 })) }
  }

  it('goes to Strapi while Strapi has less than a quarter of its requests', async () => {
    const { upstream, port, counted } = await serve(true)
    const first = send(port)
    const strapi = await upstream.accept()
    await strapi.head()
    expect(await expectRefused(send(port))).toContain('The database is busy')
    // What only Strapi can do still reaches it.
    const write = send(port, 'POST')
    const other = await upstream.accept()
    expect((await other.head())[0]).toBe('POST /api/tags HTTP/1.1')
    for (const wire of [strapi, other]) wire.send(ok)
    for (const client of [first, write]) await client.until('ok')
    expect(counted[0]).toBe('served')
    expect(counted).not.toContain('refused')
  })

  it('gets 503 at once if the database is away', async () => {
    const { upstream, port } = await serve(false)
    await expectRefused(send(port))
    expect(upstream.count).toBe(0)
  })
})
