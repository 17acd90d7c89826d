import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentTypeFile } from '@content-api/model'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { mockContentApi, type MockContentApi, type MockContentApiOptions } from '../../src/msw.js'
import { writeGeneratedProject } from '../support/generated-project.js'
import { png } from '../../../../tests/support/png.js'

const baseURL = 'https://cms.example.org'

const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target })
const typeOf = (name: string, attributes: ContentTypeFile['attributes']): Record<string, ContentTypeFile> => ({
  [`api::${name}.${name}`]: { info: { singularName: name, pluralName: `${name}s` }, attributes },
})
const contentTypes = {
  ...typeOf('author', { name: { type: 'string', required: true } }),
  ...typeOf('tag', { name: { type: 'string', unique: true } }),
  ...typeOf('article', {
    title: { type: 'string', required: true, minLength: 3 },
    author: relation('manyToOne', 'api::author.author'),
    tags: relation('manyToMany', 'api::tag.tag'),
    cover: { type: 'media', multiple: false, allowedTypes: ['images'] },
  }),
}
const entries = {
  'api::author.author': [{ name: 'Ada' }, { name: 'Bea' }],
  'api::tag.tag': [
    { id: 3, name: 'north' },
    { id: 1, name: 'west' },
  ],
  'api::article.article': [
    { title: 'The long way home', author: 2, tags: [3, 1] },
    { title: 'Nowhere', author: 1 },
  ],
}
const reading = ['article', 'author', 'tag'].flatMap((name) => [
  `api::${name}.${name}.find`,
  `api::${name}.${name}.findOne`,
])
const permissions = {
  public: reading,
  authenticated: [
    ...reading,
    'api::article.article.create',
    'plugin::users-permissions.user.me',
    'plugin::upload.content-api.upload',
  ],
}
const ada = { username: 'ada', email: 'ada@example.org', password: 'correct horse' }
const bea = { username: 'bea', email: 'bea@example.org', password: 'correct horse' }
const options: MockContentApiOptions = { baseURL, contentTypes, entries, permissions, users: [ada] }

/** Sends a request as the tested code would, and returns `[status, body]`. */
async function ask(line: string, { token, body }: { token?: string; body?: unknown } = {}, base = baseURL) {
  const [method = '', path = ''] = line.split(' ')
  const form = body instanceof FormData
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  // The tests read members of responses.
  // oxlint-disable-next-line typescript/no-explicit-any
  return [response.status, isJson ? JSON.parse(text) : text] as [number, any]
}

/** Returns the body of an upload. */
function picture(): FormData {
  const body = new FormData()
  body.append('files', new Blob([new Uint8Array(png(4, 3))], { type: 'image/png' }), 'red.png')
  return body
}

/** The error of fetch when `onUnhandledRequest` is `error`. */
const bypassed = /Cannot bypass a request/

const signIn = async (password = ada.password) => {
  const [status, body] = await ask('POST /api/auth/local', { body: { identifier: 'ada', password } })
  return { status, jwt: body.jwt as string }
}

describe('a mocked service', () => {
  const server = setupServer()
  let content: MockContentApi

  beforeAll(async () => {
    content = await mockContentApi(options)
    server.use(...content.handlers)
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(() => content.reset())
  afterAll(async () => {
    server.close()
    await content.close()
  })

  it('filters, populates and paginates, and rejects an invalid sort', async () => {
    const query =
      'filters[author][name]=Bea&populate[tags][fields][0]=name&populate[author]=true&pagination[pageSize]=1'
    expect(await ask(`GET /api/articles?${query}`)).toMatchObject([
      200,
      {
        data: [
          {
            id: 1,
            attributes: {
              title: 'The long way home',
              author: { data: { id: 2, attributes: { name: 'Bea' } } },
              tags: {
                data: [
                  { id: 3, attributes: { name: 'north' } },
                  { id: 1, attributes: { name: 'west' } },
                ],
              },
            },
          },
        ],
        meta: { pagination: { page: 1, pageSize: 1, pageCount: 1, total: 1 } },
      },
    ])
    expect(await ask('GET /api/articles?sort=titel')).toMatchObject([
      400,
      { error: { name: 'ValidationError', message: expect.stringContaining('titel') } },
    ])
  })

  it('responds to GraphQL with introspection', async () => {
    const query =
      '{ articles(sort: "title") { data { attributes { title author { data { attributes { name } } } } } } }'
    const article = (title: string, name: string) => ({
      attributes: { title, author: { data: { attributes: { name } } } },
    })
    expect(await ask('POST /graphql', { body: { query } })).toEqual([
      200,
      { data: { articles: { data: [article('Nowhere', 'Ada'), article('The long way home', 'Bea')] } } },
    ])
    const introspection = await ask('POST /graphql', { body: { query: '{ __schema { queryType { name } } }' } })
    expect(introspection).toEqual([200, { data: { __schema: { queryType: { name: 'Query' } } } }])
  })

  it('checks permissions', async () => {
    const body = { data: { title: 'New' } }
    expect((await ask('POST /api/articles', { body }))[0]).toBe(403)
    expect((await signIn('wrong horse')).status).toBe(400)
    const { jwt: token } = await signIn()
    expect(await ask('GET /api/users/me', { token })).toMatchObject([200, { username: 'ada' }])
    expect(await ask('POST /api/articles', { token, body })).toMatchObject([200, { data: { id: 3 } }])
    const [status, { error }] = await ask('POST /api/articles', { token, body: { data: { title: 'x' } } })
    expect([status, error.details.errors[0].path]).toEqual([400, ['title']])
  })

  it('accepts uploads, and serves the files from memory, with the headers of the service', async () => {
    const { jwt: token } = await signIn()
    const [status, [file]] = await ask('POST /api/upload', { token, body: picture() })
    expect([status, file.width, file.height]).toEqual([200, 4, 3])
    const served = await fetch(baseURL + file.url)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    // The service encodes images again. The first 24 bytes are the signature, the width and the height.
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(bytes.subarray(0, 24)).toEqual(png(4, 3).subarray(0, 24))
    expect(served.headers.get('content-length')).toBe(String(bytes.byteLength))
    await content.reset()
    expect((await ask(`GET ${file.url}`))[0]).toBe(404)
  })

  it('resets entries, ids, users and limits', async () => {
    const { jwt: token } = await signIn()
    const created = () => ask('POST /api/articles', { token, body: { data: { title: 'New' } } })
    expect(await created()).toMatchObject([200, { data: { id: 3 } }])
    await content.api.accounts.setPassword('ada', 'another horse')
    await content.api.accounts.createUser({ username: 'bea', email: 'bea@example.org', role: 'authenticated' })
    expect((await created())[0]).toBe(401)
    for (let attempt = 0; attempt < 9; attempt++) await signIn('wrong horse')
    expect((await signIn()).status).toBe(429)

    await content.reset()
    expect(await ask('GET /api/articles/3')).toMatchObject([404, {}])
    expect(await created()).toMatchObject([200, { data: { id: 3 } }])
    expect((await signIn()).status).toBe(200)
    expect((await content.api.accounts.listUsers()).map(({ username }) => username)).toEqual(['ada'])
  })

  it('adds entries for one test', async () => {
    await content.add({ 'api::tag.tag': [{ id: 9, name: 'south' }] })
    expect((await ask('GET /api/tags'))[1].meta.pagination.total).toBe(3)
    await expect(content.add({ 'api::tag.tag': [{ id: 9, name: 'again' }] })).rejects.toThrow(
      /^entries\["api::tag.tag"\]/,
    )
    await content.reset()
    expect((await ask('GET /api/tags'))[1].meta.pagination.total).toBe(2)
  })

  it('leaves requests to other paths to msw', async () => {
    server.use(http.get(`${baseURL}/about`, () => HttpResponse.text('about')))
    expect(await ask('GET /about')).toEqual([200, 'about'])
    await expect(ask('GET /nowhere')).rejects.toThrow(bypassed)
    await expect(ask('GET /apiary')).rejects.toThrow(bypassed)
    expect(await ask('GET /api/nowhere')).toMatchObject([404, { error: { name: 'NotFoundError' } }])
    expect((await ask('GET /_health'))[0]).toBe(204)
    expect((await ask('GET /readyz'))[0]).toBe(200)
  })
})

describe('mockContentApi', () => {
  const open = async (input: MockContentApiOptions) => {
    const content = await mockContentApi(input)
    const server = setupServer(...content.handlers)
    server.listen({ onUnhandledRequest: 'error' })
    onTestFinished(async () => {
      server.close()
      await content.close()
    })
    return content
  }

  it('mocks a service below a path', async () => {
    const base = `${baseURL}/content/v1`
    await open({ ...options, baseURL: `${base}/` })
    expect((await ask('GET /api/tags/3', {}, base))[1].data.attributes.name).toBe('north')
    const query = '{ tag(id: 3) { data { attributes { name } } } }'
    const [, response] = await ask('POST /graphql', { body: { query } }, base)
    expect(response).toEqual({ data: { tag: { data: { attributes: { name: 'north' } } } } })
    await expect(ask('GET /api/tags/3')).rejects.toThrow(bypassed)
  })

  it('waits for running requests before a reset', async () => {
    const events: string[] = []
    const gates = new EventEmitter()
    const [reached, opened] = [once(gates, 'reached'), once(gates, 'opened')]
    const gate = async () => {
      gates.emit('reached')
      await opened
      events.push('responded')
      return 'open'
    }
    const content = await open({
      ...options,
      register: ({ strapi }) =>
        strapi
          .plugin('graphql')
          .service('extension')
          .use({
            typeDefs: 'extend type Query { gate: String }',
            resolvers: { Query: { gate } },
            resolversConfig: { 'Query.gate': { auth: false } },
          }),
    })
    const requested = ask('POST /graphql', { body: { query: '{ gate }' } })
    await reached
    const reset = content.reset().then(() => events.push('reset'))
    // A reset that doesn't wait would use the database before this request does.
    await ask('GET /api/tags')
    gates.emit('opened')
    await Promise.all([requested, reset])
    expect(events).toEqual(['responded', 'reset'])
  })

  it('accepts API tokens, and allows writes from pages of any origin', async () => {
    await open({ ...options, tokens: [{ name: 'site', type: 'full-access', accessKey: 'an-api-token-for-tests' }] })
    const create = async (token: string) => {
      const response = await fetch(`${baseURL}/api/tags`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          origin: 'https://app.example.org',
        },
        body: JSON.stringify({ data: { name: 'east' } }),
      })
      return [response.status, response.headers.get('access-control-allow-origin')]
    }
    expect(await create('another-token')).toEqual([401, '*'])
    expect(await create('an-api-token-for-tests')).toEqual([200, '*'])
    expect(await ask('GET /api/tags?filters[name]=east')).toMatchObject([200, { data: [{ id: 4 }] }])
  })

  it('reads schemas and configuration of a project, writes nothing into it and sends no mail', async () => {
    const project = await mkdtemp(join(tmpdir(), 'content-api-mocked-'))
    onTestFinished(() => rm(project, { recursive: true, force: true }))
    const folder = join(project, 'src/api/tag/content-types/tag')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'schema.json'), JSON.stringify(contentTypes['api::tag.tag']))
    const config = { api: { rest: { prefix: '/v1' } }, mail: { smtp: 'smtp://127.0.0.1:1', from: 'cms@example.org' } }
    await writeFile(join(project, 'content-api.config.json'), JSON.stringify(config))
    const files = await readdir(project, { recursive: true })

    const content = await open({
      baseURL,
      users: [ada],
      project,
      entries: ['{"type":"api::tag.tag","id":1,"attributes":{"name":"north"}}'],
    })
    expect((await ask('GET /v1/tags'))[1].data).toHaveLength(1)
    expect((await ask('POST /v1/auth/forgot-password', { body: { email: ada.email } }))[0]).toBe(200)
    await expect.poll(() => content.mails).toMatchObject([{ to: ada.email }])
    expect((await ask('POST /v1/upload', { body: picture() }))[0]).toBe(200)
    expect(await readdir(project, { recursive: true })).toEqual(files)
    await content.reset()
    expect(content.mails).toEqual([])
    expect(await readdir(project, { recursive: true })).toEqual(files)
  })

  it.each([
    [
      'an attribute',
      { 'api::tag.tag': [{ name: 'north' }, { nam: 'west' }] },
      /^entries\["api::tag\.tag"\]\[1\]: .*nam/,
    ],
    ['a type', { 'api::tog.tog': [{ name: 'north' }] }, /^entries\["api::tog\.tog"\]\[0\]: .*api::tag\.tag/],
    [
      'a list',
      { 'api::tag.tag': { name: 'north' } as never },
      /^entries\["api::tag\.tag"\] must be an array of entries\.$/,
    ],
    ['an entry', { 'api::tag.tag': ['north'] as never }, /^entries\["api::tag\.tag"\]\[0\] must be an object/],
    ['a line', ['{"type":"api::tag.tag"}'], /^Line 1: /],
    [
      'a relation',
      { 'api::article.article': [{ title: 'Lost', author: 7 }] },
      /^entries\["api::article\.article"\]\[0\]: .*author.*7/,
    ],
  ] as const)('names %s that is wrong in the seed', async (_, entries, message) => {
    await expect(mockContentApi({ ...options, entries })).rejects.toThrow(message)
  })

  it.each<[string, Partial<MockContentApiOptions>]>([
    ['users[1]: Email already taken.', { users: [ada, { ...ada, username: 'bea' }] }],
    ['users[0]: There is no role "editr"', { users: [{ ...ada, role: 'editr' }] }],
    ['tokens[0]: An API token must be 16', { tokens: [{ name: 'site', type: 'read-only', accessKey: 'short' }] }],
  ])('names the account of the mistake %s', async (message, more) => {
    await expect(mockContentApi({ ...options, ...more })).rejects.toThrow(message)
  })

  const site = { name: 'site', type: 'read-only', accessKey: 'an-api-token-for-tests' } as const
  it.each<[string, Partial<MockContentApiOptions>]>([
    ['users[0]: Email already taken', { config: { development: { users: [bea, { ...ada, username: 'other' }] } } }],
    ['users[0]: Username already taken', { config: { development: { users: [bea, { ...ada, email: 'a@b.org' }] } } }],
    [
      'tokens[0]: ',
      {
        tokens: [site],
        config: { development: { tokens: [{ ...site, name: 'other', accessKey: 'another-token-for-tests' }, site] } },
      },
    ],
  ])('names the account of the configuration that the option repeats: %s', async (message, more) => {
    const [list] = message.split('[')
    const error = await mockContentApi({ ...options, ...more }).catch((reason: Error) => reason)
    expect(error).toMatchObject({ message: expect.stringContaining(message) })
    expect((error as Error).message).toContain(
      `. The configuration already creates it as development.${list}.1: leave out ${list}[0], ` +
        `or set the option "config" to { development: { ${list}: [] } }.`,
    )
  })

  it('rejects an invalid base URL and unknown permissions', async () => {
    for (const baseURL of ['/api', 'cms.example.org', 'file:///cms', `${options.baseURL}?a=1`]) {
      await expect(mockContentApi({ ...options, baseURL })).rejects.toThrow(/^baseURL must be an absolute URL/)
    }
    const permissions = { public: ['api::tag.tag.fnd'] }
    await expect(mockContentApi({ ...options, permissions })).rejects.toThrow(/api::tag\.tag\.find/)
  })
})

it('does not run bootstrap of a project', async () => {
  const project = await mkdtemp(join(tmpdir(), 'mock-bootstrap-'))
  onTestFinished(() => rm(project, { recursive: true }))
  await writeGeneratedProject(project, 'JavaScript', {
    '.env': '',
    'src/index.js': 'module.exports = { bootstrap() { throw new Error("bootstrap ran") } }',
  })
  const mock = await mockContentApi({ project, baseURL: 'http://cms.example' })
  await mock.close()
  await expect(createContentApi({ project, database: ':memory:' })).rejects.toThrow('bootstrap')
})
