import { describe, expect, it } from 'vitest'
import { run } from '../../../engine/src/write/run.js'
import type { DocumentServer } from './served-documents.js'
import { openRecordedServer } from './served-documents.js'

interface Answer {
  readonly status: number
  readonly body: {
    readonly jwt?: string
    readonly user?: { readonly id: number; readonly documentId: string }
    readonly role?: unknown
    readonly roles?: readonly { readonly id: number; readonly type: string; readonly nb_users: number }[]
    readonly error?: { readonly name: string; readonly message: string }
  } | null
}

const full = 'oracle-token-full-access'

async function send(
  server: DocumentServer,
  method: string,
  path: string,
  { body, token }: { readonly body?: object; readonly token?: string | undefined } = {},
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const text = body === undefined ? null : JSON.stringify(body)
  const response = await server.fetch(new Request(`http://localhost/api${path}`, { method, headers, body: text }))
  const received = await response.text()
  return { status: response.status, body: received === '' ? null : (JSON.parse(received) as never) }
}

const register = (server: DocumentServer, username: string) =>
  send(server, 'POST', '/auth/local/register', {
    body: { username, email: `${username}@Example.com`, password: 'Passw0rd!' },
  })

const signIn = (server: DocumentServer, identifier: string, password = 'Passw0rd!') =>
  send(server, 'POST', '/auth/local', { body: { identifier, password } })

const rowsOf = (server: DocumentServer, sql: string) =>
  server.service.database.write((tx) => run(tx, () => sql)) as Promise<readonly Record<string, unknown>[]>

const actionsOf = async (server: DocumentServer, role: number) =>
  (
    await rowsOf(
      server,
      `SELECT p.action FROM up_permissions p JOIN up_permissions_role_lnk l ON l.permission_id = p.id
       WHERE l.role_id = ${role} ORDER BY p.action`,
    )
  ).map(({ action }) => action)

const store = (server: DocumentServer, settings: object) =>
  rowsOf(
    server,
    `UPDATE strapi_core_store_settings SET value = '${JSON.stringify(settings)}'
     WHERE key = 'plugin_users-permissions_advanced'`,
  )

describe.each(['sqlite', 'postgres'] as const)('users of a Strapi 5 project, on %s', (dialect) => {
  it('are stored as Strapi stores them', async () => {
    const server = await openRecordedServer(dialect)
    const { body } = await register(server, 'zoe')
    const [row] = await rowsOf(
      server,
      `SELECT u.*, l.role_id FROM up_users u JOIN up_users_role_lnk l ON l.user_id = u.id WHERE u.username = 'zoe'`,
    )
    expect(row).toMatchObject({ email: 'zoe@example.com', provider: 'local', document_id: body?.user?.documentId })
    expect(row?.['password']).toMatch(/^\$2[ab]\$10\$/)
    expect(row?.['published_at']).not.toBeNull()
    expect(Object.keys(row ?? {}).filter((name) => name.startsWith('_'))).toEqual([])
    const [role] = await rowsOf(server, `SELECT type FROM up_roles WHERE id = ${String(row?.['role_id'])}`)
    expect(role).toEqual({ type: 'authenticated' })
  })

  it('lose their tokens with a new password and with a block', async () => {
    const server = await openRecordedServer(dialect)
    const first = (await register(server, 'yan')).body
    const me = async (token: string | undefined) => (await send(server, 'GET', '/users/me', { token })).status
    expect(await me(first?.jwt)).toBe(200)
    const changed = await send(server, 'POST', '/auth/change-password', {
      token: first?.jwt,
      body: { currentPassword: 'Passw0rd!', password: 'Another1!', passwordConfirmation: 'Another1!' },
    })
    expect(changed.status).toBe(200)
    expect([await me(first?.jwt), await me(changed.body?.jwt)]).toEqual([401, 200])
    expect((await signIn(server, 'yan')).status).toBe(400)
    expect((await signIn(server, 'YAN@example.com', 'Another1!')).status).toBe(200)
    const id = first?.user?.id
    expect((await send(server, 'PUT', `/users/${id}`, { token: full, body: { blocked: true } })).status).toBe(200)
    expect(await me(changed.body?.jwt)).toBe(401)
    expect((await signIn(server, 'yan', 'Another1!')).body?.error?.message).toMatch('blocked')
  })

  it('sign in by the provider that they have', async () => {
    const server = await openRecordedServer(dialect)
    await register(server, 'xia')
    await rowsOf(server, `UPDATE up_users SET provider = 'github' WHERE username = 'xia'`)
    expect((await signIn(server, 'xia')).body?.error?.message).toBe('Invalid identifier or password')
  })

  it('register as the settings in the database allow', async () => {
    const server = await openRecordedServer(dialect)
    await store(server, { allow_register: false, default_role: 'authenticated' })
    const rejected = await register(server, 'wim')
    expect(rejected.body?.error?.message).toBe('Register action is currently disabled')
  })

  it('get one name each, also from concurrent requests', async () => {
    const server = await openRecordedServer(dialect)
    const answers = await Promise.all([1, 2, 3, 4].map(() => register(server, 'same')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
    expect(await rowsOf(server, `SELECT id FROM up_users WHERE username = 'same'`)).toHaveLength(1)
  })
})

describe.each(['sqlite', 'postgres'] as const)('roles of a Strapi 5 project, on %s', (dialect) => {
  const tree = (actions: readonly string[]) => ({
    'api::tag': { controllers: { tag: Object.fromEntries(actions.map((name) => [name, { enabled: true }])) } },
  })

  it('have their permissions in the tables of Strapi', async () => {
    const server = await openRecordedServer(dialect)
    const role = { name: 'Tag readers', description: 'Read tags' }
    const created = await send(server, 'POST', '/users-permissions/roles', {
      token: full,
      body: { ...role, permissions: tree(['find', 'findOne']) },
    })
    expect(created).toEqual({ status: 200, body: { ok: true } })
    const roles = (await send(server, 'GET', '/users-permissions/roles', { token: full })).body?.roles ?? []
    const added = roles.find(({ type }) => type === 'tag_readers')
    expect(added).toMatchObject({ ...role, nb_users: 0 })
    const id = added?.id ?? 0
    expect(await actionsOf(server, id)).toEqual(['api::tag.tag.find', 'api::tag.tag.findOne'])
    const body = { permissions: tree(['find', 'create']) }
    expect((await send(server, 'PUT', `/users-permissions/roles/${id}`, { token: full, body })).status).toBe(200)
    expect(await actionsOf(server, id)).toEqual(['api::tag.tag.create', 'api::tag.tag.find'])
    await rowsOf(server, `UPDATE up_users_role_lnk SET role_id = ${id} WHERE user_id = 1`)
    expect((await send(server, 'DELETE', `/users-permissions/roles/${id}`, { token: full })).status).toBe(200)
    expect(await rowsOf(server, `SELECT id FROM up_roles WHERE id = ${id}`)).toEqual([])
    const ofNoRole = `SELECT id FROM up_permissions WHERE id NOT IN (SELECT permission_id FROM up_permissions_role_lnk)`
    expect(await rowsOf(server, ofNoRole)).toEqual([])
    const [moved] = await rowsOf(
      server,
      `SELECT r.type FROM up_users_role_lnk l JOIN up_roles r ON r.id = l.role_id WHERE l.user_id = 1`,
    )
    expect(moved).toEqual({ type: 'public' })
  })

  it('of the configuration count in place of those of the database, and make roles', async () => {
    const config = JSON.stringify({
      permissions: { public: [], reader: ['api::tag.tag.find'] },
    })
    const server = await openRecordedServer(dialect, { 'content-api.config.json': config })
    // Every new database allows it.
    const { jwt } = (await signIn(server, 'alice')).body as unknown as { jwt: string }
    expect((await send(server, 'GET', '/tags', { token: jwt })).status).toBe(403)
    expect((await send(server, 'GET', '/tags')).status).toBe(403)
    await server.api.accounts.createUser({
      username: 'rita',
      email: 'rita@x.org',
      password: 'Passw0rd!',
      role: 'reader',
    })
    const { jwt: ofReader } = (await signIn(server, 'rita')).body as unknown as { jwt: string }
    expect((await send(server, 'GET', '/tags', { token: ofReader })).status).toBe(200)
  })
})

it('tokens that this server can not issue are a mistake at the start', async () => {
  const plugins = { 'users-permissions': { config: { jwtSecret: 'x', jwt: { algorithm: 'RS256' } } } }
  const files = { 'config/plugins.js': `module.exports = ${JSON.stringify(plugins)}` }
  await expect(openRecordedServer('sqlite', files)).rejects.toThrow('users-permissions.config.jwt.algorithm')
})
