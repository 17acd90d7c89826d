import { beforeAll, describe, expect, it } from 'vitest'
import { type DocumentServer, openRecordedServer } from './served-documents.js'

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/** Parts of a service that only its developers and operators use. */
describe.each(['sqlite', 'postgres'] as const)('development of a Strapi 5 project, on %s', (dialect) => {
  let server: DocumentServer
  beforeAll(async () => {
    server = await openRecordedServer(dialect, {
      'public/robots.txt': 'User-agent: *',
      'content-api.config.json': JSON.stringify({ metrics: {} }),
    })
  }, 60_000)

  async function send(line: string, headers: Readonly<Record<string, string>> = {}, data?: object): Promise<Answer> {
    const [method = '', path = ''] = line.split(' ')
    const body = data === undefined ? null : JSON.stringify(data)
    const type = data === undefined ? {} : { 'content-type': 'application/json' }
    const request = new Request(`http://localhost${path}`, { method, headers: { ...type, ...headers }, body })
    const response = await server.fetch(request)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
  }

  const asDeveloper = (identity?: string) => ({
    'content-api-token': server.api.developmentToken ?? '',
    ...(identity !== undefined && { 'content-api-as': identity }),
  })

  const titlesOfTags = async () => {
    const { body } = await send('GET /api/tags?sort=name', asDeveloper('everything'))
    return (body['data'] as readonly { readonly name: string }[]).map(({ name }) => name)
  }

  it('sends requests with the permissions of a role, a user, a token or everything', async () => {
    const { body } = await send('GET /content-api/explorer/identities', asDeveloper())
    const names = Object.values(body).flatMap((list) =>
      Array.isArray(list) ? (list as readonly { readonly name: string; readonly label: string }[]) : [],
    )
    const named = (label: string) => names.find((identity) => identity.label === label)?.name
    expect(named('alice')).toMatch(/^user:\d+$/)
    const statusAs = async (identity: string | undefined) =>
      (await send('GET /api/users', asDeveloper(identity))).status
    expect(await statusAs('everything')).toBe(200)
    expect(await statusAs('public')).toBe(403)
    expect(await statusAs(named('alice'))).toBe(403)
    expect(await statusAs(named('full'))).toBe(200)
    expect((await send('GET /api/users', { 'content-api-as': 'everything' })).status).toBe(401)
  })

  it('has the pages of developers, the files of the project, and its metrics', async () => {
    const page = await send('GET /', { accept: 'text/html' })
    expect(page.body['text']).toContain('<title>Explorer</title>')
    expect((await send('GET /robots.txt')).body['text']).toBe('User-agent: *')
    const model = await send('GET /content-api/model.json')
    expect(Object.keys(model.body['contentTypes'] as object)).toContain(
      'src/api/article/content-types/article/schema.json',
    )
    const explorer = await send('GET /content-api/explorer/model', asDeveloper('everything'))
    const types = explorer.body['types'] as readonly { readonly uid: string; readonly count: number }[]
    expect(types.find(({ uid }) => uid === 'api::tag.tag')?.count).toBeGreaterThan(0)
    const metrics = (await server.api.metrics?.text())?.text ?? ''
    const named = ['http_server_request_duration_seconds', 'db_client_operation_duration_seconds']
    expect(named.filter((name) => !metrics.includes(`${name}_count{`))).toEqual([])
  })

  it('shows the statements of a request', async () => {
    const { headers } = await send('GET /api/tags', asDeveloper('everything'))
    const trace = headers.get('content-api-trace') ?? ''
    const { status, body } = await send(
      `GET /content-api/explorer/statements?trace=${trace}`,
      asDeveloper('everything'),
    )
    expect(status).toBe(200)
    expect(JSON.stringify(body['statements'])).toContain('tags')
  })

  it('saves and restores all content, its users and its counters of ids', async () => {
    const before = await titlesOfTags()
    await send('POST /content-api/snapshot', asDeveloper())
    const created = await send('POST /api/tags', asDeveloper('everything'), { data: { name: 'Later' } })
    expect(created.status).toBe(201)
    await server.api.accounts.createUser({ username: 'later', email: 'later@example.com' })
    expect(await titlesOfTags()).not.toEqual(before)
    expect((await send('POST /content-api/restore', asDeveloper())).status).toBe(200)
    expect(await titlesOfTags()).toEqual(before)
    expect((await server.api.accounts.listUsers()).map(({ username }) => username)).not.toContain('later')
    const again = await send('POST /api/tags', asDeveloper('everything'), { data: { name: 'Later' } })
    const idOf = ({ body }: Answer) => (body['data'] as { readonly id: number }).id
    expect(idOf(again)).toBe(idOf(created))
    await send('POST /content-api/restore', asDeveloper())
  })

  it('manages users, roles and tokens from the command line', async () => {
    const { accounts } = server.api
    const token = await accounts.createToken({ name: 'site', type: 'custom', permissions: ['api::tag.tag.find'] })
    const ofToken = async (path: string) => (await send(`GET ${path}`, { authorization: `Bearer ${token}` })).status
    expect([await ofToken('/api/tags'), await ofToken('/api/articles')]).toEqual([200, 403])
    expect((await accounts.listTokens()).find(({ name }) => name === 'site')).toMatchObject({
      type: 'custom',
      permissions: ['api::tag.tag.find'],
      expiresAt: null,
    })
    await accounts.revokeToken('site')
    expect((await accounts.listTokens()).map(({ name }) => name)).not.toContain('site')
    await accounts.createUser({ username: 'dora', email: 'dora@example.com', password: 'Passw0rd!' })
    const signIn = { identifier: 'dora', password: 'Passw0rd!' }
    expect((await send('POST /api/auth/local', {}, signIn)).status).toBe(200)
    await accounts.setBlocked('dora', true)
    expect((await send('POST /api/auth/local', {}, signIn)).status).toBe(400)
    await accounts.grant('public', ['api::tag.tag.delete'])
    const granted = (await accounts.listRoles()).find(({ type }) => type === 'public')?.permissions
    expect(granted).toContain('api::tag.tag.delete')
    await accounts.revoke('public', ['api::tag.tag.delete'])
    await expect(
      accounts.createToken({ name: 'x', type: 'custom', permissions: ['api::tag.tag.fnd'] }),
    ).rejects.toThrow('api::tag.tag.fnd')
  })

  it('counts documents, and publishes, unpublishes and discards their versions', async () => {
    const created = await send('POST /api/articles?status=draft', asDeveloper('everything'), {
      data: { title: 'Versions' },
    })
    const { documentId } = created.body['data'] as { readonly documentId: string }
    const change = async (action: string, identity = 'everything', more = '') => {
      const query = `type=api::article.article&document=${documentId}&action=${action}${more}`
      return send(`POST /content-api/explorer/documents?${query}`, asDeveloper(identity))
    }
    const titles = async () => {
      const titleOf = async (status: string) => {
        const { body } = await send(`GET /api/articles/${documentId}?status=${status}`, asDeveloper('everything'))
        return (body['data'] as { readonly title?: string } | null)?.title
      }
      return [await titleOf('draft'), await titleOf('published')]
    }
    const published = await change('publish')
    expect([published.status, published.body]).toEqual([200, { documentId, versions: 1 }])
    expect(await titles()).toEqual(['Versions', 'Versions'])
    await send(`PUT /api/articles/${documentId}?status=draft`, asDeveloper('everything'), {
      data: { title: 'Changed' },
    })
    expect(await titles()).toEqual(['Changed', 'Versions'])
    expect((await change('discardDraft')).status).toBe(200)
    expect(await titles()).toEqual(['Versions', 'Versions'])
    expect((await change('unpublish')).status).toBe(200)
    expect(await titles()).toEqual(['Versions', undefined])
    expect((await change('unpublish')).status).toBe(404)
    expect((await change('publish', 'everything', '&locale=fr')).status).toBe(404)
    expect((await change('publish', 'public')).status).toBe(403)
    expect((await change('delete')).status).toBe(400)
    expect((await send(`POST /content-api/explorer/documents?document=${documentId}`)).status).toBe(401)
    const { body } = await send('GET /content-api/explorer/model', asDeveloper('everything'))
    const { count } = (body['types'] as readonly { readonly uid: string; readonly count: number }[]).find(
      ({ uid }) => uid === 'api::article.article',
    ) ?? { count: 0 }
    const all = await send(
      'GET /api/articles?status=draft&locale=*&pagination[pageSize]=100',
      asDeveloper('everything'),
    )
    const ids = (all.body['data'] as readonly { readonly documentId: string }[]).map((one) => one.documentId)
    const live = await send('GET /api/articles?locale=*&pagination[pageSize]=100', asDeveloper('everything'))
    for (const one of live.body['data'] as readonly { readonly documentId: string }[]) ids.push(one.documentId)
    expect([count, ids.length > count]).toEqual([new Set(ids).size, true])
  })

  it('says which functions are for content in tables of its own', async () => {
    expect(() => server.api.content).toThrow("lies in Strapi's own tables")
  })
})
