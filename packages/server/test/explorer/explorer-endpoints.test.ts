import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExplorerModel, ExplorerWebhooks, TracedRequest } from '@content-api/explorer/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExplorerService, hiddenWord, openExplorerService } from '../support/explorer-service.js'
import { eventually } from '../support/eventually.js'
import { databases } from '../../../../tests/support/postgres.js'

const paths = ['model', 'identities', 'statements?trace=x'].map((path) => `/content-api/explorer/${path}`)

describe.each(await databases())('the endpoints of the explorer ($name)', ({ name, connection }) => {
  let service: ExplorerService
  beforeAll(async () => {
    service = await openExplorerService(connection)
  })
  afterAll(() => service?.api.close())

  const json = async <Body>(line: string, as: string, body?: unknown): Promise<Body> => {
    const response = await service.send(line, as, {}, body)
    expect([line, response.status]).toEqual([line, 200])
    return (await response.json()) as Body
  }
  const modelAs = (as: string) => json<ExplorerModel>('GET /content-api/explorer/model', as)
  /** Sends a request, then requests its statements. */
  const traced = async (line: string, as: string, { query = '', body }: { query?: string; body?: unknown } = {}) => {
    const response = await service.send(line, as, {}, body)
    const trace = response.headers.get('content-api-trace') ?? ''
    const found = await json<TracedRequest>(`GET /content-api/explorer/statements?trace=${trace}${query}`, as)
    return { response, trace, found }
  }

  it.each<[string, number, RegExp, Record<string, string | undefined>]>([
    ['a missing token', 401, /Content-Api-Token is missing/, { 'content-api-token': undefined }],
    ['another token', 401, /holds a wrong token/, { 'content-api-token': 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['a page of another origin', 403, /Pages of http:\/\/127\.0\.0\.1:3000/, { origin: 'http://127.0.0.1:3000' }],
    ['a page of another site', 403, /Pages of other sites/, { 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', 403, /Pages of other sites/, { 'sec-fetch-site': 'same-site' }],
    [
      'another host name',
      403,
      /Use localhost or the address of the service here, not rebound\.example/,
      { host: 'rebound.example' },
    ],
  ])('reject %s (%i)', async (_, status, message, headers) => {
    for (const path of [...paths, '/api/articles', '/graphql?query={__typename}', '/api/upload/files']) {
      const response = await service.send(`GET ${path}`, 'everything', headers)
      const text = await response.text()
      expect([path, response.status, text]).toEqual([path, status, expect.stringMatching(message)])
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  it('have no CORS headers, and are never cached', async () => {
    const origin = 'http://127.0.0.1:1337'
    for (const path of [...paths.slice(0, 2), '/api/articles']) {
      const { status, headers } = await service.send(`GET ${path}`, 'everything', { origin })
      expect([path, status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([
        path,
        200,
        null,
        'no-store',
      ])
    }
  })

  it.each([
    ['GET /content-api/explorer/model', 'role:999', /There is no identity \\"role:999/],
    ['GET /api/articles', 'admin', /identity \\"admin\\"\. Use everything, public/],
    ['GET /content-api/explorer/model?nme=1', 'everything', /Invalid parameter nme/],
    ['GET /content-api/explorer/statements', 'everything', /Add \?trace=/],
    ['GET /content-api/explorer/statements?trace=x&analyze=yes', 'everything', /analyze must be true or false/],
  ])('reject %s as %s (400)', async (line, as, message) => {
    const response = await service.send(line, as)
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(message)])
  })

  it('respond to GET only', async () => {
    const response = await service.send('POST /content-api/explorer/model', 'everything')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('list every type with its attributes and counts to a caller who may do everything', async () => {
    const { types, related, components, media, locales, api, open } = await modelAs('everything')
    expect(types.map(({ displayName, count, path }) => [displayName, count, path])).toEqual([
      ['Article', 30, '/api/articles'],
      ['Author', 2, '/api/authors'],
      ['Homepage', 0, '/api/homepage'],
      ['Hushed memo', 1, '/api/husheds'],
    ])
    expect([open, media, locales.map(({ code }) => code)]).toEqual([
      false,
      { count: 0, actions: ['find', 'findOne', 'upload', 'destroy'], path: '/api/upload' },
      ['en', 'fr'],
    ])
    expect(api).toEqual({
      prefix: '/api',
      graphql: '/graphql',
      openapi: true,
      defaultPageSize: 25,
      maxPageSize: 100,
    })
    const article = types[0]
    expect(article).toMatchObject({
      label: 'title',
      localized: true,
      draftAndPublish: true,
      actions: ['find', 'findOne', 'create', 'update', 'delete', 'createLocalization'],
      graphql: {
        type: 'Article',
        one: 'article',
        many: 'articles',
        filters: 'ArticleFiltersInput',
        input: 'ArticleInput',
      },
    })
    const attribute = (name: string) => article?.attributes.find((one) => one.name === name)
    expect(attribute('title')).toMatchObject({ type: 'string', readable: true, writable: true, sortable: true })
    expect(attribute('id')).toMatchObject({ type: 'integer', writable: false })
    expect(attribute('publishedAt')).toMatchObject({ writable: true })
    expect(attribute('hushedNote')).toMatchObject({ readable: false, writable: true, operators: [] })
    expect(attribute('author')).toMatchObject({ operators: expect.arrayContaining(['$null']) as unknown })
    expect(related.map(({ uid }) => uid)).toContain('plugin::upload.file')
    expect(components.map(({ uid, graphql }) => `${uid} ${graphql}`).toSorted()).toEqual([
      'shared.quote ComponentSharedQuote',
      'shared.seo ComponentSharedSeo',
    ])
  })

  it('accept every operator that the model lists', async () => {
    const { types } = await modelAs('everything')
    const values: Record<string, string> = { integer: '1', boolean: 'true', datetime: '2026-01-01', relation: '1' }
    const queries = types
      .filter(({ kind }) => kind === 'collectionType')
      .flatMap(({ path, attributes }) =>
        attributes.flatMap(({ name, type, operators, sortable }) => [
          ...(sortable ? [`${path}?sort=${name}`] : []),
          ...operators.map((operator) => {
            const value = /null/i.test(operator) ? 'true' : (values[type] ?? 'easy')
            const filter = `${path}?filters[${name}][${operator}]`
            return operator === '$between'
              ? `${filter}=${value}&filters[${name}][$between]=${value}`
              : `${filter}=${value}`
          }),
        ]),
      )
    expect(queries.length).toBeGreaterThan(200)
    for (const query of queries) {
      const { status } = await service.send(`GET ${query}&pagination[pageSize]=1`, 'everything')
      expect([query, status]).toEqual([query, 200])
    }
  })

  it.each(['reader', 'editor', 'erin'] as const)('name no hidden attribute to %s', async (identity) => {
    const as = service.identities[identity]
    const text = await (await service.send('GET /content-api/explorer/model', as)).text()
    expect(text).not.toMatch(hiddenWord)
    const { types, identity: acting } = JSON.parse(text) as ExplorerModel
    expect(acting.name).toBe(as)
    expect(types.map(({ displayName }) => displayName)).toEqual(
      identity === 'reader' ? ['Article', 'Author'] : ['Article', 'Author', 'Homepage'],
    )
  })

  it('list the identities that can be used, without secrets', async () => {
    const response = await service.send('GET /content-api/explorer/identities', 'public')
    const text = await response.text()
    expect(text).not.toMatch(/\$argon2|\$2[aby]\$|digest|password|accessKey/i)
    expect(JSON.parse(text)).toMatchObject({
      open: false,
      users: [{ name: service.identities.erin, label: 'erin', detail: 'Editor' }],
      tokens: [{ name: service.identities.robot, label: 'robot', detail: 'read-only' }],
    })
  })

  it('apply the rights of an identity to requests of each interface', async () => {
    const { reader, editor, erin, robot } = service.identities
    const status = async (line: string, as: string) => (await service.send(line, as)).status
    expect(await status('GET /api/articles', 'public')).toBe(403)
    expect(await status('GET /api/articles', reader)).toBe(200)
    expect(await status('GET /api/husheds', reader)).toBe(403)
    expect(await status('GET /api/husheds', 'everything')).toBe(200)
    expect(await status('GET /api/husheds', robot)).toBe(200)
    expect(await status('DELETE /api/husheds/1', robot)).toBe(403)
    expect(await status('GET /api/upload/files', reader)).toBe(403)
    expect(await status('GET /api/upload/files', editor)).toBe(200)
    expect(await json('GET /api/users/me', erin)).toMatchObject({ username: 'erin' })
    const requested = { query: '{ articles { data { id } } husheds { data { id } } }' }
    const body = await json<{ errors: unknown[] }>('POST /graphql', reader, requested)
    expect(body).toMatchObject({ errors: [{ path: ['husheds'] }] })
    expect(await json('POST /graphql', 'everything', requested)).not.toHaveProperty('errors')
  })

  it('return the statements of a request, with plans, to the identity that sent it', async () => {
    const { reader } = service.identities
    const query = 'filters[author][name][$contains]=Ada&populate[author]=true&pagination[pageSize]=5'
    const { response, trace, found } = await traced(`GET /api/articles?${query}`, reader)
    expect(response.headers.get('content-api-statements')).toBe('1')
    expect(Number(response.headers.get('content-api-cost'))).toBeGreaterThan(0)
    expect(found).toMatchObject({ trace, method: 'GET', path: '/api/articles', dialect: name, dropped: 0, withheld: 0 })
    const [statement] = found.statements
    expect(statement?.sql).toContain('"articles"')
    expect(statement?.parameters).toContain(name === 'sqlite' ? 'Ada' : statement?.parameters[0])
    expect(statement).toMatchObject({ kind: 'read', plan: { analyzed: null } })
    expect(statement?.plan?.nodes.length).toBeGreaterThan(0)
    expect(statement?.plan?.raw).toContain(name === 'sqlite' ? 'articles' : '"Node Type"')
    for (const as of ['everything', 'public', service.identities.editor]) {
      const other = await service.send(`GET /content-api/explorer/statements?trace=${trace}`, as)
      expect([as, other.status]).toEqual([as, 404])
    }
  })

  it('measure reads on demand, and never repeat writes', async () => {
    const analyzed = await traced('GET /api/authors?sort=name', 'everything', { query: '&analyze=true' })
    expect(analyzed.found.statements[0]?.plan?.analyzed).toMatchObject({ rows: 1 })
    const created = await traced('POST /api/authors', 'everything', {
      query: '&analyze=true',
      body: { data: { name: 'New' } },
    })
    const { data } = (await created.response.json()) as { data: { id: number } }
    const write = created.found.statements.find(({ kind }) => kind === 'write')
    expect(write).toMatchObject({ sql: expect.stringMatching(/^INSERT INTO "authors"/), plan: { analyzed: null } })
    const { meta } = await json<{ meta: { pagination: { total: number } } }>('GET /api/authors', 'everything')
    expect(meta.pagination.total).toBe(3)
    await json(`DELETE /api/authors/${data.id}`, 'everything')
  })

  it('withhold statements that name attributes hidden from the identity', async () => {
    const { editor } = service.identities
    const { found } = await traced('DELETE /api/articles/30', editor)
    expect(found.withheld).toBeGreaterThan(0)
    expect(found.statements.map(({ sql }) => sql).join('\n')).toContain('"articles"')
    expect(JSON.stringify(found)).not.toMatch(hiddenWord)
  })

  it('separate the statements of concurrent requests', async () => {
    const sent = Array.from({ length: 8 }, (_, index) =>
      traced(index % 2 === 0 ? 'POST /api/authors' : 'GET /api/articles', 'everything', {
        ...(index % 2 === 0 && { body: { data: { name: `Together ${index}` } } }),
      }),
    )
    const named = (await Promise.all(sent)).map(({ found }) => JSON.stringify(found.statements).match(/Together \d/g))
    expect(named).toEqual(sent.map((_, index) => (index % 2 === 0 ? [`Together ${index}`] : null)))
  })
})

it('show deliveries with their responses to everything, and deliver again', async () => {
  let status = 500
  const receiver = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status).end(`Status ${status}`))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const hook = { name: 'site', url, allowPrivateAddresses: true, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
  const shown = await openExplorerService(':memory:', { development: true, webhooks: [hook] })
  const path = '/content-api/explorer/webhooks'
  const read = async () => (await (await shown.send(`GET ${path}`, 'everything')).json()) as ExplorerWebhooks
  const stateWith = (wanted: object) =>
    eventually(async () => {
      const [delivery] = (await read()).deliveries
      expect(delivery).toMatchObject(wanted)
      return delivery as ExplorerWebhooks['deliveries'][number]
    })
  try {
    expect(await (await shown.send('GET /content-api/explorer/model', 'everything')).json()).toMatchObject({
      webhooks: true,
    })
    expect(await (await shown.send('GET /content-api/explorer/model', shown.identities.editor)).json()).toMatchObject({
      webhooks: false,
    })
    await shown.send('PUT /api/authors/1', 'everything', {}, { data: { name: 'Ada' } })
    const failed = await stateWith({
      state: 'waiting',
      attempts: 1,
      status: 500,
      response: 'Status 500',
      name: 'entry.update',
    })
    const { webhooks, events } = await read()
    expect(events[0]).toMatchObject({ name: 'entry.update', type: 'api::author.author', entry: 1 })
    expect(webhooks).toMatchObject([{ name: 'site', url, enabled: true }])
    expect(JSON.stringify(webhooks)).not.toContain('whsec_')
    expect((await shown.send(`GET ${path}`, shown.identities.editor)).status).toBe(403)
    expect((await shown.send(`POST ${path}/deliver-again?delivery=${failed.id}`, shown.identities.editor)).status).toBe(
      403,
    )
    expect((await shown.send(`POST ${path}/deliver-again?delivery=999`, 'everything')).status).toBe(404)
    expect((await shown.send(`POST ${path}/deliver-again?delivery=x`, 'everything')).status).toBe(400)
    status = 204
    expect((await shown.send(`POST ${path}/deliver-again?delivery=${failed.id}`, 'everything')).status).toBe(200)
    await stateWith({ id: failed.id, state: 'delivered', status: 204 })
  } finally {
    await shown.api.close()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  }
})

it('ignore the token and the identities in production', async () => {
  const service = await openExplorerService(':memory:', { development: false })
  expect(service.api.developmentToken).toBeNull()
  const status = async (path: string) =>
    (await service.send(`GET ${path}`, 'everything', { 'content-api-token': 'any' })).status
  expect(await status('/api/authors')).toBe(200)
  expect(await status('/api/articles')).toBe(403)
  expect((await service.send('GET /api/authors', 'everything')).headers.has('content-api-trace')).toBe(false)
  await service.api.close()
})
