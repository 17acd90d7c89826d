import { type AnyContentTypes, ApiError, type Auth, type Client, createClient } from '@content-api/sdk'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import clientPlugin from '../src/runtime/client-plugin.js'
import { useContentUser, useFind, useFindOne, useFirst, useSingle } from '../src/runtime/composables.js'
import payloadPlugin from '../src/runtime/payload-plugin.js'
import { app } from './support/nuxt-app.js'

/** The requests: method, address and `Authorization`. */
const sent: unknown[][] = []
let status = 200
const send: typeof fetch = async (input, init) => {
  const request = new Request(new URL(input as string, 'https://app.example.org'), init)
  sent.push([request.method, request.url, request.headers.get('authorization')])
  if (new URL(request.url).pathname.endsWith('/auth/local'))
    return Response.json({ jwt: 'in-a-cookie', user: { id: 1 } })
  if (status === 200) {
    const isList = /\/(?:articles|homepage)(?:\?|$)/.test(request.url)
    const entry = { id: 1, attributes: { title: 'One' } }
    const list = request.url.includes('articles') && isList
    return Response.json({ data: list ? [entry] : entry, meta: { pagination: { total: 1 } } })
  }
  const error = { status, name: 'Failed', message: 'Rejected', details: { errors: [{ path: ['a'], message: 'b' }] } }
  return Response.json({ data: null, error }, { status })
}

type App = Client<AnyContentTypes, 'flat'> & { readonly auth: Auth<unknown> }
const plugin = clientPlugin as never as { setup: (nuxtApp: object) => { provide: { contentApi: App } } }
/** Starts the application. Returns its client. */
const start = () =>
  plugin.setup({ payload: app.payload, runWithContext: (task: () => unknown) => task() }).provide.contentApi

beforeEach(() => {
  sent.length = 0
  status = 200
  app.isServer = true
  app.payload = { data: {}, prerenderedAt: undefined }
  app.config.contentApi = undefined
  app.event = { headers: new Headers(), res: { headers: new Headers() } }
  app.states.clear()
  for (const list of [app.reads, app.refreshed, app.shown, app.watchers]) list.length = 0
  app.api = createClient({ baseURL: 'https://cms.example.org', fetch: send, defaults: { retry: 0 } })
  vi.stubGlobal('fetch', send)
  return () => vi.unstubAllGlobals()
})

describe('a read', () => {
  it('has its query as the key, which follows a function', async () => {
    let search = 'a'
    const { data } = await useFind('articles', () => ({ filters: { title: { $contains: search } } }))
    expect(data.value?.data).toEqual([{ id: 1, title: 'One' }])
    const [read] = app.reads
    const before = read?.key()
    expect(before).toBe('content-api:articles:find:[{"filters":{"title":{"$contains":"a"}}}]')
    search = 'b'
    expect(read?.key()).not.toBe(before)
    await useFindOne('articles', 1)
    await useSingle('homepage')
    expect(app.reads.slice(1).map(({ key }) => key().split(':').slice(1, 3))).toEqual([
      ['articles', 'findOne'],
      ['homepage', 'single'],
    ])
    expect(sent.map(([, url]) => new URL(String(url)).pathname)).toEqual([
      '/api/articles',
      '/api/articles/1',
      '/api/homepage',
    ])
  })

  it('keeps the error of the service', async () => {
    status = 500
    const { error } = await useFind('articles')
    expect(error.value).toMatchObject({ statusCode: 500, message: 'Rejected', data: { status: 500 } })
    expect(ApiError.is(error.value?.data)).toBe(true)
  })

  it('shows the error page for a missing entry', async () => {
    status = 404
    await expect(useFindOne('articles', 7)).rejects.toMatchObject({
      statusCode: 404,
      statusMessage: 'Not Found',
      fatal: false,
    })
    app.isServer = false
    await expect(useSingle('homepage')).rejects.toMatchObject({ statusCode: 404, fatal: true })
    // A later read, after the page is shown.
    status = 200
    const loading = useFindOne('articles', 1)
    await loading
    const [source, changed] = app.watchers.at(-1) ?? []
    expect(source).toBe(loading.error)
    changed?.(Object.assign(new Error('Not found.'), { statusCode: 500 }))
    expect(app.shown).toEqual([])
    changed?.(Object.assign(new Error('Not found.'), { statusCode: 404 }))
    expect(app.shown).toMatchObject([{ statusCode: 404, statusMessage: 'Not Found', fatal: true }])
  })

  it('of the first entry shows it if none matches', async () => {
    app.api = createClient({
      baseURL: 'https://cms.example.org',
      fetch: async () => Response.json({ data: [], meta: { pagination: {} } }),
    })
    await expect(useFirst('articles')).rejects.toMatchObject({
      statusCode: 404,
      statusMessage: 'Not Found',
      message: 'Not found.',
    })
  })

  it('of the user is null without a session', async () => {
    for (const without of [401, 403]) {
      status = without
      app.api = start()
      app.event?.headers.set('cookie', 'content-api.token=a.b.c')
      expect((await useContentUser()).data.value).toBeNull()
    }
    expect(sent.length).toBeGreaterThan(0)
    status = 500
    expect((await useContentUser()).error.value).toMatchObject({ statusCode: 500 })
  })
})

describe('the client', () => {
  it('of a request on the server has the token of the cookie, or that of the application', async () => {
    app.config.contentApi = { url: 'http://cms.internal', token: 'of-the-app' }
    await start().collection('articles').find()
    app.event?.headers.set('cookie', 'content-api.token=a.b.c')
    await start().collection('articles').find()
    expect(sent.map(([, url, token]) => [new URL(String(url)).host, token])).toEqual([
      ['cms.internal', 'Bearer of-the-app'],
      ['cms.internal', 'Bearer a.b.c'],
    ])
    expect(app.states.get('content-api:signed-in')?.value).toBe(true)
    await start().auth.login({ identifier: 'ada', password: 'correct horse' })
    expect(app.event?.res.headers.getSetCookie()[0]).toMatch(/^content-api\.token=in-a-cookie;.*Secure.*HttpOnly/)
  })

  it('of a browser sends its requests to the application, and reads again after a login', async () => {
    app.isServer = false
    app.config.app.baseURL = '/shop/'
    app.payload.data = { 'content-api:articles:find:[]': {}, other: {} }
    const api = start()
    await api.collection('articles').find()
    await api.auth.login({ identifier: 'ada', password: 'correct horse' })
    app.config.app.baseURL = '/'
    expect(sent.map(([, url]) => new URL(String(url)).pathname)).toEqual([
      '/shop/_content/api/articles',
      '/shop/_content/api/auth/local',
    ])
    expect(app.refreshed).toEqual([['content-api:articles:find:[]']])
  })
})

describe('the payload', () => {
  const { setup } = payloadPlugin as never as { setup: () => void }

  it('carries an ApiError to the browser, without the raw body', () => {
    setup()
    app.isServer = false
    setup()
    const details = { status: 400, kind: 'ValidationError', serverMessage: 'No', issues: [], requestId: 'r' }
    const error = new ApiError('GET /articles: 400', { ...details, raw: { secret: 1 } })
    const reduced = JSON.parse(JSON.stringify(app.reducers.get('ContentApiError')?.(error))) as never
    const revived = app.revivers.get('ContentApiError')?.(reduced)
    expect(ApiError.is(revived)).toBe(true)
    expect(revived).toMatchObject({ ...details, message: 'GET /articles: 400' })
    expect((revived as ApiError).raw).toBeUndefined()
    expect(app.reducers.get('ContentApiError')?.(new Error('own'))).toBe(false)
  })
})
