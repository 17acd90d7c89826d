import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../src/index.js'
import { sendError, startServer } from './support/start-server.js'

afterEach(() => vi.restoreAllMocks())

const entry = (id: number, attributes: object) => ({ id, attributes })
const missing = (path: string, name: string) =>
  `[content-api] '${path}' of ${name} is populated but missing in the response: may the caller's role find its content type?`

/**
 * Returns the warnings for a response to a query. The content type's name is unique, because each warning is
 * shown once.
 */
async function warningsOf(name: string, data: object[], populate: unknown): Promise<string[]> {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { url } = await startServer(() => ({
    data,
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
  }))
  const entries = createClient({ baseURL: url }).collection(name)
  for (let i = 0; i < 2; i++) await entries.find({ populate: populate as '*' })
  return warn.mock.calls.map(([text]) => String(text))
}

describe('a populated relation that is missing', () => {
  const team = { data: entry(3, { name: 'A' }) }
  const author = (attributes: object) => ({ author: { data: entry(2, attributes) } })

  it('is reported once', async () => {
    const data = [entry(1, { tags: { data: [] } })]
    const populate = { tags: true, author: { fields: ['name'] }, cover: false }
    expect(await warningsOf('firsts', data, populate)).toEqual([missing('author', 'firsts')])
  })

  it.each([
    ['objects', { author: { populate: { team: true, tags: { populate: { of: true } } } } }],
    ['lists', { author: { populate: ['team', 'tags.of'] } }],
    ['paths', ['author.team', 'author.tags.of', 'author']],
  ])('is reported at any depth, populated by %s', async (by, populate) => {
    const tags = { tags: { data: [entry(4, { of: { data: null } }), entry(5, {})] } }
    const data = [entry(1, author({ ...tags, team })), entry(6, author({ tags: { data: [] } }))]
    const expected = ['author.tags.of', 'author.team'].map((path) => missing(path, `deep-${by}`))
    expect(await warningsOf(`deep-${by}`, data, populate)).toEqual(expected)
  })

  it('is reported in components, and in the named components of a zone', async () => {
    const data = [
      entry(1, {
        seo: { id: 1, title: 'x' },
        rows: [{ id: 1, icon: { data: null } }, { id: 2 }],
        zone: [
          { id: 1, __component: 'a.quote' },
          { id: 1, __component: 'a.text' },
        ],
      }),
    ]
    const populate = {
      seo: { populate: { image: true } },
      rows: { populate: ['icon'] },
      zone: { on: { 'a.quote': { populate: { by: true } }, 'a.text': true } },
    }
    expect(await warningsOf('components', data, populate)).toEqual(
      ['seo.image', 'rows.icon', 'zone.by'].map((path) => missing(path, 'components')),
    )
  })

  it("is not reported for '*' in a list", async () => {
    expect(await warningsOf('starred', [entry(1, {})], ['*'])).toEqual([])
  })

  it('is not reported below *, below null, and in components that may lack it', async () => {
    const data = [entry(1, { author: { data: null }, seo: null, zone: [{ id: 1, __component: 'a.text' }] })]
    const populate = {
      author: { populate: { team: true } },
      seo: { populate: { image: true } },
      zone: { populate: { by: true } },
    }
    expect(await warningsOf('none', data, populate)).toEqual([])
    expect(await warningsOf('all', data, '*')).toEqual([])
  })

  it('is detected in any response to any query', async () => {
    const zone = [{ id: 1, __component: { toString: 1 } }, { id: 1, __component: 'toString' }, 'x', null]
    const response = { data: entry(1, { zone }) }
    const { url } = await startServer(() => response)
    const things = createClient({ baseURL: url, shape: 'envelope' }).collection('things')
    expect(await things.findOne(1, { populate: { zone: { on: { 'a.text': true } } } })).toEqual(response.data)
    expect(await warningsOf('odd', [entry(1, {})], [false, 7, 'author'])).toEqual([missing('author', 'odd')])
  })
})

describe('warnings of the address', () => {
  it.each([
    [
      'https://cms.example.org/api/',
      "baseURL 'https://cms.example.org/api/' ends with /api, which the client adds itself: remove it.",
    ],
  ])('say what is wrong with the address %s', (baseURL, text) => {
    const warn = vi.spyOn(console, 'warn').mockReset()
    createClient({ baseURL })
    for (const right of ['', '/cms', 'https://cms.example.org/', 'HTTPS://localhost:1'])
      createClient({ baseURL: right })
    createClient({ baseURL: 'https://cms.example.org/api', prefix: '' })
    expect(warn.mock.calls).toEqual([[`[content-api] ${text}`]])
  })
})

it('a rejected request is reported with the message of the server if it says more than the status', async () => {
  const warn = vi.spyOn(console, 'warn').mockReset()
  const messages = ['Forbidden', 'Requests of https://site.example are not accepted']
  const { url } = await startServer((_, response) => sendError(response, 403, 'ForbiddenError', messages.shift() ?? ''))
  const api = createClient({ baseURL: url })
  for (const name of ['hidden', 'foreign'])
    await expect(api.collection(name).find()).rejects.toMatchObject({ status: 403 })
  expect(warn.mock.calls.flat()).toEqual([
    "[content-api] GET /hidden got status 403: give the caller's role, or the API token, the permission for this action.",
    '[content-api] GET /foreign got status 403: Requests of https://site.example are not accepted',
  ])
})

it('a redirect is reported without the query of its address', async () => {
  const warn = vi.spyOn(console, 'warn').mockReset()
  const location = 'https://login.test/in?token=secret#secret'
  const { url } = await startServer((_, response) => void response.writeHead(302, { location }).end())
  const call = createClient({ baseURL: url, token: 'secret' }).collection('redirected').find()
  await expect(call).rejects.toMatchObject({ status: 302 })
  expect(warn.mock.calls).toEqual([
    ['[content-api] GET /redirected got status 302: it redirects to https://login.test/in: is that the baseURL?'],
  ])
})

it('a missing response is reported once, and an aborted request is not reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockReset()
  const { url } = await startServer(({ path }, response) =>
    path.endsWith('/gone') ? void response.destroy() : { data: [], meta: { pagination: {} } },
  )
  const api = createClient({ baseURL: url, defaults: { retry: 0 } })
  await api.collection('there').find()
  await expect(api.collection('there').find({}, { signal: AbortSignal.abort() })).rejects.toThrow('was aborted')
  expect(warn).not.toHaveBeenCalled()
  for (let i = 0; i < 2; i++) await expect(api.collection('gone').find()).rejects.toThrow('GET /gone: ')
  expect(warn.mock.calls).toEqual([
    [`[content-api] no response from ${url}: is it running, and does it allow this page (CORS)?`],
  ])
})
