import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { findIdentity } from '../../src/mcp/identity.js'
import { type Connection, ServiceClient, withToken } from '../../src/mcp/service-client.js'
import { anythingHidden, anythingOpen, content, sources } from '../security/no-private-bit/model.js'
import { type ExplorerService, hiddenWord, openExplorerService } from '../support/explorer-service.js'
import { type Assistant, assistantOf } from './connect-client.js'

const origin = 'http://127.0.0.1:1337'
const connectionOf = (api: ContentApi): Connection => ({
  fetch: withToken((request) => api.fetch(request), api.developmentToken ?? ''),
  origin,
})

describe('the tools of a service', () => {
  let service: ExplorerService
  let connection: Connection
  const as = (name: keyof ExplorerService['identities'], write = false) =>
    assistantOf(connection, service.identities[name], write)
  let reader: Assistant
  let editor: Assistant
  beforeAll(async () => {
    service = await openExplorerService(':memory:')
    connection = connectionOf(service.api)
    reader = await as('reader')
    editor = await as('editor', true)
  })
  afterAll(() => service.api.close())

  it('are marked as reads, and only --write adds others', async () => {
    const { tools } = await reader.client.listTools()
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
    const { tools: all } = await editor.client.listTools()
    const writes = all.slice(tools.length)
    expect(
      writes.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    ).toEqual([
      ['create_entry', false, false],
      ['update_entry', false, true],
      ['delete_entry', false, true],
      ['publish_entry', false, false],
      ['unpublish_entry', false, true],
    ])
    for (const { description, inputSchema } of all) {
      expect(description?.length).toBeLessThan(300)
      expect(inputSchema['additionalProperties']).toBe(false)
    }
    // They stay in the context of an assistant for the whole session: about 3,300 tokens.
    expect(JSON.stringify(all).length).toBeLessThan(13_200)
    expect(await reader.fails('delete_entry', { type: 'articles', id: 1 })).toContain('not found')
  })

  it('reject unknown arguments, types, attributes and actions with what to change', async () => {
    expect(await reader.fails('find_entries', { type: 'articles', filter: {} })).toContain('Unrecognized key: "filter"')
    expect(await reader.fails('list_types', { all: true })).toContain('Unrecognized key: "all"')
    expect(await reader.fails('find_entries', { type: 'artcles' })).toBe(
      'Unknown type "artcles". Did you mean articles? list_types lists the types.',
    )
    expect(await reader.fails('find_entries', { type: 'articles', filters: { titel: 'x' } })).toBe(
      '400 ValidationError: Invalid parameter titel. Did you mean title?',
    )
    expect(await reader.fails('find_entries', { type: 'articles', filters: { title: { $eq: null } } })).toContain(
      '$null',
    )
    // Without the list, the filter would match every entry.
    expect(await reader.fails('find_entries', { type: 'articles', filters: { id: { $in: [] } } })).toContain(
      'filters.id.$in is empty',
    )
    expect(await reader.fails('find_entries', { type: 'articles', filters: ['title'] })).toContain('Expected an object')
    expect(await reader.fails('get_entry', { type: 'articles' })).toBe('Add the id of the entry.')
    expect(await reader.fails('get_entry', { type: 'articles', id: 999 })).toContain('404 NotFoundError')
    expect(await editor.fails('get_entry', { type: 'homepage', id: 1 })).toContain('Leave out the id')
    expect(await editor.fails('publish_entry', { type: 'authors', id: 1 })).toBe(
      'authors has no drafts: all entries are published.',
    )
    for (const named of [{}, { type: 'articles', path: '/api/articles' }])
      expect(await reader.fails('explain_query', named)).toBe('Add one of type, path and query.')
    expect(await reader.fails('explain_query', { path: '/api/articles', sort: 'id' })).toBe('sort needs type.')
    expect(await reader.fails('run_graphql', { query: '{ articles { data { id ' })).toMatch(/^Syntax Error: .*line 1/)
    expect(await reader.fails('run_graphql', { query: '{ articles { dat { id } } }' })).toContain('Did you mean')
  })

  it('reject names of prototypes and values that nest deep, instead of leaving them out', async () => {
    const named = JSON.parse('{ "__proto__": { "$eq": 1 } }') as Record<string, unknown>
    let nested: Record<string, unknown> = { title: 'x' }
    for (let level = 0; level < 50_000; level++) nested = { $not: nested }
    const find = (filters: object) => reader.fails('find_entries', { type: 'articles', filters })
    expect(await find(named)).toContain('__proto__')
    expect(await find({ title: 'x', author: named })).toContain('__proto__')
    expect(await find(nested)).toContain('It is nested deeper than 100 levels')
    expect(await reader.fails('find_entries', { type: 'articles', populate: { author: named } })).toContain('__proto__')
    expect(await reader.fails('sdk_code', { type: 'articles', filters: named })).toContain('__proto__')
    for (const data of [named, { title: 'x', seo: named }]) {
      expect(await editor.fails('create_entry', { type: 'articles', data })).toContain('__proto__')
    }
    expect(await editor.fails('create_entry', { type: 'articles', data: nested })).toContain('is nested deeper')
    const graphql = { query: 'query ($filters: ArticleFiltersInput) { articles(filters: $filters) { data { id } } }' }
    for (const tool of ['run_graphql', 'explain_query']) {
      expect(await reader.fails(tool, { ...graphql, variables: { filters: named } })).toContain('__proto__')
      expect(await reader.fails(tool, { ...graphql, variables: nested })).toContain('is nested deeper')
    }
  })

  it('find, explain and translate a query', async () => {
    const query = {
      type: 'articles',
      filters: { rating: { $gte: 4 }, featured: { $eq: true } },
      sort: 'id:desc',
      fields: ['title'],
      populate: { author: { fields: ['name'] } },
      pagination: { pageSize: 2 },
      publicationState: 'preview',
    }
    const { request, response } = JSON.parse(await reader.use('find_entries', query)) as {
      readonly request: string
      readonly response: unknown
    }
    expect(request).toBe(
      'GET /api/articles?filters[rating][$gte]=4&filters[featured][$eq]=true&sort=id%3Adesc&pagination[pageSize]=2' +
        '&fields[0]=title&populate[author][fields][0]=name&publicationState=preview',
    )
    expect(response).toMatchObject({
      data: [
        { id: 25, attributes: { title: 'Article 25', author: { data: { attributes: { name: 'Ada Lovelace' } } } } },
        { id: 19 },
      ],
      meta: { pagination: { total: 4 } },
    })
    const path = request.slice('GET '.length)
    expect(await reader.use('run_rest', { path })).toBe(JSON.stringify({ request, response }))
    const explained = JSON.parse(await reader.use('explain_query', { path, analyze: true })) as object
    expect(explained).toMatchObject({
      cost: expect.any(Number),
      dialect: 'sqlite',
      statements: [{ sql: expect.stringContaining('SELECT'), plan: expect.stringContaining('articles') }],
    })
    const { statements } = explained as { statements: { sql: string; parameters: unknown }[] }
    const ofArguments = await reader.use('explain_query', query)
    expect(JSON.parse(ofArguments)).toMatchObject({
      statements: statements.map(({ sql, parameters }) => ({ sql, parameters })),
    })
    expect(JSON.parse(await reader.use('explain_query', { type: 'articles', id: 3 }))).toMatchObject({
      statements: [{ parameters: expect.arrayContaining([3]) }],
    })
    const graphql = { query: '{ articles(pagination: { limit: 1 }) { data { attributes { title } } } }' }
    expect(JSON.parse(await reader.use('explain_query', graphql))).toMatchObject({ statements: [{}] })
    expect(JSON.parse(await reader.use('run_graphql', graphql))).toEqual({
      data: { articles: { data: [{ attributes: { title: 'Article 1' } }] } },
    })
    expect(await reader.use('sdk_code', query)).toContain('filters: { rating: { $gte: 4 }, featured: { $eq: true } },')
    expect(await reader.use('sdk_code', { type: 'articles', id: 3 })).toMatch(
      /const article = await api\.collection\('articles'\)\.findOne\(3\)$/,
    )
    expect(await reader.fails('sdk_code', { type: 'articles', filters: { cover: 1 } })).toContain('filters[cover]')
  })

  it('write what the identity may write', async () => {
    const created = JSON.parse(
      await editor.use('create_entry', { type: 'articles', data: { title: 'New', publishedAt: null } }),
    ) as { readonly data: { readonly id: number } }
    const { id } = created.data
    await editor.use('publish_entry', { type: 'articles', id })
    await editor.use('update_entry', { type: 'articles', id, data: { rating: 5 } })
    expect(await editor.use('get_entry', { type: 'articles', id, fields: ['rating'] })).toContain('"rating":5')
    await editor.use('create_entry', { type: 'articles', data: { locale: 'fr' }, localizationOf: id })
    await editor.use('unpublish_entry', { type: 'articles', id })
    expect(await editor.use('find_entries', { type: 'articles', filters: { id } })).toContain('"total":0')
    await editor.use('delete_entry', { type: 'articles', id })
    expect(await editor.fails('update_entry', { type: 'articles', id, data: {} })).toContain('404 NotFoundError')
    expect(await editor.fails('create_entry', { type: 'articles', data: { title: 'x'.repeat(41) } })).toContain(
      '"title"',
    )
    const writer = await as('reader', true)
    expect(await writer.fails('delete_entry', { type: 'articles', id: 1 })).toContain('403 ForbiddenError')
    await editor.use('update_entry', { type: 'homepage', data: { heading: 'Hello' } })
    expect(await editor.use('get_entry', { type: 'homepage' })).toContain('Hello')
  })

  it('never write without --write', async () => {
    const mutation = 'mutation { deleteArticle(id: 1) { data { id } } }'
    for (const query of [mutation, `query a { articles { data { id } } } ${mutation}`, 'subscription { articles }']) {
      expect(await editor.fails('run_graphql', { query, operationName: 'a' })).toContain('Only queries are allowed')
      expect(await editor.fails('explain_query', { query })).toContain('Only queries are allowed')
    }
  })

  it('send requests to the content of the service only', async () => {
    const paths = [
      'http://evil.example/api/articles',
      '//evil.example/api/articles',
      String.raw`\\evil.example\api\articles`,
      '/content-api/explorer/identities',
      '/api/../content-api/explorer/identities',
      '/api/%2e%2e/content-api/explorer/model',
      '/openapi.json',
      'javascript:alert(1)',
    ]
    const sent: string[] = []
    const spied = { ...connection, fetch: (request: Request) => (sent.push(request.url), connection.fetch(request)) }
    const assistant = await assistantOf(spied, 'everything')
    for (const path of paths) {
      expect(await assistant.fails('run_rest', { path })).toBe('The path must start with /api/')
      expect(await assistant.fails('explain_query', { path })).toBe('The path must start with /api/')
    }
    expect(new Set(sent)).toEqual(new Set([`${origin}/content-api/explorer/model`]))
  })

  it('end a response that is too long, or that is not JSON', async () => {
    const title = 'long'
    const body = 'x'.repeat(60_000)
    await editor.use('create_entry', { type: 'articles', data: { title, slug: title, body } })
    const filters = { slug: title }
    expect(await reader.fails('find_entries', { type: 'articles', filters })).toContain('more than 50,000 characters')
    expect(await reader.use('find_entries', { type: 'articles', filters, fields: ['slug'] })).toContain('"total":1')
    let isCancelled = false
    const endless = new ReadableStream({ cancel: () => void (isCancelled = true) })
    const streaming: Connection = {
      ...connection,
      fetch: (request) =>
        request.url.includes('/api/')
          ? Promise.resolve(new Response(endless, { headers: { 'content-type': 'text/event-stream' } }))
          : connection.fetch(request),
    }
    const assistant = await assistantOf(streaming, 'everything')
    expect(await assistant.fails('run_rest', { path: '/api/events' })).toContain('no JSON, but text/event-stream')
    expect(isCancelled).toBe(true)
  })

  it('show an identity no names and values that it may not see', async () => {
    const seen: string[] = []
    for (const assistant of [reader, await as('robot'), await assistantOf(connection, 'public')]) {
      const { types } = JSON.parse(await assistant.use('list_types')) as { readonly types: readonly { type: string }[] }
      for (const { type } of types) {
        seen.push(await assistant.use('describe_type', { type }))
        if (type === 'homepage') continue
        seen.push(await assistant.use('find_entries', { type, populate: '*', pagination: { pageSize: 5 } }))
        seen.push(await assistant.use('explain_query', { path: `/api/${type}?populate=*` }))
        seen.push(await assistant.fails('sdk_code', { type, filters: { hushedNote: 'x' } }))
      }
    }
    expect(seen.length).toBeGreaterThan(10)
    const isAsked = (text: string) => text.includes('filters[hushedNote]')
    // The token may read every type, but no private attribute.
    const shown = seen.filter((text) => !isAsked(text) && /hushed(Note|Seo)/i.test(text))
    expect(shown).toEqual([])
    const ofReader = [await reader.use('list_types'), ...seen.slice(0, 8)].filter((text) => !isAsked(text))
    expect(ofReader.filter((text) => hiddenWord.test(text))).toEqual([])
    expect(await reader.fails('find_entries', { type: 'husheds' })).toBe(
      'Unknown type "husheds". list_types lists the types.',
    )
    const introspections = [
      '{ __schema { types { name } } }',
      'query { ...F } fragment F on Query { t: __type(name: "X") { name } }',
    ]
    const misspelled = [
      '{ hushedz { data { id } } }',
      '{ articles(filters: { hushedNot: { eq: "x" } }) { data { id } } }',
    ]
    for (const tool of ['run_graphql', 'explain_query']) {
      for (const query of introspections)
        expect(await reader.fails(tool, { query })).toMatch(/^__\w+ is not allowed here/)
      for (const query of misspelled) expect(await reader.fails(tool, { query })).not.toMatch(/Did you mean/)
    }
    const everything = await assistantOf(connection, 'everything')
    expect(await everything.use('run_graphql', { query: introspections[0] })).toMatch(hiddenWord)
    expect(await everything.fails('run_graphql', { query: misspelled[0] })).toMatch(/Did you mean .*husheds/)
    expect(await (await assistantOf(connection, 'public')).fails('run_rest', { path: '/api/articles' })).toContain(
      '403 ForbiddenError',
    )
  })

  it('have the permissions of the identity that a name selects', async () => {
    const client = new ServiceClient(connection, 'public')
    expect(await findIdentity(client, 'role:Reader')).toBe(service.identities.reader)
    expect(await findIdentity(client, 'user:erin')).toBe(service.identities.erin)
    expect(await findIdentity(client, 'token:robot')).toBe(service.identities.robot)
    expect(await findIdentity(client, 'role:3')).toBe('role:3')
    await expect(findIdentity(client, 'role:nobody')).rejects.toThrow(/There is no role "nobody"\. Use .*Reader/i)
    await expect(findIdentity(client, 'admin')).rejects.toThrow('Invalid identity "admin". Use public')
    const wrong = new ServiceClient(
      { origin, fetch: withToken((request) => service.api.fetch(request), 'wrong') },
      'public',
    )
    await expect(wrong.model()).rejects.toThrow('401 UnauthorizedError')
  })
})

it('hidden data of every kind stays hidden from every tool', async () => {
  const api = await createContentApi({
    ...sources,
    database: ':memory:',
    development: true,
    config: {
      permissions: { public: [], authenticated: [] },
      i18n: { locales: ['fr', 'de'] },
      auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
    },
  })
  try {
    await api.importEntries(content)
    const permissions = ['paper', 'author'].map((name) => `api::${name}.${name}.find`)
    await api.accounts.createToken({ name: 'reader', type: 'custom', permissions })
    const [token] = await api.accounts.listTokens()
    const everything = await assistantOf(connectionOf(api), 'everything')
    const reader = await assistantOf(connectionOf(api), `token:${token?.id}`)
    const links = ['author', 'related', 'box', 'boxes', 'zone', 'vault', 'chest', 'cover', 'openTag', 'openBox']
    const deep = Object.fromEntries(links.map((name) => [name, name === 'related' ? { populate: '*' } : true]))
    const users = '{ usersPermissionsUsers { data { attributes { username email role { data { id } } } } } }'
    const ofReader: string[] = []
    for (const populate of ['*', deep]) {
      const query = { type: 'papers', populate, locale: 'all', pagination: { pageSize: 4 } }
      ofReader.push(await reader.use('find_entries', query), await reader.use('sdk_code', { ...query, populate: '*' }))
    }
    ofReader.push(await reader.use('find_entries', { type: 'authors', populate: { papers: { populate: '*' } } }))
    const outputs = [
      ...ofReader,
      await everything.use('find_entries', { type: 'papers', populate: deep, pagination: { pageSize: 4 } }),
      await everything.use('run_rest', { path: '/api/users?populate=*' }),
      await everything.use('run_rest', { path: '/api/upload/files?populate=*' }),
      await everything.use('run_graphql', { query: users }),
      await everything.fails('run_graphql', { query: users.replace('email', 'password') }),
      await everything.fails('find_entries', { type: 'papers', filters: { secretText: 'x' } }),
    ]
    expect(ofReader.filter((text) => /vaulted9c2d|secret/.test(text))).toEqual([])
    expect(outputs.join('\n')).toMatch(anythingOpen)
    expect(outputs.filter((text) => anythingHidden.test(text))).toEqual([])
  } finally {
    await api.close()
  }
})
