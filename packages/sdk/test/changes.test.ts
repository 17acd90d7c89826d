import type { ServerResponse } from 'node:http'
import { QueryClient } from '@tanstack/query-core'
import { describe, expect, it } from 'vitest'
import { auth, type Change, changes, createClient, type NetworkError, tagsOfChange } from '../src/index.js'
import { invalidateChanged } from '../src/tanstack-query.js'
import { readEvents } from '../src/changes/read-events.js'
import { type Received, startServer } from './support/start-server.js'

const article = (id: number, event = 'entry.update') =>
  `id: ${id}\nevent: ${event}\ndata: {"event":"${event}","type":"api::article.article","collection":"articles","id":${id},"at":"2026-01-01T00:00:00.000Z"}\n\n`

/** Starts a service whose connections are served by these functions, in order. */
async function startService(...connections: ((stream: ServerResponse, received: Received) => void)[]) {
  return startServer((received, response, count) => {
    const serve = connections[count - 1]
    if (!serve) throw new Error('There is one connection too many')
    response.setHeader('content-type', 'text/event-stream; charset=utf-8')
    serve(response, received)
    return undefined
  })
}

const fail = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { name: 'Failed', message: 'no' } }))
}
const send = (text: string, then?: 'end' | 'destroy') => (response: ServerResponse) => {
  response.write(text, () => void (then === 'destroy' ? response.destroy() : then && response.end()))
}

/** Returns the first changes, and closes the connection. */
async function take(from: AsyncIterable<Change>, count: number): Promise<Change[]> {
  const taken: Change[] = []
  for await (const change of from) if (taken.push(change) === count) break
  return taken
}
const shown = (all: readonly Change[]) => all.map((change) => `${change.event} ${change.position}`)

describe('changes', () => {
  it('yields what the service writes, and closes the connection after a break', async () => {
    let closed: Promise<void> | undefined
    const { url, received } = await startService((response) => {
      closed = new Promise((resolve) => response.on('close', resolve))
      send(`retry: 1\nid: 6\n\n:\n\n${article(7)}${article(8, 'entry.delete')}`)(response)
    })
    const api = createClient({ baseURL: `${url}/`, token: 'a-token' }).with(changes())
    const options = { collections: ['articles', 'files'], publicationState: 'preview' } as const
    const [first, second] = await take(api.changes(options), 2)
    expect(first).toMatchObject({ event: 'entry.update', collection: 'articles', id: 7, position: '7' })
    expect(second).toMatchObject({ event: 'entry.delete', id: 8, position: '8' })
    await closed
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      path: '/content-api/events',
      query: { types: 'articles,files', publicationState: 'preview' },
      headers: { accept: 'text/event-stream', authorization: 'Bearer a-token' },
    })
  })

  it('continues after the last change when the connection is lost or the service fails', async () => {
    const { url, received } = await startService(
      send(article(7), 'destroy'),
      fail(503),
      // A sign of life may have an id.
      send(`${article(8)}:\nid: 9\n\n`, 'end'),
      send(`event: reset\nid: 20\ndata: {}\n\n${article(21)}`),
    )
    const lost: unknown[] = []
    const api = createClient({ baseURL: url }).with(changes())
    const all = api.changes({ after: '6', onDisconnect: (error) => void lost.push((error as NetworkError).name) })
    expect(shown(await take(all, 4))).toEqual(['entry.update 7', 'entry.update 8', 'reset 20', 'entry.update 21'])
    expect(received.map(({ headers }) => headers['last-event-id'])).toEqual(['6', '7', '7', '9'])
    expect(lost).toHaveLength(3)
    expect(lost[1]).toBe('ApiError')
  })

  it('yields a reset if the connection is lost before the service has sent a position', async () => {
    const { url } = await startService(send(':\n\n', 'destroy'), send(article(9)))
    const api = createClient({ baseURL: url }).with(changes())
    expect(shown(await take(api.changes(), 2))).toEqual(['reset undefined', 'entry.update 9'])
  })

  it('ends with the signal, while it waits for changes or for the next connection', async () => {
    const { url } = await startService(send(article(1)), fail(500))
    const api = createClient({ baseURL: url }).with(changes())
    const waiting = new AbortController()
    const all = api.changes({ signal: waiting.signal })
    await all.next()
    const next = all.next()
    waiting.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    const pausing = new AbortController()
    const failing = api.changes({ signal: pausing.signal, onDisconnect: () => pausing.abort() })
    expect(await failing.next()).toEqual({ done: true, value: undefined })
    expect(await api.changes({ signal: AbortSignal.abort() }).next()).toEqual({ done: true, value: undefined })
  })

  it('throws if the service rejects the request, and renews an expired token', async () => {
    const login = (response: ServerResponse) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jwt: 'expired', user: { id: 1 } }))
    }
    const { url, received } = await startService(login, fail(401), send(article(1), 'end'), fail(403))
    const api = createClient({ baseURL: url })
      .with(auth({ onExpired: () => 'renewed' }))
      .with(changes())
    await api.auth.login({ identifier: 'ada', password: 'correct horse' })
    const all = api.changes()
    expect(await all.next()).toMatchObject({ value: { id: 1 } })
    await expect(all.next()).rejects.toMatchObject({ name: 'ApiError', status: 403 })
    expect(received.slice(1).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer expired',
      'Bearer renewed',
      'Bearer renewed',
    ])
  })

  it('throws for a response that is no stream of events', async () => {
    const { url } = await startServer(() => ({ data: [] }))
    const api = createClient({ baseURL: url }).with(changes())
    await expect(api.changes().next()).rejects.toMatchObject({ name: 'ResponseShapeError' })
  })
})

it('tags of a change are the names of its content type', () => {
  const change = { event: 'entry.update', type: 'api::home.homepage', collection: 'homepages' } as const
  expect(tagsOfChange(change)).toEqual(['homepages', 'homepage'])
  expect(tagsOfChange({ event: 'reset' })).toBeUndefined()
})

it('a change invalidates the queries of its content type, and a reset those of all', async () => {
  const client = new QueryClient()
  const stale = async (change: Change, ...more: string[]) => {
    const keys = [
      ['content-api', 'articles', 'list', {}],
      ['content-api', 'homepage', 'entry'],
      ['content-api', 'tags', 'list'],
    ]
    for (const key of keys) client.setQueryData(key, {})
    await invalidateChanged(client, change, { invalidates: more })
    return keys.flatMap((key) => (client.getQueryState(key)?.isInvalidated ? [key[1]] : []))
  }
  const change = { event: 'entry.update', id: 1, at: '', position: '1' } as const
  expect(await stale({ ...change, type: 'api::article.article', collection: 'articles' })).toEqual(['articles'])
  expect(await stale({ ...change, type: 'api::home.homepage', collection: 'homepages' }, 'tags')).toEqual([
    'homepage',
    'tags',
  ])
  expect(await stale({ event: 'reset', position: undefined })).toEqual(['articles', 'homepage', 'tags'])
})

describe('the reader of events', () => {
  const streamOf = (chunks: readonly (string | Uint8Array)[]) =>
    new ReadableStream<Uint8Array>({
      start(body) {
        for (const chunk of chunks) body.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
        body.close()
      },
    })
  const all = async (...chunks: (string | Uint8Array)[]) => {
    const { next } = readEvents(streamOf(chunks), 1000)
    const events = []
    for (let event = await next(); event; event = await next()) events.push(event)
    return events
  }

  it('reads lines with all ends, split anywhere', async () => {
    const text =
      'event: a\r\nid: 1\r\ndata: ü\r\ndata:y: z\r\n\r\n: comment\n\nevent: b\n\ndata\nretry: 5\r\runknown: x\nid: 2\n\n'
    const bytes = new TextEncoder().encode(text)
    const expected = [
      { event: 'a', id: '1', data: 'ü\ny: z', retry: undefined },
      { event: 'message', id: '1', data: '', retry: 5 },
      { event: 'message', id: '2', data: '', retry: 5 },
    ]
    expect(await all(bytes)).toEqual(expected)
    expect(await all(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected)
    // The last event is incomplete.
    expect(await all('data: x\n')).toEqual([])
  })

  it('throws for an endless event and for silence', async () => {
    await expect(all(`data: ${'x'.repeat(1_000_001)}`)).rejects.toThrow('over 1000000 characters')
    const silent = readEvents(new ReadableStream(), 1)
    await expect(silent.next()).rejects.toThrow('silent')
    silent.close()
  })
})
