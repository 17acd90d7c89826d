import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AbortError, createClient, limitConcurrency, shareReads } from '../src/index.js'
import { startServer } from './support/start-server.js'

/** A client that sends one request at a time. Its first request is under way until the test responds. */
async function withPlaceTaken() {
  let respondFirst = (): void => undefined
  const responded = new Promise<void>((resolve) => {
    respondFirst = resolve
  })
  const { url, received } = await startServer(async (_request, _response, count) => {
    if (count === 1) await responded
    return { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }
  })
  const articles = createClient({ baseURL: url }).with(limitConcurrency(1)).collection('articles')
  const first = articles.find({}, { timeout: 30_000 })
  return { articles, received, finish: async () => void (respondFirst(), await first) }
}

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('limitConcurrency rejects %d', (width) => {
  expect(() => createClient({ baseURL: 'https://cms.example.org' }).with(limitConcurrency(width))).toThrow(
    `limitConcurrency expects a positive whole number, not ${width}`,
  )
})

it('does not share reads of the same path under another prefix', async () => {
  const { url } = await startServer(({ path }) => ({ path }))
  const { send } = createClient({ baseURL: url }).with(shareReads())
  const requests = [undefined, ''].map((prefix) =>
    send({ method: 'GET', path: '/health', ...(prefix === undefined ? {} : { prefix }) }),
  )
  expect(await Promise.all(requests)).toEqual([{ path: '/api/health' }, { path: '/health' }])
})

it('ends a shared read at its timeout while the token is pending', async () => {
  const { url, received } = await startServer(() => ({}))
  const token = () => new Promise<never>(() => {})
  const api = createClient({ baseURL: url, token, defaults: { timeout: 50 } }).with(shareReads())
  await expect(api.send({ method: 'GET', path: '/tags' })).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(received).toEqual([])
})

it.each(['[', '{"a":'])('does not share a response with too many levels of %s to copy', async (start) => {
  const depth = 100_000
  const text = start.repeat(depth) + '1' + (start === '[' ? ']' : '}').repeat(depth)
  const { url } = await startServer((_, response) => void response.end(text))
  const api = createClient({ baseURL: url }).with(shareReads())
  const requests = [1, 2].map(() => api.send({ method: 'GET', path: '/tags' }))
  for (const { reason } of (await Promise.allSettled(requests)) as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ name: 'ResponseShapeError' })
  }
})

it('shares one signal among many calls without a warning', async () => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => void warnings.push(message)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const ending = new AbortController()
  const fetch = async () => new Promise<never>(() => undefined)
  const articles = createClient({ baseURL: 'https://cms.example.org', fetch }).collection('articles')
  const calls = Array.from({ length: 200 }, () => articles.find({}, { signal: ending.signal }))
  // Node emits warnings in a later tick.
  await new Promise((resolve) => setImmediate(resolve))
  ending.abort('gone')
  const results = await Promise.allSettled(calls)
  expect(results.filter((result) => result.status === 'rejected' && AbortError.is(result.reason))).toHaveLength(200)
  expect(warnings).toEqual([])
})

it('removes the listener on the signal of a request that left the queue', async () => {
  const added = vi.spyOn(EventTarget.prototype, 'addEventListener')
  const removed = vi.spyOn(EventTarget.prototype, 'removeEventListener')
  const api = createClient({ baseURL: 'https://cms.example.org' })
    .with((context) => {
      context.send = async () => 'responded'
      return {}
    })
    .with(limitConcurrency(1))
  const { signal } = new AbortController()
  await Promise.all([1, 2, 3].map(() => api.send({ method: 'GET', path: '/tags', options: { signal } })))
  const listeners = (spy: typeof added) => spy.mock.calls.filter(([type]) => type === 'abort').map(([, heard]) => heard)
  // The two that wait share a listener.
  expect(listeners(added)).toHaveLength(1)
  expect(listeners(removed)).toEqual(listeners(added))
  vi.restoreAllMocks()
})

describe('a waiting request', () => {
  it.each([
    ['aborted before', () => ({ signal: AbortSignal.abort('no more') }), 'AbortError'],
    ['aborted meanwhile', () => ({ signal: AbortSignal.timeout(20) }), 'AbortError'],
    ['out of time', () => ({ timeout: 20 }), 'TimeoutError'],
  ])('leaves the queue immediately when %s, and is never sent', async (_, options, name) => {
    const { articles, received, finish } = await withPlaceTaken()
    const call = articles.find({ sort: 'title' }, options())
    const next = articles.find({ sort: 'id' })
    await expect(call).rejects.toMatchObject({ name })
    await finish()
    await next
    await articles.find()
    expect(received.map(({ query }) => query.sort)).toEqual([undefined, 'id', undefined])
  })

  it('has the complete default time limit once it is sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const responses: (() => void)[] = []
    const list = { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }
    const fetch = () => new Promise<Response>((resolve) => responses.push(() => resolve(Response.json(list))))
    const api = createClient({ baseURL: '', fetch, defaults: { timeout: 1_000 } }).with(limitConcurrency(1))
    const first = api.collection('articles').find({}, { timeout: 30_000 })
    const next = api.collection('articles').find()
    await vi.advanceTimersByTimeAsync(1_100)
    responses[0]?.()
    await first
    await vi.advanceTimersByTimeAsync(999)
    responses[1]?.()
    expect(await next).toEqual(list)
  })

  it('passes on a slot that it got while it was aborted', async () => {
    const responses: (() => void)[] = []
    const api = createClient({ baseURL: 'https://cms.example.org' })
      .with((context) => {
        context.send = () => new Promise((resolve) => responses.push(() => resolve('responded')))
        return {}
      })
      .with(limitConcurrency(1))
    const controller = new AbortController()
    const first = api.send({ method: 'GET', path: '/first' })
    const call = api.send({ method: 'GET', path: '/given', options: { signal: controller.signal } })
    const next = api.send({ method: 'GET', path: '/next' })
    responses[0]?.()
    controller.abort()
    await expect(call).rejects.toSatisfy((error) => AbortError.is(error))
    await first
    expect(responses).toHaveLength(2)
    responses[1]?.()
    expect(await next).toBe('responded')
  })
})
