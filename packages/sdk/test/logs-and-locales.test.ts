import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, createClient, inFirstLocale, logRequests, QueryError, type RequestLog } from '../src/index.js'
import { sendError, startServer } from './support/start-server.js'

afterEach(() => vi.restoreAllMocks())

const listOf = (...titles: string[]) => ({
  data: titles.map((title, index) => ({ id: index + 1, attributes: { title } })),
  meta: { pagination: { page: 1, pageSize: 1, pageCount: 1, total: titles.length } },
})

describe('logRequests', () => {
  it('logs each request once, with its query and its error, and without secrets', async () => {
    const { url } = await startServer(({ path }, response) =>
      path === '/api/articles' ? listOf('One') : sendError(response, 403, 'Forbidden', 'no'),
    )
    const logged: RequestLog[] = []
    const api = createClient({ baseURL: url, token: 'secret-token' }).with(logRequests((entry) => logged.push(entry)))
    await api.collection('articles').find({ sort: ['title'] })
    await expect(api.collection('tags').create({ name: 'secret-name' })).rejects.toThrow('no')
    const query = { access_token: 'secret-code' }
    await expect(api.send({ method: 'GET', path: '/auth/google/callback', query })).rejects.toThrow('no')
    await expect(api.collection('tags').find({ filters: { a: { $eq: undefined } } })).rejects.toThrow(QueryError)
    expect(logged.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /articles?sort[0]=title',
      'POST /tags',
      'GET /auth/google/callback',
      'GET /tags',
    ])
    expect(logged.map(({ error }) => (error as Error | undefined)?.name)).toEqual([
      undefined,
      'ApiError',
      'ApiError',
      'QueryError',
    ])
    expect(logged.every(({ milliseconds }) => milliseconds >= 0)).toBe(true)
    expect(JSON.stringify(logged)).not.toContain('secret')
  })

  it('prints a line to the console by default', async () => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => undefined)
    const { url } = await startServer(() => listOf('One'))
    await createClient({ baseURL: url }).with(logRequests()).collection('articles').find()
    expect(debug.mock.calls).toEqual([[expect.stringMatching(/^GET \/articles \d+ ms$/)]])
  })
})

describe('inFirstLocale', () => {
  const reading = async (available: readonly string[]) => {
    const { url, received } = await startServer(({ query }) =>
      available.includes(String(query['locale'])) ? listOf(`in ${String(query['locale'])}`) : listOf(),
    )
    const articles = createClient({ baseURL: url }).collection('articles')
    return { received, find: () => inFirstLocale(['fr', 'en', 'de'], (locale) => articles.first({ locale })) }
  }

  it('sends one request if the first locale has the entry, and one more per missing locale', async () => {
    const present = await reading(['fr', 'en'])
    expect(await present.find()).toMatchObject({ title: 'in fr' })
    expect(present.received).toHaveLength(1)
    const missing = await reading(['en'])
    expect(await missing.find()).toMatchObject({ title: 'in en' })
    expect(missing.received).toHaveLength(2)
    const none = await reading([])
    expect(await none.find()).toBeNull()
    expect(none.received).toHaveLength(3)
  })

  it('takes 404 as missing, and throws other errors', async () => {
    const { url } = await startServer(({ query }, response) =>
      query['locale'] === 'fr'
        ? sendError(response, 404, 'NotFoundError', 'Not Found')
        : sendError(response, 403, 'ForbiddenError', 'Forbidden'),
    )
    const home = createClient({ baseURL: url }).single('homepage')
    await expect(inFirstLocale(['fr', 'en'], (locale) => home.find({ locale }))).rejects.toThrow(ApiError)
    expect(await inFirstLocale(['fr'], (locale) => home.find({ locale }))).toBeNull()
  })
})
