import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../../../tests/support/png.js'
import { databases } from '../../../../tests/support/postgres.js'
import { type TestService, openService, password } from '../support/service.js'
import { file, openUploadService, type UploadService } from '../support/upload-service.js'

describe.each(await databases())('accounts through GraphQL on $name', ({ connection }) => {
  let service: TestService

  beforeAll(async () => {
    service = await openService({ connection })
  })
  afterAll(() => service.close())

  const ask = async (query: string, variables: Record<string, unknown> = {}, token?: string) => {
    const body = { query, variables }
    return (await service.ask('POST /graphql', { body, ...(token === undefined ? {} : { token }) })).body
  }
  const as = async (name: string, query: string, variables: Record<string, unknown> = {}) =>
    ask(query, variables, await service.tokenOf(name))
  const login =
    'mutation ($i: UsersPermissionsLoginInput!) { login(input: $i) { jwt user { id username role { name } } } }'

  it('sign in and return their user', async () => {
    const { data } = await ask(login, { i: { identifier: 'alice@example.com', password } })
    expect(data).toEqual({ login: { jwt: expect.any(String), user: { id: '1', username: 'alice', role: null } } })
    expect(await ask('{ me { id username email role { name type } } }', {}, data.login.jwt)).toEqual({
      data: {
        me: {
          id: '1',
          username: 'alice',
          email: 'alice@example.com',
          role: { name: 'Authenticated', type: 'authenticated' },
        },
      },
    })
    expect(await ask('{ me { id } }')).toMatchObject({ data: { me: null }, errors: [{ message: 'Forbidden access' }] })
  })

  it('name a user without a name, and a role without one', async () => {
    const token = await service.tokenOf('erin')
    const { data } = await ask('{ me { id role { id } } }', {}, token)
    for (const [uid, column, { id }, field, path] of [
      ['plugin::users-permissions.user', 'username', data.me, 'UsersPermissionsMe.username', ['me', 'username']],
      ['plugin::users-permissions.role', 'name', data.me.role, 'UsersPermissionsMeRole.name', ['me', 'role', 'name']],
    ] as const) {
      const { database } = service.api
      const { table } = database.layout.schema(uid)
      const write = (name: string | null) => database.write((tx) => tx.update(table, [Number(id)], { [column]: name }))
      const { data: before } = await ask('{ me { username role { name } } }', {}, token)
      await write(null)
      const { errors } = await ask('{ me { username role { name } } }', {}, token)
      await write(column === 'name' ? before.me.role.name : before.me.username)
      expect(errors).toMatchObject([
        {
          message: `${field} is required, but the entry ${uid} ${id} has no value for it. Set it, or make the attribute optional`,
          path,
          extensions: { code: 'STRAPI_APPLICATION_ERROR' },
        },
      ])
    }
  })

  it.each([
    [{ identifier: 'alice', password: 'wrong' }, 'BAD_USER_INPUT', 'Invalid identifier or password'],
    [{ identifier: 'bob', password }, 'STRAPI_APPLICATION_ERROR', 'Your account has been blocked by an administrator'],
    [{ identifier: 'alice', password, provider: 'nope' }, 'STRAPI_APPLICATION_ERROR', 'This provider is disabled'],
  ])('are rejected with %j, and the response has no data', async (input, code, message) => {
    expect(await ask(login, { i: input })).toMatchObject({
      data: null,
      errors: [{ message, path: ['login'], extensions: { code } }],
    })
  })

  it('register, change and reset passwords', async () => {
    const register = 'mutation ($i: UsersPermissionsRegisterInput!) { register(input: $i) { jwt user { username } } }'
    const input = { username: 'gina', email: 'Gina@example.com', password }
    const { data } = await ask(register, { i: input })
    expect(data.register.user).toEqual({ username: 'gina' })
    expect(await ask(register, { i: input })).toMatchObject({
      data: null,
      errors: [{ message: 'Email or Username are already taken' }],
    })
    const change =
      'mutation ($now: String!, $new: String!) { changePassword(currentPassword: $now, password: $new, passwordConfirmation: $new) { jwt } }'
    const changed = await ask(change, { now: password, new: 'Another1!' }, data.register.jwt)
    expect(changed.data.changePassword.jwt).toEqual(expect.any(String))
    expect(
      (await service.ask('POST /graphql', { body: { query: '{ me { id } }' }, token: data.register.jwt })).status,
    ).toBe(401)
    expect(await ask('mutation { forgotPassword(email: "gina@example.com") { ok } }')).toEqual({
      data: { forgotPassword: { ok: true } },
    })
    const reset =
      'mutation ($c: String!) { resetPassword(code: $c, password: "Third123!", passwordConfirmation: "Third123!") { user { username } } }'
    const code = await service.nextCode()
    expect(await ask(reset, { c: code })).toEqual({ data: { resetPassword: { user: { username: 'gina' } } } })
    expect(await ask(reset, { c: code })).toMatchObject({
      data: { resetPassword: null },
      errors: [{ message: 'Incorrect code provided' }],
    })
  })

  it('read and write users and roles as far as their permissions allow', async () => {
    const create =
      'mutation ($d: UsersPermissionsUserInput!) { createUsersPermissionsUser(data: $d) { data { id attributes { username role { data { attributes { type } } } } } } }'
    const roles = await as('erin', '{ usersPermissionsRoles(sort: "id") { data { id attributes { type } } } }')
    const [authenticated] = roles.data.usersPermissionsRoles.data
    const input = { username: 'hank', email: 'hank@example.com', password, role: authenticated.id }
    expect(await as('alice', create, { d: input })).toMatchObject({
      data: null,
      errors: [{ message: 'Forbidden access' }],
    })
    const made = await as('erin', create, { d: input })
    const { id } = made.data.createUsersPermissionsUser.data
    expect(made.data.createUsersPermissionsUser.data.attributes).toEqual({
      username: 'hank',
      role: { data: { attributes: { type: 'authenticated' } } },
    })
    const update =
      'mutation ($id: ID!) { updateUsersPermissionsUser(id: $id, data: { username: "hanky" }) { data { attributes { username } } } }'
    expect((await as('erin', update, { id })).data).toEqual({
      updateUsersPermissionsUser: { data: { attributes: { username: 'hanky' } } },
    })
    const remove = 'mutation ($id: ID!) { deleteUsersPermissionsUser(id: $id) { data { id } } }'
    expect((await as('erin', remove, { id })).data).toEqual({ deleteUsersPermissionsUser: { data: { id } } })
    expect((await as('erin', remove, { id })).data).toEqual({ deleteUsersPermissionsUser: { data: null } })
    const role = 'mutation { createUsersPermissionsRole(data: { name: "Writers" }) { ok } }'
    expect(await as('alice', role)).toMatchObject({
      data: { createUsersPermissionsRole: null },
      errors: [{ message: 'Forbidden access' }],
    })
    expect((await as('erin', role)).data).toEqual({ createUsersPermissionsRole: { ok: true } })
  })

  it('see only what their permissions allow', async () => {
    const denied = { message: 'Forbidden access', extensions: { code: 'FORBIDDEN' } }
    expect(await ask('{ usersPermissionsUsers { data { id } } tags { data { id } } }')).toMatchObject({
      data: { usersPermissionsUsers: null, tags: { data: [] } },
      errors: [denied],
    })
    expect(
      await as('erin', '{ usersPermissionsUsers(filters: { password: { startsWith: "$" } }) { data { id } } }'),
    ).toMatchObject({
      data: { usersPermissionsUsers: null },
      errors: [{ message: 'Invalid parameter password' }],
    })
    const bad = await service.ask('POST /graphql', {
      body: { query: '{ tags { data { id } } }' },
      token: 'no-such-token',
    })
    expect(bad.status).toBe(401)
  })

  it('have one count of attempts for GraphQL and REST', async () => {
    const auth = { rateLimit: { attempts: 3, seconds: 600 } }
    const counted = await openService({ connection, withUsers: false, config: { auth } })
    const attempt = { identifier: 'nobody', password: 'wrong' }
    for (let n = 0; n < 2; n++) await counted.ask('POST /api/auth/local', { body: attempt })
    const query = (n: number) => ({
      query: `mutation { a${n}: login(input: { identifier: "nobody", password: "wrong" }) { jwt } }`,
    })
    const third = await counted.ask('POST /graphql', { body: query(1) })
    const fourth = await counted.ask('POST /graphql', { body: query(2) })
    await counted.close()
    expect(third.body.errors[0].message).toBe('Invalid identifier or password')
    expect(fourth.body.errors[0].extensions.code).toBe('STRAPI_RATE_LIMIT_ERROR')
  })
})

describe.each(await databases())('files through GraphQL on $name', ({ connection }) => {
  let service: UploadService

  beforeAll(async () => {
    service = await openUploadService(connection)
  })
  afterAll(() => service.close())

  const pixel = png(1, 1)
  const send = async (query: string, variables: Record<string, unknown>, map: Record<string, string[]> = {}) => {
    const parts = Object.keys(map).map((name) => file(pixel, `${name}.png`, name))
    const form = [
      { name: 'operations', value: JSON.stringify({ query, variables }) },
      { name: 'map', value: JSON.stringify(map) },
      ...parts,
    ]
    const headers = { accept: 'application/json' }
    return (await service.ask('POST /graphql', parts.length > 0 ? form : { query, variables }, headers)).body
  }

  it('are uploaded, described and deleted', async () => {
    const uploaded = await send(
      'mutation ($f: Upload!) { upload(file: $f, info: { alternativeText: "a dot" }) { data { id attributes { name alternativeText mime width } } } }',
      { f: null },
      { dot: ['variables.f'] },
    )
    const { id } = uploaded.data.upload.data
    expect(uploaded.data.upload.data.attributes).toEqual({
      name: 'dot.png',
      alternativeText: 'a dot',
      mime: 'image/png',
      width: 1,
    })
    const several = await send(
      'mutation ($f: [Upload]!) { multipleUpload(files: $f) { data { attributes { name } } } }',
      { f: [null, null] },
      { one: ['variables.f.0'], two: ['variables.f.1'] },
    )
    expect(several.data.multipleUpload).toEqual(
      ['one.png', 'two.png'].map((name) => ({ data: { attributes: { name } } })),
    )
    const info =
      'mutation ($id: ID!) { updateFileInfo(id: $id, info: { name: "point.png", caption: "c" }) { data { attributes { name caption } } } }'
    expect((await send(info, { id })).data).toEqual({
      updateFileInfo: { data: { attributes: { name: 'point.png', caption: 'c' } } },
    })
    expect(
      (await send('{ uploadFiles(sort: "id") { data { attributes { name } } meta { pagination { total } } } }', {}))
        .data.uploadFiles.meta.pagination.total,
    ).toBe(3)
    const data = { alternativeText: 'a point', caption: null, createdAt: '2020-01-01T00:00:00Z' }
    const change =
      'mutation ($id: ID!, $data: UploadFileInput!) { updateUploadFile(id: $id, data: $data) { data { id attributes { name alternativeText caption createdAt } } } }'
    const changed = (await send(change, { id, data })).data.updateUploadFile
    expect(changed).toMatchObject({
      data: { id, attributes: { name: 'point.png', alternativeText: 'a point', caption: null } },
    })
    expect(changed.data.attributes.createdAt).not.toMatch(/^2020/)
    // Both interfaces read and change the same record.
    const byRest = { fileInfo: { caption: 'by REST', updatedAt: changed.data.attributes.createdAt } }
    expect((await service.ask(`POST /api/upload?id=${id}`, byRest)).body).toMatchObject({ caption: 'by REST' })
    expect((await send(change, { id, data: {} })).data.updateUploadFile.data.attributes.caption).toBe('by REST')
    expect((await send(change, { id: '99', data: { name: 'x' } })).data).toEqual({ updateUploadFile: { data: null } })
    const refusedNull = await send(change, { id, data: { name: null } })
    expect(refusedNull).toMatchObject({ data: { updateUploadFile: null } })
    expect(refusedNull.errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
    // A client can't change where a file is stored or what it is.
    const forged = (await send(change, { id, data: { url: 'https://example.org/', hash: 'other' } })).errors
    expect(forged.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('Field "url" is not defined by type "UploadFileInput"'),
      expect.stringContaining('Field "hash" is not defined by type "UploadFileInput"'),
    ])
    const remove = 'mutation ($id: ID!) { removeFile(id: $id) { data { id } } }'
    expect((await send(remove, { id })).data).toEqual({ removeFile: { data: { id } } })
    expect((await send(remove, { id })).data).toEqual({ removeFile: null })
    expect(await service.stored()).toHaveLength(2)
    expect(await service.temporary()).toEqual([])
  })
})
