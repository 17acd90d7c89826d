import { describe, expect, it } from 'vitest'
import { HttpClient } from './http-client.js'
import type { Fetch } from './injected-fetch.js'
import { requestedPause } from './pace.js'

const client = (fetch: Fetch, timeoutMilliseconds = 1000) =>
  new HttpClient({
    baseUrl: new URL('http://target.localhost/base/'),
    fetch,
    timeoutMilliseconds,
    requestsPerSecond: Number.POSITIVE_INFINITY,
  })

describe('HttpClient', () => {
  it('joins base, path and query, and sends JSON with the token', async () => {
    const seen: Request[] = []
    const exchange = await client((request) => {
      seen.push(request.clone())
      return Promise.resolve(Response.json({ data: 1 }))
    }).send('POST', '/api/tags', { query: { fields: ['a', 'b'] }, body: { data: {} }, token: 'secret' })
    const [request] = seen
    expect(request?.url).toBe('http://target.localhost/base/api/tags?fields[0]=a&fields[1]=b')
    expect(request?.headers.get('authorization')).toBe('Bearer secret')
    expect(await request?.text()).toBe('{"data":{}}')
    expect(exchange.body).toEqual({ data: 1 })
  })

  it("reports a target that hangs, can't be reached, or redirects", async () => {
    await expect(client(() => new Promise(() => undefined), 20).send('GET', '/')).rejects.toMatchObject({
      reason: 'timeout',
    })
    await expect(client(() => Promise.reject(new TypeError('fetch failed'))).send('GET', '/')).rejects.toMatchObject({
      reason: 'unreachable',
    })
    const elsewhere = () =>
      Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }))
    await expect(client(elsewhere).send('GET', '/')).rejects.toMatchObject({ reason: 'redirect' })
  })

  it.each([502, 503, 504])("rejects a gateway's page with status %i, but accepts an envelope", async (status) => {
    const page = () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status }))
    await expect(client(page).send('GET', '/')).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringContaining(`returned status ${status} without an envelope`),
    })
    const envelope = () => Promise.resolve(Response.json({ data: null, error: { status } }, { status }))
    expect((await client(envelope).send('GET', '/')).status).toBe(status)
  })

  it('returns a redirect to the same origin as a response', async () => {
    const here = () => Promise.resolve(new Response(null, { status: 302, headers: { location: '/elsewhere' } }))
    expect((await client(here).send('GET', '/')).status).toBe(302)
  })

  it('waits while the target limits requests', async () => {
    let calls = 0
    const busy = () =>
      Promise.resolve(
        ++calls === 1 ? new Response('{}', { status: 429, headers: { 'retry-after': '0' } }) : Response.json({}),
      )
    expect((await client(busy).send('GET', '/')).status).toBe(200)
    expect(calls).toBe(2)
  })

  it.each([
    ['Retry-After', { 'retry-after': '3600' }],
    ['X-RateLimit-Reset', { 'x-ratelimit-reset': '2000000000', date: 'Tue, 17 May 2033 00:00:00 GMT' }],
  ])('rejects at once if %s requests a wait of more than some minutes', async (_, headers) => {
    const limited = client(() => Promise.resolve(new Response('{}', { status: 429, headers })))
    const expected = { reason: 'rate-limited', message: expect.stringContaining('POST http://target.localhost') }
    await expect(limited.send('POST', '/api/auth/local')).rejects.toMatchObject(expected)
    await expect(limited.send('POST', '/api/auth/local')).rejects.toMatchObject(expected)
  })
})

describe('the requested pause', () => {
  const date = 'Tue, 17 May 2033 00:00:00 GMT'
  const now = Date.parse(date)
  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Tue, 17 May 2033 00:01:00 GMT', date }, 60_000],
    [{ 'x-ratelimit-reset': String(now / 1000 + 42), date }, 42_000],
    [{ 'x-ratelimit-reset': '42' }, 42_000],
    [{ 'x-ratelimit-reset': String(now / 1000 - 42), date }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('of %j is %s ms', (headers, expected) => {
    expect(requestedPause(headers)).toBe(expected)
  })
})
