import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { type TestService, openService, password } from '../support/service.js'

const forbidden = {
  data: null,
  error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
}

describe.each(await databases())('the routes of users and roles, on $name', ({ connection }) => {
  let service: TestService
  let alice: string
  let erin: string
  const ask: TestService['ask'] = (...args) => service.ask(...args)

  beforeAll(async () => {
    service = await openService({ connection })
    alice = await service.tokenOf('alice')
    erin = await service.tokenOf('erin')
  })
  afterAll(() => service.close())

  it('list, count and find users, without envelopes', async () => {
    const list = await ask('GET /api/users?sort=username:desc&fields=username', { token: erin })
    expect(list.body.map(({ username }: { username: string }) => username)).toEqual(['erin', 'carol', 'bob', 'alice'])
    expect(Object.keys(list.body[0])).toEqual(['id', 'username'])
    const part = await ask('GET /api/users?start=1&limit=2&fields=username&sort=id', { token: erin })
    expect(part.body).toEqual([
      { id: 2, username: 'bob' },
      { id: 3, username: 'carol' },
    ])
    expect((await ask('GET /api/users/count', { token: erin })).text).toBe('4')
    expect((await ask('GET /api/users/count?filters[blocked]=true', { token: erin })).text).toBe('1')
    const populated = await ask('GET /api/users?populate=role&filters[username]=alice', { token: erin })
    expect(populated.body[0].role).toMatchObject({ id: 1, type: 'authenticated', name: 'Authenticated' })
    expect((await ask('GET /api/users/999', { token: erin })).status).toBe(404)
    expect((await ask('DELETE /api/users/999', { token: erin })).status).toBe(404)
    expect((await ask('PUT /api/users/999', { token: erin, body: { username: 'abc' } })).body.error.message).toBe(
      'User not found',
    )
  })

  it('create, change and delete users for callers with the permission', async () => {
    const body = { username: 'frank', email: 'Frank@Example.com', password, role: 1 }
    const made = await ask('POST /api/users', { token: erin, body })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      username: 'frank',
      email: 'frank@example.com',
      confirmed: false,
      role: { id: 1 },
    })
    expect(made.body).not.toHaveProperty('data')
    const at = `/api/users/${made.body.id}`
    const put = (change: object) => ask(`PUT ${at}`, { token: erin, body: change })
    expect((await put({ username: 'franklin' })).body).toMatchObject({ username: 'franklin', role: { id: 1 } })
    expect((await put({ email: 'ALICE@example.com' })).body.error).toMatchObject({
      name: 'ApplicationError',
      message: 'Email already taken',
    })
    expect((await put({ username: 'Alice' })).body.error.message).toBe('Username already taken')
    expect((await put({ password: '1' })).body.error).toMatchObject({
      name: 'ApplicationError',
      message: 'password must be at least 6 characters',
    })
    const login = (args: string) => ask('POST /api/auth/local', { body: { identifier: 'franklin', password: args } })
    const before = (await login(password)).body.jwt
    expect((await put({ password: 'NewPassw0rd!' })).status).toBe(200)
    expect((await ask('GET /api/users/me', { token: before })).status).toBe(401)
    expect((await login('NewPassw0rd!')).status).toBe(200)
    expect((await ask(`DELETE ${at}`, { token: erin })).body).toMatchObject({ username: 'franklin' })
    expect((await ask(`GET ${at}`, { token: erin })).status).toBe(404)
  })

  it('have the role of a new user for callers who may find roles, as in Strapi 4', async () => {
    const register = async (username: string, token?: string) => {
      const body = { username, email: `${username}@example.com`, password }
      return (await ask('POST /api/auth/local/register', { body, ...(token !== undefined && { token }) })).body.user
    }
    const token = await service.api.accounts.createToken({ name: 'registers', type: 'full-access' })
    expect(await register('with-role', token)).toMatchObject({ role: { type: 'authenticated', name: 'Authenticated' } })
    expect(await register('without-role')).not.toHaveProperty('role')
    for (const username of ['with-role', 'without-role']) await service.api.accounts.deleteUser(username)
  })

  it('report every problem of the body', async () => {
    const post = (body: object) => ask('POST /api/users', { token: erin, body })
    const { error } = (await post({ data: {} })).body
    expect(error.details.errors.map(({ path }: { path: string[] }) => path[0])).toEqual([
      'email',
      'username',
      'password',
      'role',
    ])
    const good = { username: 'zed', email: 'zed@example.com', password, role: 1 }
    for (const key of ['resetPasswordToken', 'confirmationToken', '_tokens_valid_from', 'nope']) {
      expect((await post({ ...good, [key]: 'x' })).body.error.details.errors[0].path, key).toEqual([key])
    }
    expect((await post({ ...good, role: 99 })).status).toBe(400)
    // As in Strapi 4, which reports all mistakes of the write like this.
    expect((await post({ ...good, confirmed: 'maybe' })).body.error).toMatchObject({ name: 'ApplicationError' })
    expect((await ask('POST /api/users?populate=nope', { token: erin, body: good })).status).toBe(400)
    expect((await ask('GET /api/users?filters[username]=zed', { token: erin })).body).toEqual([])
  })

  it('AUTHZ-04 let nobody read or change users without permission, including themselves', async () => {
    const before = (await ask('GET /api/users/4', { token: erin })).text
    for (const id of [1, 4]) {
      expect((await ask(`PUT /api/users/${id}`, { token: alice, body: { password: 'hacked!' } })).body).toEqual(
        forbidden,
      )
      expect((await ask(`DELETE /api/users/${id}`, { token: alice })).body).toEqual(forbidden)
      expect((await ask(`GET /api/users/${id}`, { token: alice })).body).toEqual(forbidden)
    }
    for (const path of ['/api/users', '/api/users/count']) {
      expect((await ask(`GET ${path}`, { token: alice })).body).toEqual(forbidden)
      expect((await ask(`GET ${path}`)).body).toEqual(forbidden)
    }
    expect((await ask('GET /api/users/4', { token: erin })).text).toBe(before)
  })

  it("AUTHZ-08 let nobody raise a role, their own or another user's", async () => {
    expect((await ask('PUT /api/users/1', { token: alice, body: { role: 3 } })).body).toEqual(forbidden)
    const roles = '/api/users-permissions/roles'
    for (const [line, body] of [
      [`PUT ${roles}/1`, { name: 'Boss' }],
      [`POST ${roles}`, { name: 'Boss' }],
      [`DELETE ${roles}/3`, undefined],
      [`GET ${roles}`, undefined],
    ] as const) {
      expect((await ask(line, { token: alice, body })).body, line).toEqual(forbidden)
    }

    // A caller who manages users and roles, and may do nothing else.
    const users = 'plugin::users-permissions'
    const manager = await service.api.accounts.createToken({
      name: 'manager',
      type: 'custom',
      permissions: [
        ...['find', 'findOne', 'create', 'update'].map((action) => `${users}.user.${action}`),
        ...['find', 'findOne', 'createRole', 'updateRole'].map((action) => `${users}.role.${action}`),
      ],
    })
    const tree = (enabled: boolean) => ({ 'api::memo': { controllers: { memo: { find: { enabled } } } } })
    const create = (name: string, permissions: object) =>
      ask(`POST ${roles}`, { token: manager, body: { name, permissions } })
    expect((await create('Sly', tree(true))).body.error.message).toBe(
      'Forbidden: you may not do api::memo.memo.find yourself',
    )
    expect((await create('Meek', tree(false))).status).toBe(200)
    const put = (id: number, body: object) => ask(`PUT /api/users/${id}`, { token: manager, body })
    // A caller who could set an editor's password could sign in as the editor.
    expect((await put(4, { password: 'mine now' })).body.error.message).toBe(
      'Forbidden: users with the role editor have more permissions than you',
    )
    expect((await put(1, { role: 3 })).status).toBe(403)
    const body = { username: 'proxy', email: 'proxy@example.com', password, role: 3 }
    expect((await ask('POST /api/users', { token: manager, body })).status).toBe(403)
    expect((await ask('GET /api/users?filters[username]=proxy', { token: erin })).body).toEqual([])
  })

  it("AUTHZ-08 let nobody revoke permissions that they don't have", async () => {
    const plugin = 'plugin::users-permissions'
    const actions = [
      ...['find', 'findOne', 'create', 'update', 'destroy'].map((action) => `${plugin}.user.${action}`),
      ...['find', 'findOne', 'createRole', 'updateRole', 'deleteRole'].map((action) => `${plugin}.role.${action}`),
    ]
    const { accounts } = service.api
    const manager = await accounts.createToken({ name: 'remover', type: 'custom', permissions: actions })
    const roles = '/api/users-permissions/roles'
    const grant = { 'api::memo': { controllers: { memo: { find: { enabled: true } } } } }
    await ask(`POST ${roles}`, { token: erin, body: { name: 'Strong', permissions: grant } })
    await ask(`POST ${roles}`, { token: manager, body: { name: 'Weak' } })
    const all = (await ask(`GET ${roles}`, { token: erin })).body.roles as { id: number; type: string }[]
    const idOf = (type: string) => all.find((role) => role.type === type)?.id
    const [strong, weak] = [idOf('strong'), idOf('weak')]
    const { id: user } = await accounts.createUser({ username: 'sam', email: 'sam@example.com', role: 'strong' })
    const before = [(await ask(`GET ${roles}/${strong}`, { token: erin })).text]

    const graphql = (query: string) => ask('POST /graphql', { token: manager, body: { query } })
    const attempts = [
      ask(`DELETE /api/users/${user}`, { token: manager }),
      ask(`PUT /api/users/${user}`, { token: manager, body: { role: weak } }),
      ask(`PUT ${roles}/${strong}`, { token: manager, body: { permissions: {} } }),
      ask(`PUT ${roles}/${strong}`, { token: manager, body: { permissions: grant } }),
      ask(`PUT ${roles}/${strong}`, { token: manager, body: { name: 'Mine' } }),
      ask(`DELETE ${roles}/${strong}`, { token: manager }),
    ]
    for (const attempt of attempts) expect((await attempt).body.error).toMatchObject({ status: 403 })
    for (const mutation of [
      `deleteUsersPermissionsUser(id: ${user}) { data { id } }`,
      `updateUsersPermissionsUser(id: ${user}, data: { role: ${weak} }) { data { id } }`,
      `updateUsersPermissionsRole(id: ${strong}, data: { name: "Mine" }) { ok }`,
      `deleteUsersPermissionsRole(id: ${strong}) { ok }`,
    ]) {
      const { body } = await graphql(`mutation { ${mutation} }`)
      expect([mutation, body.errors[0].extensions.code]).toEqual([mutation, 'FORBIDDEN'])
    }
    expect([(await ask(`GET ${roles}/${strong}`, { token: erin })).text]).toEqual(before)
    expect((await ask(`GET /api/users/${user}`, { token: erin })).body.username).toBe('sam')

    // A caller with all permissions of the role may delete it.
    expect((await ask(`DELETE ${roles}/${weak}`, { token: manager })).status).toBe(200)
    expect((await ask(`DELETE /api/users/${user}`, { token: erin })).status).toBe(200)
    expect((await ask(`PUT ${roles}/${strong}`, { token: erin, body: { permissions: {} } })).status).toBe(200)
    expect((await ask(`DELETE ${roles}/${strong}`, { token: manager })).status).toBe(200)
  })

  it('AUTHZ-08 list, create, change and delete roles for callers with the permission', async () => {
    const roles = '/api/users-permissions/roles'
    const list = (await ask(`GET ${roles}`, { token: erin })).body.roles
    expect(list.slice(0, 3).map(({ id, type }: { id: number; type: string }) => [id, type])).toEqual([
      [1, 'authenticated'],
      [2, 'public'],
      [3, 'editor'],
    ])
    expect(list[2]).toMatchObject({ name: 'Editor', nb_users: 1 })
    expect((await ask(`GET ${roles}/99`, { token: erin })).body.error.message).toBe('Role not found')
    const { role } = (await ask(`GET ${roles}/2`, { token: erin })).body
    expect(role.permissions['api::tag'].controllers.tag).toMatchObject({
      find: { enabled: true },
      create: { enabled: false },
    })
    const unknown = { name: 'Odd', permissions: { 'api::tag': { controllers: { tag: { fnd: { enabled: true } } } } } }
    expect((await ask(`POST ${roles}`, { token: erin, body: unknown })).body.error.message).toContain(
      'Did you mean "api::tag.tag.find"?',
    )
    const fixed = await ask(`PUT ${roles}/2`, { token: erin, body: { permissions: {} } })
    expect(fixed.body.error.message).toBe(
      'The configuration sets the permissions of the role public. Change them there',
    )
    expect((await ask(`DELETE ${roles}/1`, { token: erin })).status).toBe(400)
    expect((await ask('GET /api/users-permissions/permissions', { token: erin })).body.permissions).toHaveProperty(
      'plugin::users-permissions',
    )
  })
})
