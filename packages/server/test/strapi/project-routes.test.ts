import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, type ExtensionHost, type RouteInput } from '../../src/index.js'
import { type HookedService, openHooked } from '../support/hooked-service.js'
import { databases } from '../../../../tests/support/postgres.js'

const open = { auth: false } as const

describe.each(await databases())('routes of a program on $name', ({ connection }) => {
  let service: HookedService | undefined
  afterEach(async () => {
    await service?.api.close()
    service = undefined
  })
  const serve = async (
    routes: readonly RouteInput[],
    permissions: Record<string, string[]> = {},
    register: (tools: { readonly strapi: ExtensionHost }) => void = () => {},
  ) => {
    service = await openHooked(connection, {
      register,
      routes,
      policies: { yes: () => true, forgot: () => undefined, no: () => false },
      config: { permissions, auth: { jwt: { secret: 'a secret of the tests, thirty-two bytes' } } },
    })
    return service
  }

  it('send the result of the handler, which gets the path, the query and the body', async () => {
    const { ask } = await serve([
      {
        method: 'POST',
        path: '/echo/:what/:Who',
        handler: ({ params, query, request, path }) => ({
          params,
          query,
          body: request.body,
          method: request.method,
          path,
          type: request.get('Content-Type'),
        }),
        config: open,
      },
    ])
    const { status, body, headers } = await ask('POST /api/Echo/a%20b/C/?x[y]=1&z=2', { text: 'hi' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      params: { what: 'a b', Who: 'C' },
      query: { x: { y: '1' }, z: '2' },
      body: { text: 'hi' },
      method: 'POST',
      path: '/api/Echo/a%20b/C/',
      type: 'application/json',
    })
    expect((await ask('POST /api/echo/a')).status).toBe(404)
  })

  it('HTTP-74 get no body and no query that changes prototypes when code merges it', async () => {
    const { api, ask } = await serve([
      { method: 'POST', path: '/echo', handler: ({ query, request }) => ({ query, body: request.body }), config: open },
    ])
    const post = async (text: string, type = 'application/json') => {
      const init = { method: 'POST', body: text, headers: { 'content-type': type } }
      const response = await api.fetch(new Request('http://service/api/echo', init))
      return [response.status, ((await response.json()) as { error?: { message: string } }).error?.message]
    }
    const rejected = (key: string) => [400, `The key ${key} is not known in the body`]
    for (const name of ['__proto__', String.raw`\u005f_proto__`]) {
      expect(await post(`{"${name}":{"x":1}}`)).toEqual(rejected('__proto__'))
      expect(await post(`{"a":[{"b":{"${name}":null}}]}`)).toEqual(rejected('__proto__'))
    }
    expect(await post('{"a":{"constructor":{"prototype":{"x":1}}}}')).toEqual(rejected('constructor'))
    expect(await post('{"constructor":"Ferrari","a":{"prototype":1}}')).toEqual([200, undefined])
    const form = 'application/x-www-form-urlencoded'
    for (const name of ['constructor[prototype]', 'a[constructor][prototype][x]']) {
      const invalid = 'Invalid parameter constructor'
      expect(await post(`${name}=1`, form)).toEqual([400, invalid])
      expect((await ask(`POST /api/echo?${name}=1`, {})).body.error.message).toBe(invalid)
    }
    expect((await ask('POST /api/echo?a[prototype]=1', {})).body.query).toEqual({ a: { prototype: '1' } })
  })

  it('are the context that strapi.requestContext returns, also after other work', async () => {
    let strapi: ExtensionHost | undefined
    const read = () => (strapi as ExtensionHost)['requestContext'].get()?.query
    service = await openHooked(connection, {
      register: (tools) => void (strapi = tools.strapi),
      routes: [
        {
          method: 'GET',
          path: '/context',
          handler: async () => {
            await strapi?.db.query('plugin::users-permissions.role').count()
            return { query: read() }
          },
          config: open,
        },
      ],
    })
    const { ask } = service
    const asked = await Promise.all([ask('GET /api/context?a=1'), ask('GET /api/context?b=2')])
    expect(asked.map(({ body }) => body)).toEqual([{ query: { a: '1' } }, { query: { b: '2' } }])
    expect(read()).toBeUndefined()
  })

  it('send a status, headers, text, no body, and errors', async () => {
    const route = (path: string, handler: RouteInput['handler']): RouteInput => ({
      method: 'GET',
      path: `/${path}`,
      handler,
      config: open,
    })
    const { ask, failures } = await serve([
      route('made', (context) => context.send({ made: true }, 201)),
      route('set', (context) => {
        context.status = 202
        context.body = [1]
      }),
      route('cached', (context) => {
        context.set('cache-control', 'public, max-age=60')
        context.set('vary', 'Cookie')
        context.body = {}
      }),
      route('csv', (context) => {
        context.set('content-type', 'text/csv; charset=utf-8')
        return 'a,b'
      }),
      route('nothing', () => undefined),
      route('null', () => null),
      route('gone', (context) => context.notFound('No such thing', { id: 5 })),
      route('teapot', (context) => context.throw(415)),
      route('thrown', () => {
        throw new ApiError('ApplicationError', 'Too late')
      }),
      route('circle', () => {
        const circle: Record<string, unknown> = {}
        circle['circle'] = circle
        return circle
      }),
      route('header', (context) => context.set('x-split', 'a\r\nb: c')),
      route('status', (context) => void (context.status = 99)),
    ])
    const get = async (path: string) => {
      const { status, body } = await ask(`GET /api/${path}`)
      return [status, body?.error ? body.error.message : body]
    }
    expect(await get('made')).toEqual([201, { made: true }])
    expect(await get('set')).toEqual([202, [1]])
    expect(await get('csv')).toEqual([200, 'a,b'])
    const { headers } = await ask('GET /api/cached')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(headers.get('vary')).toBe('Origin, Accept-Encoding, Authorization, Cookie')
    expect(await get('nothing')).toEqual([404, 'Not Found'])
    expect(await get('null')).toEqual([404, 'Not Found'])
    expect(await get('gone')).toEqual([404, 'No such thing'])
    expect(await get('teapot')).toEqual([415, expect.any(String)])
    expect(await get('thrown')).toEqual([400, 'Too late'])
    expect(failures).toEqual([])
    for (const path of ['circle', 'header', 'status']) expect(await get(path)).toEqual([500, 'Internal Server Error'])
    expect(failures.map(({ error }) => String(error))).toEqual([
      expect.stringContaining('GET /circle: '),
      expect.stringContaining('GET /header: Invalid character'),
      expect.stringContaining('GET /status: invalid status code: 99'),
    ])
  })

  it('send strings, buffers and streams with the content types of Koa, and no body for null', async () => {
    const bodies: Readonly<Record<string, () => unknown>> = {
      text: () => 'plain',
      html: () => ' <p>plain</p>',
      buffer: () => Buffer.from('plain'),
      stream: () => Readable.from(['pl', 'ain']),
      file: () => createReadStream(fileURLToPath(import.meta.url), { end: 5 }),
      missing: () => createReadStream(join(tmpdir(), 'content-api-no-such-file')),
      number: () => 5,
      null: () => null,
    }
    const { ask, failures } = await serve([
      ...Object.entries(bodies).map(
        ([name, body]): RouteInput => ({
          method: 'GET',
          path: `/${name}`,
          handler: (context) => void (context.body = body()),
          config: open,
        }),
      ),
      {
        method: 'GET',
        path: '/empty',
        handler: (context) => void Object.assign(context, { status: 304, body: 'never' }),
        config: open,
      },
    ])
    const sent: Record<string, unknown> = {}
    for (const name of [...Object.keys(bodies), 'empty']) {
      const { status, headers, body } = await ask(`GET /api/${name}`)
      sent[name] = [status, headers.get('content-type'), body?.error?.name ?? body]
    }
    expect(sent).toEqual({
      text: [200, 'text/plain; charset=utf-8', 'plain'],
      html: [200, 'text/html; charset=utf-8', ' <p>plain</p>'],
      buffer: [200, 'application/octet-stream', 'plain'],
      stream: [200, 'application/octet-stream', 'plain'],
      file: [200, 'application/octet-stream', 'import'],
      missing: [404, 'application/json; charset=utf-8', 'NotFoundError'],
      number: [200, 'application/json; charset=utf-8', 5],
      null: [204, null, ''],
      empty: [304, null, ''],
    })
    expect(failures).toEqual([])
  })

  it('have the methods HEAD and OPTIONS like generated paths, and 405 for others', async () => {
    const { ask } = await serve([
      { method: 'GET', path: '/notes/best', handler: () => 'best', config: open },
      { method: 'PATCH', path: '/notes/best', handler: () => 'better', config: open },
      { method: 'GET', path: '/lists/best', handler: () => 'best', config: open },
      { method: 'PATCH', path: '/notes/:id', handler: ({ params }) => `patched ${params['id']}`, config: open },
    ])
    expect((await ask('HEAD /api/notes/best')).status).toBe(200)
    expect((await ask('OPTIONS /api/notes/best')).headers.get('allow')).toBe('HEAD, GET, PATCH')
    const refused = await ask('DELETE /api/lists/best')
    expect(refused.status).toBe(405)
    expect(refused.headers.get('allow')).toBe('HEAD, GET')
    expect((await ask('PATCH /api/notes/best')).body).toBe('better')
    // A generated path keeps its methods.
    expect((await ask('PATCH /api/notes/1')).body).toBe('patched 1')
    expect((await ask('OPTIONS /api/notes/1')).headers.get('allow')).toBe('HEAD, GET, PUT, DELETE, PATCH')
    expect((await ask('POST /api/notes/1')).status).toBe(405)
    expect((await ask('GET /api/notes/1')).status).toBe(403)
  })

  it('require their own permission or another one, which configuration and commands grant', async () => {
    const action = 'api::note.note.publish'
    const { ask, api } = await serve(
      [
        { method: 'POST', path: '/publish', handler: () => 'done', action },
        {
          method: 'GET',
          path: '/scoped',
          handler: () => 'ok',
          config: { auth: { scope: [action, 'api::note.note.find'] } },
        },
      ],
      { editor: [action] },
    )
    expect(api.accounts.actions()).toContain(action)
    const { id } = await api.accounts.createUser({ username: 'edna', email: 'edna@example.com', role: 'editor' })
    const editor = await api.accounts.signIn(id)
    const custom = await api.accounts.createToken({ name: 'c', type: 'custom', permissions: [action] })
    const full = await api.accounts.createToken({ name: 'f', type: 'full-access' })
    const reading = await api.accounts.createToken({ name: 'r', type: 'read-only' })
    const statuses = async (line: string) =>
      Promise.all(
        [undefined, editor, custom, full, reading, 'wrong'].map(async (token) => (await ask(line, {}, token)).status),
      )
    expect(await statuses('POST /api/publish')).toEqual([403, 200, 200, 200, 403, 401])
    expect((await ask('GET /api/scoped', undefined, editor)).status).toBe(403)
    expect((await ask('GET /api/scoped', undefined, full)).status).toBe(200)
    await api.accounts.grant('public', [action])
    expect((await ask('POST /api/publish', {})).status).toBe(200)
    await expect(api.accounts.grant('public', ['api::note.note.publich'])).rejects.toThrow(`Did you mean "${action}"?`)
  })

  it('accept the kinds of callers that their strategies identify', async () => {
    const action = 'api::note.note.publish'
    const route = (path: string, strategies: readonly string[]): RouteInput => ({
      method: 'GET',
      path: `/${path}`,
      handler: ({ state }) => state.auth.strategy.name,
      action,
      config: { auth: { strategies } },
    })
    const { ask, api } = await serve(
      [
        route('tokens', ['api-token']),
        route('people', ['users-permissions']),
        route('all', ['users-permissions', 'api-token']),
        route('nobody', []),
      ],
      { authenticated: [action], public: [action] },
    )
    const { id } = await api.accounts.createUser({ username: 'stan', email: 'stan@example.com' })
    const tokens = [
      undefined,
      await api.accounts.signIn(id),
      await api.accounts.createToken({ name: 'full of stan', type: 'full-access' }),
      await api.accounts.createToken({ name: 'other of stan', type: 'custom', permissions: ['api::note.note.find'] }),
    ]
    const statuses = async (path: string) =>
      Promise.all(tokens.map(async (token) => (await ask(`GET /api/${path}`, undefined, token)).status))
    expect(await statuses('tokens')).toEqual([401, 401, 200, 403])
    expect(await statuses('people')).toEqual([200, 200, 401, 401])
    expect(await statuses('all')).toEqual([200, 200, 200, 403])
    expect(await statuses('nobody')).toEqual([401, 401, 401, 401])
    expect((await ask('GET /api/tokens')).body.error.message).toBe('Missing or invalid credentials')
    await api.accounts.deleteUser('stan')
  })

  it('check permissions by strapi.auth, which the container has too', async () => {
    const scopes = [undefined, 'api::note.note.find', ['api::note.note.find', 'api::note.note.create'], false] as const
    const answer = (error: Error) => error.name
    let host: ExtensionHost | undefined
    const verify = (auth: unknown, scope: (typeof scopes)[number]): Promise<string> =>
      (host as ExtensionHost)['container']
        .get('auth')
        .verify(auth, scope === false ? false : { scope })
        .then(() => 'yes', answer)
    const { ask, api } = await serve(
      [
        {
          method: 'GET',
          path: '/checks',
          handler: ({ state }) => Promise.all(scopes.map((scope) => verify(state.auth, scope))),
          action: 'api::note.note.check',
        },
      ],
      { public: ['api::note.note.check'], authenticated: ['api::note.note.check', 'api::note.note.find'] },
      ({ strapi }) => void (host = strapi),
    )
    const { id } = await api.accounts.createUser({ username: 'vera', email: 'vera@example.com' })
    const permissions = ['api::note.note.check', 'api::note.note.find', 'api::note.note.create']
    const answers = async (token?: string) => (await ask('GET /api/checks', undefined, token)).body
    expect(await answers()).toEqual(['UnauthorizedError', 'ForbiddenError', 'ForbiddenError', 'yes'])
    expect(await answers(await api.accounts.signIn(id))).toEqual(['yes', 'yes', 'ForbiddenError', 'yes'])
    expect(await answers(await api.accounts.createToken({ name: 'full of vera', type: 'full-access' }))).toEqual(
      scopes.map(() => 'yes'),
    )
    expect(await answers(await api.accounts.createToken({ name: 'vera', type: 'custom', permissions }))).toEqual([
      'ForbiddenError',
      'yes',
      'yes',
      'yes',
    ])
    const { auth } = host as unknown as ExtensionHost
    await expect(auth.verify(undefined)).rejects.toThrow('Missing or invalid credentials')
    expect(() => (auth as never)['register']).toThrow('strapi.auth.register does not exist here')
    await api.accounts.deleteUser('vera')
  })

  it('read and write with the permissions of the caller', async () => {
    const routes: RouteInput[] = [
      {
        method: 'POST',
        path: '/copies/:title',
        handler: async ({ entries, params, state }) => {
          const made = await entries.create('api::note.note', { data: { title: params['title'], slug: 'copy' } })
          return { made, found: await entries.count('api::note.note'), user: state.user ?? null }
        },
        config: open,
      },
    ]
    const { ask, api } = await serve(routes, {
      authenticated: ['create', 'find', 'delete'].map((name) => `api::note.note.${name}`),
    })
    expect((await ask('POST /api/copies/a')).status).toBe(403)
    const { id } = await api.accounts.createUser({ username: 'ada', email: 'ada@example.com' })
    const token = await api.accounts.signIn(id)
    const { body, status } = await ask('POST /api/copies/b', undefined, token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ made: { title: 'b', slug: 'copy' }, found: 1 })
    expect(body.user).toEqual({
      id,
      username: 'ada',
      email: 'ada@example.com',
      confirmed: true,
      role: { id: expect.any(Number), name: 'Authenticated', type: 'authenticated' },
    })
    await ask(`DELETE /api/notes/${body.made.id}`, undefined, token)
    await api.accounts.deleteUser('ada')
  })

  it('run policies, which must return true or nothing, and middlewares', async () => {
    const order: string[] = []
    const route = (path: string, config: RouteInput['config']): RouteInput => ({
      method: 'GET',
      path: `/${path}`,
      handler: () => {
        order.push('handler')
        return { response: 42 }
      },
      config: { ...open, ...config },
    })
    const { ask } = await serve([
      route('passed', {
        policies: ['yes', 'forgot', { name: 'yes', config: {} }, ({ type }: { type: string }) => type === 'koa'],
        middlewares: [
          async (context: { body: object; set(name: string, value: string): void }, next: () => Promise<void>) => {
            order.push('before')
            await next()
            order.push('after')
            context.set('X-Seen', 'yes')
            context.body = { ...context.body, more: true }
          },
        ],
      }),
      route('blocked', { policies: ['no'] }),
      route('stopped', { middlewares: [(context: { body: object }) => void (context.body = { instead: true })] }),
    ])
    const passed = await ask('GET /api/passed')
    expect(passed.body).toEqual({ response: 42, more: true })
    expect(passed.headers.get('x-seen')).toBe('yes')
    expect(order.splice(0)).toEqual(['before', 'handler', 'after'])
    expect((await ask('GET /api/blocked')).body.error).toMatchObject({ status: 403, name: 'PolicyError' })
    expect((await ask('GET /api/stopped')).body).toEqual({ instead: true })
    expect(order).toEqual([])
  })
})

describe('a start with invalid routes', () => {
  const route = { method: 'GET', path: '/x', handler: () => 1, config: open }
  it.each([
    ['a method', [{ ...route, method: 'FETCH' }], 'method must be one of'],
    ['a path', [{ ...route, path: '/x/(' }], 'not a valid pattern'],
    ['a parameter twice in a path', [{ ...route, path: '/:a/:a' }], 'same name twice'],
    ['a key', [{ ...route, confg: {} }], 'Did you mean "config"?'],
    ['a key of its config', [{ ...route, config: { polices: [] } }], 'Did you mean "policies"?'],
    [
      'a strategy',
      [{ ...route, config: { auth: { scope: ['api::note.note.find'], strategies: ['api-tokens'] } } }],
      'Did you mean "api-token"?',
    ],
    ['no permission', [{ ...route, config: {} }], 'has no permission'],
    [
      'a scope',
      [{ ...route, config: { auth: { scope: ['api::note.note.fynd'] } } }],
      'Did you mean "api::note.note.find"?',
    ],
    [
      'a policy',
      [{ ...route, config: { ...open, policies: ['is-owner'] } }],
      '"is-owner" is not one of the registered policies',
    ],
    ['a controller', [{ ...route, handler: 'api::note.nota.best' }], 'the controller "api::note.nota" does not exist'],
    [
      'a method',
      [{ ...route, handler: 'api::note.note.best' }],
      'the method "best" does not exist. There are: find, findOne',
    ],
    [
      'two routes with the same path',
      [
        { ...route, path: '/:a' },
        { ...route, path: '/:b' },
      ],
      'two routes GET /:b',
    ],
    ['an action and auth', [{ ...route, action: 'api::note.note.best' }], 'Remove one of them'],
  ] as [string, RouteInput[], string][])('fails for %s', async (_what, routes, message) => {
    await expect(openHooked({ dialect: 'sqlite', file: ':memory:' }, { routes })).rejects.toThrow(message)
  })
})
