import { describe, expect, it } from 'vitest'
import { type ContentApi, contentApi, type ContentApiOptions, orNotFound, submitted } from '../src/index.js'

const sent: Request[] = []
/** A service whose users sign in with any password but `wrong`. */
const send: typeof fetch = async (address, init) => {
  const request = new Request(address, init)
  sent.push(request)
  const { pathname } = new URL(request.url)
  const error = (status: number, details = {}) =>
    Response.json({ data: null, error: { status, name: 'ValidationError', message: 'Rejected', details } }, { status })
  if (pathname === '/api/auth/local') {
    const { password } = (await request.json()) as { password: string }
    return password === 'wrong' ? error(400) : Response.json({ jwt: 'a.b.c', user: { id: 1 } })
  }
  if (pathname === '/api/articles' && request.method === 'POST')
    return request.headers.has('authorization')
      ? error(400, { errors: [{ path: ['title'], message: 'title is too short', name: 'ValidationError' }] })
      : error(403)
  const status = Number(pathname.split('/').at(-1))
  return status >= 400 ? error(status) : Response.json({ data: [], meta: { pagination: {} } })
}

type Page = (api: ContentApi) => Promise<Response>
type Init = { cookie?: string; method?: string; path?: string; isPrerendered?: boolean } & ContentApiOptions

/** Serves a request with a page. */
async function visit(page: Page, { cookie, method = 'GET', path = '/', isPrerendered = false, ...options }: Init = {}) {
  const url = new URL(path, 'https://site.example.org')
  const request = new Request(url, { method, headers: cookie ? { cookie } : {} })
  const locals: { api?: ContentApi } = {}
  const middleware = contentApi({ url: 'https://cms.example.org', client: { fetch: send }, ...options })
  sent.length = 0
  return middleware({ request, url, locals, isPrerendered }, () => page(locals.api!))
}
const statusOf =
  (status: number): Page =>
  (api) =>
    api
      .collection('articles')
      .findOne(status)
      .then(() => new Response())

describe('the middleware', () => {
  it('sends the token of the visitor, and writes the changed cookie', async () => {
    const response = await visit(async ({ auth }) => {
      await auth.login({ identifier: 'ada', password: 'correct horse' })
      return new Response('Welcome')
    })
    expect(response.headers.getSetCookie()[0]).toMatch(/^content-api\.token=a\.b\.c;.*HttpOnly/)
    const list: Page = async (api) => Response.json(await api.collection('articles').find())
    await visit(list, { cookie: 'content-api.token=a.b.c', token: 'of-the-site' })
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
    await visit(list, { token: 'of-the-site' })
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer of-the-site')
    // The client of a prerendered page has no visitor.
    await visit(list, { cookie: 'content-api.token=a.b.c', isPrerendered: true })
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  it('adds the sign-in of the options', async () => {
    const has: Page = async (api) => Response.json('auth' in api && Object.keys(api.auth))
    expect(await (await visit(has, { auth: false })).json()).toBe(false)
    expect(await (await visit(has, { auth: 'sessions', api: 'strapi5' })).json()).toContain('login')
  })

  it('shows the page of the status 404 for missing entries', async () => {
    const unknownId: Page = async (api) => Response.json(await api.collection('articles').findOne('abc'))
    const missing = [statusOf(404), unknownId, async () => Response.json(orNotFound(null))]
    for (const page of missing) {
      const response = await visit(page)
      expect([response.status, response.body]).toEqual([404, null])
    }
    expect(orNotFound(0)).toBe(0)
  })

  it('redirects to the page for signing in, and throws other errors', async () => {
    const signInPage = '/sign-in'
    const [token, cookie] = [{ signInPage }, { signInPage, cookie: 'content-api.token=a.b.c' }]
    for (const [status, init] of [
      [401, token],
      [401, cookie],
      [403, token],
    ] as const) {
      const response = await visit(statusOf(status), init)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/sign-in'])
    }
    expect((await visit(statusOf(401), { ...token, method: 'POST' })).status).toBe(303)
    for (const init of [{}, { ...cookie, path: '/sign-in' }])
      await expect(visit(statusOf(401), init)).rejects.toMatchObject({ status: 401 })
    await expect(visit(statusOf(403), cookie)).rejects.toMatchObject({ status: 403 })
    await expect(visit(statusOf(500), { ...token, client: { fetch: send, defaults: { retry: 0 } } })).rejects.toThrow(
      '500',
    )
    await expect(visit(() => Promise.reject(new Error('own')))).rejects.toThrow('own')
  })
})

describe('a form', () => {
  const submit = (form?: Record<string, string> | string) => {
    const body = typeof form === 'object' ? new URLSearchParams(form) : form
    const request = new Request('https://site.example.org/', form === undefined ? {} : { method: 'POST', body: body! })
    return { request, response: {} as { status?: number } }
  }
  const create =
    (page: ReturnType<typeof submit>, init: Init = { cookie: 'content-api.token=a.b.c' }) =>
    async () => {
      let form: Awaited<ReturnType<typeof submitted>> | undefined
      await visit(async (api) => {
        form = await submitted(page, async (data) => {
          await api.collection('articles').create({ title: data.get('title') as string })
          return new Response('Created')
        })
        return new Response()
      }, init)
      return form!
    }

  it('has no action for a GET, and rejects what is no form', async () => {
    const form = await create(submit())()
    expect([form.response, form.value('title'), form.errors()]).toEqual([undefined, '', []])
    expect((await create(submit('{}'))()).response?.status).toBe(400)
  })

  it('has the messages of fields and the submitted values', async () => {
    const page = submit({ title: 'No' })
    const form = await create(page)()
    expect(page.response.status).toBe(400)
    expect([form.value('title'), form.errors('title'), form.errors('text')]).toEqual(['No', ['title is too short'], []])
    expect(form.failure?.status).toBe(400)
  })

  it('returns the response of the action, and throws what the middleware handles', async () => {
    const page = submit({ title: 'A title' })
    expect(await (await submitted(page, async () => new Response('Saved'))).response?.text()).toBe('Saved')
    const unauthorized = visit(
      async (api) => {
        await submitted(page.request.bodyUsed ? submit({}) : page, async () => statusOf(401)(api))
        return new Response()
      },
      { signInPage: '/sign-in', method: 'POST' },
    )
    expect((await unauthorized).headers.get('location')).toBe('/sign-in')
    await expect(submitted(submit({}), () => Promise.reject(new Error('own')))).rejects.toThrow('own')
  })
})
