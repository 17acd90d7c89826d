import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'
import { type TestService, openService } from '../support/service.js'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

/**
 * Nobody may find authors. Everybody may find articles, which have an author. Signed-in users may also find
 * and create tags.
 */
const permissions = {
  public: ['api::article.article.find'],
  authenticated: ['api::article.article.find', 'api::tag.tag.find', 'api::tag.tag.create'],
}

describe.each(await databases())('GET /openapi.json, on $name', ({ connection }) => {
  let service: TestService
  const documentOf = async (token?: string): Promise<Document> =>
    (await service.ask('GET /openapi.json', token === undefined ? {} : { token })).body as Document
  const methodsOf = (document: Document, path: string) =>
    Object.keys(document.paths[path] ?? {}).filter((key) => key !== 'parameters')

  beforeAll(async () => {
    const config = { permissions, api: { rest: { openapi: true } } }
    service = await openService({ connection, config, withUsers: false })
    await service.api.accounts.createUser({
      username: 'alice',
      email: 'alice@example.com',
      password: 'Passw0rd!',
      role: 'authenticated',
    })
  })
  afterAll(() => service.close())

  it('shows only the types and operations that the caller may use', async () => {
    const anonymous = await documentOf()
    expect(Object.keys(anonymous.paths)).toEqual(['/articles'])
    expect(methodsOf(anonymous, '/articles')).toEqual(['get'])
    const signedIn = await documentOf(await service.api.accounts.signIn(1))
    expect(Object.keys(signedIn.paths).toSorted()).toEqual(['/articles', '/tags'])
    expect(methodsOf(signedIn, '/tags')).toEqual(['get', 'post'])
  })

  it('names neither attributes that lead to a hidden type nor its schemas', async () => {
    const { components } = await documentOf()
    const names = Object.keys(components.schemas)
    expect(names).toEqual(expect.arrayContaining(['Article', 'ArticleEntry', 'ArticleFilters']))
    for (const hidden of ['Author', 'Tag', 'Memo', 'Detail', 'UsersPermissionsUser', 'AdminUser']) {
      expect(names.filter((name) => name.startsWith(hidden))).toEqual([])
    }
    const text = JSON.stringify(components)
    for (const attribute of ['author', 'tags', 'coauthors']) expect(text).not.toContain(`"${attribute}":`)
    expect(text).toContain('"title":')
  })

  it('has private caching headers for requests with credentials', async () => {
    const token = await service.api.accounts.signIn(1)
    const { headers } = await service.ask('GET /openapi.json', { token })
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-cache', expect.any(String)])
  })

  it('rejects invalid credentials with 401', async () => {
    expect((await service.ask('GET /openapi.json', { token: 'nonsense' })).status).toBe(401)
  })
})

it('GET /openapi.json is 404 in production unless the configuration enables it', async () => {
  const other = await openService({ connection: sqliteDatabase().connection, withUsers: false })
  expect((await other.ask('GET /openapi.json')).status).toBe(404)
  await other.close()
})
