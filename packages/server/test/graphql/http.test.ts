import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverAudits } from 'graphql-http'
import { type ConfigInput, type ContentApi, createContentApi } from '../../src/index.js'
import { sourcesOf } from '../../src/http/model-document.js'
import { registry } from '../support/plan-context.js'
import { content } from '../support/reading-room.js'

let api: ContentApi
let production: ContentApi
let url: string
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'content-api-graphql-'))
  const config = { i18n: { locales: ['fr'] }, upload: { directory } }
  const shared = { ...sourcesOf(registry), database: ':memory:', config }
  api = await createContentApi({ ...shared, development: true })
  production = await createContentApi(shared)
  await api.importEntries(content)
  url = `${(await api.listen({ port: 0 })).url}/graphql`
})
afterAll(async () => {
  await api?.close()
  await production?.close()
  await rm(directory, { recursive: true, force: true })
})

const json = { 'content-type': 'application/json' }
const post = (body: unknown, headers: Record<string, string> = json, of = api) =>
  of.fetch(
    new Request('http://service.example/graphql', {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
const get = (query: string, headers: Record<string, string> = {}, of = api) =>
  of.fetch(new Request(`http://service.example/graphql${query}`, { headers }))
const read = async (response: Response) => ({ status: response.status, body: await response.json() })
const tag = '{ tag(id: 1) { data { id } } }'
const data = { data: { tag: { data: { id: '1' } } } }

describe('the audits of GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => url })

  it('are complete', () => {
    expect(audits.length).toBeGreaterThanOrEqual(61)
  })

  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('pass: %s %s', async (_id, _name, audit) => {
    const result = await audit.fn()
    expect(result).toMatchObject({ status: 'ok' })
  })
})

it('the GraphQL endpoint is missing when the configuration disables it', async () => {
  const config = { graphql: { enabled: false } }
  const without = await createContentApi({ ...sourcesOf(registry), database: ':memory:', config, development: true })
  expect((await post({ query: tag }, json, without)).status).toBe(404)
  expect((await get('', { accept: 'text/html' }, without)).status).toBe(404)
  expect((await without.fetch(new Request('http://service.example/api/tags'))).status).toBe(200)
  await without.close()
})

describe('one operation', () => {
  it('gets a response to POST and to GET', async () => {
    const posted = await post({ query: tag })
    expect(posted.headers.get('content-type')).toBe('application/json')
    expect(await read(posted)).toEqual({ status: 200, body: data })
    expect(await read(await get(`?query=${encodeURIComponent(tag)}`))).toEqual({ status: 200, body: data })
    const variables = encodeURIComponent('{"id":1}')
    const named = encodeURIComponent('query A($id: ID) { tag(id: $id) { data { id } } } query B { __typename }')
    expect(await read(await get(`?query=${named}&variables=${variables}&operationName=A`))).toEqual({
      status: 200,
      body: data,
    })
  })

  it('may have its variables as a JSON string', async () => {
    const query = 'query ($id: ID) { tag(id: $id) { data { id } } }'
    expect(await read(await post({ query, variables: '{"id":1}' }))).toEqual({ status: 200, body: data })
  })

  it('may be sent to the endpoint in upper or lower case, with a trailing slash', async () => {
    const response = await api.fetch(new Request(`http://service.example/GraphQL/?query=${encodeURIComponent(tag)}`))
    expect(await read(response)).toEqual({ status: 200, body: data })
  })

  it('must not be a mutation when sent by GET', async () => {
    const mutation = encodeURIComponent('mutation { deleteTag(id: 1) { data { id } } }')
    const response = await get(`?query=${mutation}`, { accept: 'application/json' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.json()).toMatchObject({ errors: [{ message: expect.stringContaining('POST') }] })
    expect(await read(await post({ query: tag }))).toEqual({ status: 200, body: data })
  })

  it('that is invalid gets 400, or 200 for clients that accept only application/json', async () => {
    const wrong = { query: '{ tagg(id: 1) { data { id } } }' }
    expect((await post(wrong)).status).toBe(400)
    expect((await post(wrong, { ...json, accept: '*/*' })).status).toBe(400)
    expect((await post(wrong, { ...json, accept: 'application/json' })).status).toBe(200)
    const both = { ...json, accept: 'application/graphql-response+json, application/json;q=0.9' }
    const response = await post(wrong, both)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
    expect(response.headers.get('vary')).toBe('Origin, Accept, Accept-Encoding, Authorization')
    expect(await response.json()).toMatchObject({
      errors: [
        { message: expect.stringContaining('Did you mean "tag"'), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
      ],
    })
  })

  it.each([
    [{}, '"query" is missing'],
    [{ qeury: tag }, 'There is "qeury"'],
    [{ query: 5 }, '"query" must be text, but is a number'],
    [{ query: null }, '"query" is missing'],
    [{ query: '' }, '"query" is missing'],
    [{ query: tag, variables: [] }, '"variables" must be an object, but is a list'],
    [{ query: tag, variables: '5' }, '"variables" must be an object, but is a number'],
    [{ query: tag, variables: '{' }, '"variables" is not valid JSON'],
    [{ query: tag, operationName: {} }, '"operationName" must be text, but is an object'],
    [{ query: tag, extensions: 'x' }, '"extensions" is not valid JSON'],
    [{ query: tag, variables: '['.repeat(200) + ']'.repeat(200) }, '"variables" is nested deeper than 100 levels'],
    [{ query: tag, extensions: [] }, '"extensions" must be an object'],
    [[], 'list of operations is empty'],
  ])('gets 400 for a body that is not an operation: %j', async (body, message) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const response = await read(await post(body, { ...json, accept }))
      expect(response).toMatchObject({
        status: 400,
        body: { errors: [{ message: expect.stringContaining(message), extensions: { code: 'BAD_REQUEST' } }] },
      })
      expect(response.body).not.toHaveProperty('data')
    }
  })

  it.each([
    ['?query=%7B__typename%7D&query=%7B__typename%7D', 'more than once'],
    ['?query=%7B__typename%7D&variables=%7B', '"variables" is not valid JSON'],
    ['?query=%7B__typename%7D&variables=5', '"variables" must be an object'],
    ['', '"query" is missing'],
  ])('gets 400 for a URL that is not an operation: %s', async (query, message) => {
    const response = await read(await get(query))
    expect(response).toMatchObject({ status: 400, body: { errors: [{ message: expect.stringContaining(message) }] } })
  })

  it("can't be a persisted query", async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'ab' } }
    const { body } = await read(await post({ extensions }))
    expect(body).toMatchObject({
      errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
    })
  })
})

describe('a request that runs no operation', () => {
  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/graphql'])(
    'gets 415 for %s',
    async (type) => {
      const body = type.includes('form') ? `query=${encodeURIComponent(tag)}` : tag
      expect(await read(await post(body, { 'content-type': type }))).toMatchObject({
        status: 415,
        body: { data: null, error: { status: 415, name: 'UnsupportedMediaTypeError' } },
      })
    },
  )

  it('gets the same error as REST for invalid JSON', async () => {
    expect(await read(await post('{"query":'))).toMatchObject({
      status: 400,
      body: { data: null, error: { name: 'SyntaxError' } },
    })
  })

  it.each(['PUT', 'DELETE', 'PATCH'])('gets 405 for %s', async (method) => {
    const response = await api.fetch(new Request('http://service.example/graphql', { method }))
    expect(response.headers.get('allow')).toBe('GET, POST')
    expect(await read(response)).toMatchObject({ status: 405, body: { error: { name: 'MethodNotAllowedError' } } })
  })

  it('gets 401 for invalid credentials', async () => {
    const response = await read(await post({ query: tag }, { ...json, authorization: 'Bearer no-such-token' }))
    expect(response).toMatchObject({ status: 401, body: { error: { name: 'UnauthorizedError' } } })
  })

  it('gets 403 from pages of other origins', async () => {
    const origin = 'https://evil.example'
    expect((await post({ query: tag }, { ...json, origin })).status).toBe(403)
  })
})

describe('a list of operations', () => {
  it('gets a list of responses in its order, with separate errors', async () => {
    const body = [{ query: tag }, { query: '{ nope }' }, { query: 5 }, { query: '{ __typename }' }]
    const response = await read(await post(body))
    expect(response).toMatchObject({
      status: 200,
      body: [data, { errors: [{}] }, { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }, { data: {} }],
    })
  })

  it('has a maximum length', async () => {
    const ten = Array.from({ length: 10 }, () => ({ query: '{ __typename }' }))
    expect(await read(await post(ten))).toMatchObject({ status: 200, body: { length: 10 } })
    expect(await read(await post([...ten, ...ten]))).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'One request may carry 10 operations at most, but here are 20.' }] },
    })
  })

  it('may have only one sign-in', async () => {
    const login = 'login(input: { identifier: "a", password: "b" }) { jwt }'
    const refusal = { errors: [{ message: expect.stringContaining('per request') }] }
    const one = await read(await post({ query: `mutation { a: ${login} b: ${login} }` }))
    expect(one).toMatchObject({ status: 400, body: refusal })
    const fragments = `mutation { ...A ...A ...B } fragment A on Mutation { ${login} } fragment B on Mutation { b: ${login} }`
    expect(await read(await post({ query: fragments }))).toMatchObject({ status: 400, body: refusal })
    const two = await read(await post([{ query: `mutation { ${login} }` }, { query: `mutation { ${login} }` }]))
    expect(two).toMatchObject({ status: 400, body: refusal })
  })
})

describe('GraphQL in production', () => {
  it('gives the same responses as in development', async () => {
    const { status, body } = await read(await post({ query: '{ tags { data { id } } }' }, json, production))
    expect({ status, body }).toEqual({ status: 200, body: { data: { tags: { data: [] } } } })
  })

  it('reveals nothing of the schema', async () => {
    const introspection = await read(await post({ query: '{ __schema { queryType { name } } }' }, json, production))
    expect(introspection).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }, {}] },
    })
    expect(introspection.body).not.toHaveProperty('data')
    const near = await read(await post({ query: '{ tagg { data { id } } }' }, json, production))
    expect(JSON.stringify(near.body)).not.toMatch(/Did you mean|stack/)
  })
})

describe('the GraphQL configuration', () => {
  const openWith = (graphql: NonNullable<ConfigInput['graphql']>['config']) =>
    createContentApi({
      ...sourcesOf(registry),
      database: ':memory:',
      config: { i18n: { locales: ['fr'] }, graphql: { config: graphql } },
    })

  it('limits batches and adds tracing', async () => {
    const own = await openWith({ batchLimit: 1, apolloServer: { tracing: true } })
    const one = await read(await post([{ query: '{ __typename }' }], json, own))
    expect(one.body).toMatchObject([
      { data: {}, extensions: { tracing: { version: 1, execution: { resolvers: [] } } } },
    ])
    const { tracing } = one.body[0].extensions
    expect(tracing.duration).toBeGreaterThanOrEqual(tracing.parsing.duration + tracing.validation.duration)
    expect((await post([{ query: '{ __typename }' }, { query: '{ __typename }' }], json, own)).status).toBe(400)
    const refused = await read(await post({ query: '{' }, json, own))
    expect(refused.body).toMatchObject({ errors: [{}], extensions: { tracing: { version: 1 } } })
    await own.close()
  })

  it('allows introspection in production', async () => {
    const own = await openWith({ apolloServer: { introspection: true } })
    const { body } = await read(await post({ query: '{ __schema { queryType { name } } }' }, json, own))
    expect(body).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } })
    await own.close()
  })

  it('removes the content types when shadowCRUD is false', async () => {
    const own = await openWith({ shadowCRUD: false })
    expect((await post({ query: '{ tags { data { id } } }' }, json, own)).status).toBe(400)
    expect((await post({ query: '{ i18NLocales { data { id } } }' }, json, own)).status).toBe(200)
    await own.close()
  })
})
