import qs from 'qs'
import { describe, expect, it, vi } from 'vitest'
import { startServer } from '../support/start-server.js'
import { clientOf, type MethodCall, methodCalls, sessionCalls, sessionClientOf } from './method-calls.js'
import { readRecorded, type RecordedExchange } from './recorded-calls.js'

/** Starts a server that sends the recorded responses in their order. Each request must be the recorded one. */
async function replayAll(exchanges: readonly RecordedExchange[]) {
  vi.spyOn(console, 'warn').mockReturnValue()
  return startServer(({ method, path, query, text, headers }, response, count) => {
    const exchange = exchanges[count - 1]
    const isForm = headers['content-type']?.startsWith('multipart/form-data')
    const sent = isForm || text === '' ? undefined : (JSON.parse(text) as unknown)
    const [recordedPath, search = ''] = exchange?.request.split('?') ?? []
    expect
      .soft([`${method} ${path}`, query, sent])
      .toEqual([recordedPath, qs.parse(search, { depth: 20 }), exchange?.body])
    response.writeHead(exchange?.status ?? 500, { 'content-type': 'application/json' })
    response.end(exchange?.response === undefined ? undefined : JSON.stringify(exchange.response))
  })
}

/** Repeats the calls. Returns the methods with what they returned and what they should have returned. */
async function repeat<C>(
  calls: readonly MethodCall<C>[],
  logins: 'legacy-support' | 'refresh',
  createClient: (transport: { readonly baseURL: string; readonly token: string }) => C,
) {
  const recorded = readRecorded(logins)
  expect(recorded.map(({ method }) => method)).toEqual(calls.map(({ method }) => method))
  const { url, received } = await replayAll(recorded.flatMap(({ exchanges }) => exchanges))
  const api = createClient({ baseURL: url, token: 'full-access' })
  const results: [method: string, result: unknown][] = []
  for (const { method, run } of calls) results.push([method, await run(api, async () => '')])
  expect(received).toHaveLength(recorded.flatMap(({ exchanges }) => exchanges).length)
  const expected = calls.map(({ method, read }, index) => [method, read(recorded[index]?.exchanges.at(-1)?.response)])
  return { results, expected }
}

describe('the recorded exchanges of Strapi 5.54', () => {
  it('are those of all methods', async () => {
    const { results, expected } = await repeat(methodCalls, 'legacy-support', clientOf)
    expect(results).toEqual(expected)
  })

  it('are those of refresh sessions', async () => {
    const { results, expected } = await repeat(sessionCalls, 'refresh', sessionClientOf)
    expect(results).toEqual(expected)
  })
})

/** Methods that send no request, or none of their own. */
const withoutRequest = [
  'collection',
  'single',
  'with',
  'auth.token',
  'auth.onChange',
  'auth.providerURL',
  'auth.signInWith',
]

const functionsOf = (prefix: string, methods: object) =>
  Object.entries(methods).flatMap(([name, value]) => (typeof value === 'function' ? [`${prefix}${name}`] : []))

it('each public method of a client has a recorded exchange', () => {
  const api = clientOf({ baseURL: 'https://cms.example.org' })
  const ofSessions = functionsOf('auth.', sessionClientOf({ baseURL: 'https://cms.example.org' }).auth)
  const all = [
    ...functionsOf('collection.', api.collection('articles')),
    ...functionsOf('single.', api.single('homepage')),
    ...functionsOf('auth.', api.auth),
    ...functionsOf('users.', api.users),
    ...functionsOf('files.', api.files),
    ...functionsOf('', api),
  ]
  const recorded = new Set(methodCalls.map(({ method }) => method))
  const recordedSessions = new Set([...recorded, ...sessionCalls.map(({ method }) => method)])
  // With one token, a logout sends no request.
  const missing = (methods: readonly string[], known: ReadonlySet<string>, none: readonly string[]) =>
    methods.filter((method) => !known.has(method) && !none.includes(method))
  expect(missing(all, recorded, [...withoutRequest, 'auth.logout'])).toEqual([])
  expect(missing(ofSessions, recordedSessions, withoutRequest)).toEqual([])
  expect([...recorded].filter((method) => !all.includes(method))).toEqual([])
})
