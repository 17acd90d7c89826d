import { Readable } from 'node:stream'
import { createRegistry } from '@content-api/model'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { Entries } from '@content-api/core/entries/entries'
import { ApiError } from '@content-api/engine/errors'
import { createRestHandler } from './handler.js'
import type { HttpRequest } from '@content-api/core/message/message'

const text = { type: 'string' }
const registry = createRegistry({
  contentTypes: {
    'api::tag.tag': { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: text } },
    'api::menu-item.menu-item': {
      info: { singularName: 'menu-item', pluralName: 'menu-items' },
      attributes: { name: text },
    },
    'api::article.article': {
      info: { singularName: 'article', pluralName: 'articles' },
      pluginOptions: { i18n: { localized: true } },
      attributes: { title: { ...text, pluginOptions: { i18n: { localized: true } } } },
    },
    'api::home.home': {
      kind: 'singleType',
      info: { singularName: 'home', pluralName: 'homes' },
      pluginOptions: { i18n: { localized: true } },
      attributes: { title: { ...text, pluginOptions: { i18n: { localized: true } } } },
    },
  },
})

let calls: unknown[][]
let caller: Caller

/** Records each call and returns the name of the operation. */
const entries = new Proxy({} as Entries, {
  get:
    (_, operation: string) =>
    async ({ type, query }: { type: { uid: string }; query: { parameters(): unknown } }, ...args: unknown[]) => {
      calls.push([operation, type.uid, query.parameters(), ...args])
      return `"${operation}"`
    },
})

beforeEach(() => {
  calls = []
  caller = unrestricted
})

const handler = createRestHandler({
  registry,
  entries,
  prefix: '/api',
  limits: { bodyDepth: 10, bodyKeys: 100, bodyObjects: 100, parameters: 10, arrayItems: 10 },
  removed: new Set(),
  strict: true,
  // No test here sends a file.
  uploads: undefined as never,
  identify: async (request) => {
    if (request.header('authorization')) throw new ApiError('UnauthorizedError')
    return caller
  },
})

async function send(line: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', url = ''] = line.split(' ')
  const [path = '', query = ''] = url.split('?')
  const all: Record<string, string> = { 'content-type': 'application/json', ...headers }
  const request: HttpRequest = {
    id: 'test',
    method,
    path,
    query,
    address: '',
    signal: new AbortController().signal,
    header: (name) => all[name],
    headers: () => all,
    body: async () => Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)),
    stream: () => Readable.from([]),
  }
  return handler(request)
}

const data = { name: 'x' }

describe('requests', () => {
  it.each([
    ['GET /api/tags?sort=name', ['find', 'api::tag.tag', { sort: 'name' }]],
    ['HEAD /api/tags', ['find', 'api::tag.tag', {}]],
    ['GET /API/Tags/', ['find', 'api::tag.tag', {}]],
    ['GET /api/menu-items', ['find', 'api::menu-item.menu-item', {}]],
    ['POST /api/tags', ['create', 'api::tag.tag', {}, data, { publishByDefault: true }]],
    ['GET /api/tags/7', ['findOne', 'api::tag.tag', {}, 7]],
    ['GET /api/tags/7/', ['findOne', 'api::tag.tag', {}, 7]],
    ['PUT /api/tags/7?fields=name', ['update', 'api::tag.tag', { fields: 'name' }, 7, data]],
    ['DELETE /api/tags/7', ['remove', 'api::tag.tag', {}, 7]],
    ['GET /api/home', ['findSingle', 'api::home.home', {}]],
    ['PUT /api/home', ['updateSingle', 'api::home.home', {}, data, { publishByDefault: true }]],
    ['DELETE /api/home', ['removeSingle', 'api::home.home', {}]],
    ['POST /api/articles/7/localizations', ['createLocalization', 'api::article.article', {}, 7, { data }]],
    ['POST /api/home/localizations', ['createLocalization', 'api::home.home', {}, null, { data }]],
  ])('call the operation: %s', async (line, call) => {
    expect(await send(line, { data })).toEqual({
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(call[0]),
    })
    expect(JSON.parse(JSON.stringify(calls))).toEqual([call])
  })

  it.each([
    'GET /api',
    'GET /api/nothing',
    'POST /api/nothing',
    'DELETE /api/nothing/1',
    'GET /api/tag',
    'GET /api/homes',
    'GET /api/home/1',
    'GET /api/tags/abc',
    'GET /api/tags/01',
    'GET /api/tags/1/x',
    'POST /api/tags/1/localizations',
    'GET /api/tags;x=1',
    'GET /api/tags/1%2F2',
    'GET /api/shared.links',
    'GET /api/users',
  ])('without a route get 404: %s', async (line) => {
    await expect(send(line)).rejects.toMatchObject({ name: 'NotFoundError', message: 'Not Found' })
    expect(calls).toEqual([])
  })

  it.each(['GET /', 'GET /apis/tags', 'GET //api/tags'])(
    'outside of the prefix are left to other handlers: %s',
    async (line) => {
      expect(await send(line)).toBeNull()
    },
  )

  it.each([
    ['PATCH /api/tags', 'HEAD, GET, POST'],
    ['PUT /api/tags', 'HEAD, GET, POST'],
    ['POST /api/tags/1', 'HEAD, GET, PUT, DELETE'],
    ['POST /api/home', 'HEAD, GET, PUT, DELETE'],
    ['TRACE /api/tags', 'HEAD, GET, POST'],
    ['constructor /api/tags', 'HEAD, GET, POST'],
    ['GET /api/articles/1/localizations', 'POST'],
  ])('get 405 with the allowed methods: %s', async (line, allow) => {
    await expect(send(line)).rejects.toMatchObject({ name: 'MethodNotAllowedError', headers: { Allow: allow } })
  })

  it('with OPTIONS return the allowed methods', async () => {
    expect(await send('OPTIONS /api/tags/1')).toMatchObject({
      status: 200,
      headers: { Allow: 'HEAD, GET, PUT, DELETE' },
    })
    await expect(send('OPTIONS /api/nothing')).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  it('ignore a method in a header', async () => {
    await send('GET /api/tags/1', undefined, { 'x-http-method-override': 'DELETE' })
    expect(calls[0]?.[0]).toBe('findOne')
  })
})

describe('the order of errors', () => {
  const forbidden: Caller = { ...unrestricted, key: 'nobody', can: () => false }

  it('reports an unknown path before errors in the body and the credentials', async () => {
    await expect(send('POST /api/nothing', '{', { authorization: 'x' })).rejects.toMatchObject({
      name: 'NotFoundError',
    })
  })
  it('reports an invalid body before invalid credentials', async () => {
    await expect(send('POST /api/tags', '{', { authorization: 'x' })).rejects.toMatchObject({ name: 'SyntaxError' })
  })
  it('reports invalid credentials before a missing permission', async () => {
    caller = forbidden
    await expect(send('POST /api/tags', {}, { authorization: 'x' })).rejects.toMatchObject({
      name: 'UnauthorizedError',
    })
  })
  it('reports a missing permission before missing data', async () => {
    caller = forbidden
    await expect(send('POST /api/tags', {})).rejects.toMatchObject({ name: 'ForbiddenError' })
  })
  it('reports missing data before it calls an operation', async () => {
    await expect(send('PUT /api/tags/999', {})).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Missing "data" payload in the request body',
    })
    expect(calls).toEqual([])
  })
  it('ignores the body of a GET', async () => {
    await send('GET /api/tags', '{')
    expect(calls).toHaveLength(1)
  })
})

it.each([
  ['GET /api/tags', 'find'],
  ['GET /api/tags/1', 'findOne'],
  ['HEAD /api/tags/1', 'findOne'],
  ['POST /api/tags', 'create'],
  ['PUT /api/tags/1', 'update'],
  ['DELETE /api/tags/1', 'delete'],
  ['GET /api/home', 'find'],
  ['PUT /api/home', 'update'],
  ['DELETE /api/home', 'delete'],
  ['POST /api/articles/1/localizations', 'createLocalization'],
])('%s requires exactly the permission %s', async (line, action) => {
  caller = { ...unrestricted, key: 'a', can: (checked) => checked === action }
  await expect(send(line, { data })).resolves.toMatchObject({ status: 200 })
  caller = { ...unrestricted, key: 'b', can: (checked) => checked !== action }
  await expect(send(line, { data })).rejects.toMatchObject({ name: 'ForbiddenError' })
})
