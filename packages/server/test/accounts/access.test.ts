import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { type TestService, openService, password } from '../support/service.js'

const forbidden = {
  data: null,
  error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
}

describe.each(await databases())('permissions on $name', ({ connection }) => {
  let service: TestService
  let alice: string
  let erin: string
  const ask: TestService['ask'] = (...args) => service.ask(...args)

  beforeAll(async () => {
    service = await openService({ connection })
    alice = await service.tokenOf('alice')
    erin = await service.tokenOf('erin')
    const make = async (line: string, data: object) => {
      const { status, text } = await ask(line, { token: erin, body: { data } })
      if (status !== 200) throw new Error(text)
    }
    await make('POST /api/tags', { name: 'first' })
    await make('POST /api/tags', { name: 'second' })
    await make('POST /api/articles', { title: 'Alpha', owner: 1, tags: [1, 2] })
  })
  afterAll(() => service.close())

  describe('the order of errors', () => {
    it.each([
      ['404 for an unknown path before invalid credentials', 'GET /api/none', undefined, 404],
      ['400 for a body that is not JSON before invalid credentials', 'POST /api/tags', '{bad', 400],
      ['401 for invalid credentials before a missing permission', 'GET /api/memos', undefined, 401],
      ['401 for invalid credentials before an invalid body', 'POST /api/tags', {}, 401],
    ])('is right: %s', async (_, line, body, status) => {
      expect((await ask(line, { token: 'no-such-token', body })).status).toBe(status)
    })

    it('has a missing permission (403) before an invalid body (400)', async () => {
      expect((await ask('POST /api/tags', { body: {} })).body).toEqual(forbidden)
      expect((await ask('GET /api/memos')).body).toEqual(forbidden)
      expect((await ask('GET /api/tags/999')).status).toBe(404)
      expect((await ask('DELETE /api/tags/999')).status).toBe(403)
    })

    it('has 401 for a header that is not "Bearer" and one token, even on routes that the public may read', async () => {
      for (const authorization of ['Basic YTpi', 'no-such-token', 'Bearer ', 'Bearer a b']) {
        expect((await ask('GET /api/tags/1', { headers: { authorization } })).status, authorization).toBe(401)
        const query = { query: '{ tags { data { id } } }' }
        const graphql = await ask('POST /graphql', { headers: { authorization }, body: query })
        expect(graphql.status, authorization).toBe(401)
      }
      expect((await ask('GET /api/tags/1?access_token=x', { token: alice })).status).toBe(400)
    })
  })

  describe('API tokens', () => {
    const create = (name: string, token: object) =>
      service.api.accounts.createToken({ name, type: 'custom', ...token } as never)

    it('AUTH-16 allow the actions of their type, and are stored as a hash', async () => {
      const full = await create('full', { type: 'full-access' })
      const read = await create('read', { type: 'read-only' })
      const custom = await create('custom', {
        permissions: ['api::article.article.find', 'api::category.category.find'],
      })
      const over = await create('over', { type: 'full-access', expiresAt: new Date(Date.now() - 1) })
      const statuses = async (token: string) => [
        (await ask('GET /api/tags', { token })).status,
        (await ask('GET /api/memos', { token })).status,
        (await ask('GET /api/users', { token })).status,
        (await ask('GET /api/users/me', { token })).status,
        (await ask('GET /api/articles', { token })).status,
        (await ask('POST /api/tags', { token, body: { data: { name: `by ${token.slice(0, 5)}` } } })).status,
        (await ask('DELETE /api/tags/999', { token })).status,
      ]
      expect(await statuses(full)).toEqual([200, 200, 200, 401, 200, 200, 404])
      expect(await statuses(read)).toEqual([200, 200, 200, 403, 200, 403, 403])
      expect(await statuses(custom)).toEqual([403, 403, 403, 403, 200, 403, 403])
      const expired = await ask('GET /api/tags', { token: over })
      expect(expired.body.error).toMatchObject({ status: 401, name: 'UnauthorizedError', message: 'Token expired' })
      for (const near of [full.slice(0, -1), `${full}x`, full.toUpperCase()]) {
        expect((await ask('GET /api/tags', { token: near })).status).toBe(401)
      }
      const stored = await service.api.database.write((transaction) =>
        transaction.query({ sql: 'SELECT * FROM "_api_tokens"', values: [] }),
      )
      expect(stored).toHaveLength(4)
      for (const token of [full, read, custom]) expect(JSON.stringify(stored)).not.toContain(token)
      await service.api.accounts.revokeToken('full')
      expect((await ask('GET /api/tags', { token: full })).status).toBe(401)
    })

    it('are rejected when their name, permissions or key are invalid', async () => {
      await create('once', {})
      await expect(create('once', {})).rejects.toThrow('There is an API token "once" already')
      await expect(create('x', { permissions: ['api::tag.tag.fnd'] })).rejects.toThrow(
        'Did you mean "api::tag.tag.find"?',
      )
      await expect(create('x', { accessKey: 'short' })).rejects.toThrow('16 or more')
      await expect(service.api.accounts.revokeToken('onse')).rejects.toThrow('Did you mean "once"?')
    })
  })

  it('AUTHZ-01 registering accepts the name, the address and the password, and no other key', async () => {
    const body = { username: 'maker', email: 'maker@example.com', password }
    const register = (extra: object) => ask('POST /api/auth/local/register', { body: { ...body, ...extra } })
    const extras: Record<string, unknown> = {
      role: 3,
      confirmed: true,
      blocked: false,
      id: 1,
      provider: 'x',
      resetPasswordToken: 't',
      confirmationToken: 't',
      createdAt: '2000-01-01',
      _tokens_valid_from: null,
    }
    for (const [key, value] of Object.entries(extras)) {
      const { status, body } = await register({ [key]: value })
      expect([status, body.error.details.errors[0].path], key).toEqual([400, [key]])
    }
    expect((await register({ nickname: 'm' })).body.error.message).toBe(
      'nickname is not known here. auth.register.allowedFields in the configuration allows more attributes.',
    )
    expect((await register({ pasword: 'm' })).body.error.message).toBe(
      'pasword is not known here. Did you mean password?',
    )
    const { id } = (await register({})).body.user
    const { body: made } = await ask(`GET /api/users/${id}?populate=role`, { token: erin })
    expect(made).toMatchObject({ provider: 'local', confirmed: true, blocked: false, role: { type: 'authenticated' } })
  })

  it("AUTHZ-02 a body can't set attributes that the service manages", async () => {
    const data = { name: 'mine', id: 1, createdAt: '2000-01-01', createdBy: 1, updatedBy: 1 }
    const made = await ask('POST /api/tags', { token: alice, body: { data } })
    expect(made.body.data.id).toBeGreaterThan(2)
    expect(made.body.data.attributes.createdAt).not.toContain('2000')
    for (const key of ['__v', '$where', 'constructor', 'localization_group']) {
      const { status } = await ask('POST /api/tags', { token: alice, body: { data: { name: 'x', [key]: 1 } } })
      expect(status, key).toBe(400)
    }
    expect((await ask('GET /api/tags/1')).body.data.attributes.name).toBe('first')
  })

  it('AUTHZ-07 writing a relation requires the permission to update one side and to find the other', async () => {
    const { accounts } = service.api
    const both = ['api::category.category.find', 'api::category.category.update']
    const blind = await accounts.createToken({ name: 'blind', type: 'custom', permissions: both })
    const seeing = await accounts.createToken({
      name: 'seeing',
      type: 'custom',
      permissions: [...both, 'api::article.article.find'],
    })
    const category = (await ask('POST /api/categories', { token: erin, body: { data: { name: 'C', articles: [1] } } }))
      .body
    const at = `/api/categories/${category.data.id}`
    const clear = { data: { articles: { set: [] } } }
    const attached = async () =>
      (await ask(`GET ${at}?populate=articles`, { token: erin })).body.data.attributes.articles.data.length
    expect((await ask(`PUT ${at}`, { token: blind, body: clear })).status).toBe(403)
    expect(await attached()).toBe(1)
    expect((await ask(`PUT ${at}`, { token: seeing, body: clear })).status).toBe(200)
    expect(await attached()).toBe(0)
  })

  it('AUTHZ-10 the request line alone decides the method', async () => {
    const count = async () => (await ask('GET /api/tags')).body.meta.pagination.total
    const before = await count()
    for (const headers of [{ 'x-http-method-override': 'DELETE' }, { 'x-method-override': 'DELETE' }]) {
      expect((await ask('POST /api/tags/1', { token: erin, headers, body: {} })).status).toBe(405)
      expect((await ask('GET /api/tags/1', { token: erin, headers })).status).toBe(200)
    }
    expect((await ask('GET /api/tags/1?_method=DELETE', { token: erin })).status).toBe(400)
    const patch = await ask('PATCH /api/tags/1', { token: erin, body: { data: { name: 'x' } } })
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, 'HEAD, GET, PUT, DELETE'])
    expect((await ask('PATCH /api/users/1', { token: erin, body: {} })).headers.get('allow')).toBe(
      'HEAD, GET, PUT, DELETE',
    )
    expect((await ask('HEAD /api/tags')).status).toBe(200)
    expect((await ask('HEAD /api/memos')).status).toBe(403)
    expect((await ask('HEAD /api/users')).status).toBe(403)
    expect(await count()).toBe(before)
  })

  it('AUTHZ-11 each spelling of a path requires the permission of its route', async () => {
    const server = await service.api.listen({ port: 0 })
    const raw = (path: string) =>
      new Promise<number>((resolve, reject) => {
        request({ host: '127.0.0.1', port: server.port, path, method: 'DELETE' }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
          .on('error', reject)
          .end()
      })
    const spellings = ['/API/Tags/1', '/api/tags/1/', '/Api/TAGS/1/']
    for (const path of spellings) expect(await raw(path), path).toBe(403)
    for (const path of ['/api//tags/1', '/api/tags/1%2F..%2F2', '/api/tags;x=1', '/api/tags/01', '/api/%74ags/1']) {
      expect([404, 405], path).toContain(await raw(path))
    }
    expect(await raw('//api/tags/1')).toBe(400)
    for (const path of ['/API/USERS/1', '/api/users/1/']) expect(await raw(path), path).toBe(403)
    expect((await ask('GET /api/tags/1')).status).toBe(200)
  })

  it('a relation to an entry that the caller may not find gets 403, and nothing is written', async () => {
    const { status, body } = await ask('PUT /api/articles/1', {
      token: alice,
      body: { data: { title: 'New', owner: 4 } },
    })
    expect([status, body.error.name]).toEqual([403, 'ForbiddenError'])
    expect((await ask('GET /api/articles/1?fields=title')).body.data.attributes.title).toBe('Alpha')
  })

  it('a permission that a role loses ends immediately', async () => {
    const { accounts } = service.api
    const role = { name: 'Temp', permissions: { 'api::memo': { controllers: { memo: { find: { enabled: true } } } } } }
    await ask('POST /api/users-permissions/roles', { token: erin, body: role })
    const { id } = await accounts.createUser({ username: 'temp', email: 'temp@example.com', role: 'temp' })
    const token = await accounts.signIn(id)
    expect((await ask('GET /api/memos', { token })).status).toBe(200)
    await accounts.revoke('temp', ['api::memo.memo.find'])
    expect((await ask('GET /api/memos', { token })).status).toBe(403)
    await accounts.grant('temp', ['api::memo.memo.find'])
    expect((await ask('GET /api/memos', { token })).status).toBe(200)
    await expect(accounts.grant('public', ['api::memo.memo.find'])).rejects.toThrow('The configuration sets')
    await expect(accounts.grant('tmep', [])).rejects.toThrow('Did you mean "temp"?')
  })
})
