import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConfigInput } from '@content-api/core/config/schema'
import type { ContentApi, ContentApiOptions } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'
import { openService, password, secret } from '../support/service.js'
import { eventually } from '../support/eventually.js'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'

const contentTypes = {
  'api::tag.tag': { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
}
let apis: ContentApi[] = []

async function open(config: ConfigInput, options: Partial<ContentApiOptions> = {}): Promise<ContentApi> {
  const api = await createContentApi({ contentTypes, database: ':memory:', config, ...options })
  apis.push(api)
  return api
}

beforeEach(() => {
  apis = []
})
afterEach(() => Promise.all(apis.map((api) => api.close())))

const status = async (api: ContentApi, path: string, init?: RequestInit) =>
  (await api.fetch(new Request(`http://x${path}`, init))).status

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('a service without permissions in the configuration', () => {
  it('allows everything, and only listens on this machine', async () => {
    const api = await open({})
    expect(api.open).toBe(true)
    expect(await status(api, '/api/tags', post({ data: { name: 'x' } }))).toBe(200)
    expect(await status(api, '/api/users')).toBe(200)
    expect(await status(api, '/api/users/me')).toBe(401)
    await expect(api.listen({ host: '0.0.0.0', port: 0 })).rejects.toThrow('without "permissions"')
    await expect(api.listen({ host: '::', port: 0 })).rejects.toThrow('without "permissions"')
  })

  it('lets users sign in, and rejects invalid credentials', async () => {
    const api = await open({})
    const { id } = await api.accounts.createUser({ username: 'dev', email: 'dev@example.com' })
    const headers = { authorization: `Bearer ${await api.accounts.signIn(id)}` }
    expect(await status(api, '/api/users/me', { headers })).toBe(200)
    expect(await status(api, '/api/tags', { headers: { authorization: 'Bearer nobody' } })).toBe(401)
  })
})

describe('a service with permissions', () => {
  const auth = { jwt: { secret } }

  it('rejects actions that no role grants, and listens on every address', async () => {
    const api = await open({ permissions: {}, auth })
    expect(api.open).toBe(false)
    expect(await status(api, '/api/tags')).toBe(403)
    expect(await status(api, '/api/auth/local', post({ identifier: 'x', password: 'y' }))).toBe(400)
    const { port } = await api.listen({ host: '0.0.0.0', port: 0 })
    expect(port).toBeGreaterThan(0)
  })

  it('requires a secret of 32 bytes or more, unless in development', async () => {
    await expect(open({ permissions: {} })).rejects.toThrow(/auth\.jwt\.secret is missing[^]*JWT_SECRET/)
    await expect(open({ permissions: {}, auth: { jwt: { secret: 'short' } } })).rejects.toThrow(/fewer than 32 bytes/)
    await expect(open({ permissions: {}, auth: { jwt: { secret: '' } } })).rejects.toThrow(/auth\.jwt\.secret/)
    await expect(open({ permissions: {} }, { development: true })).resolves.toBeDefined()
    await expect(open({ auth: { jwt: { secret: 'short' } } }, { development: true })).resolves.toBeDefined()
  })

  it('reports mistakes with a suggestion', async () => {
    const permissions = { public: ['api::tag.tag.find', 'api::tag.tag.fnd'], editor: ['api::tags.tag.find'] }
    await expect(open({ permissions, auth })).rejects.toThrow(
      /2 mistakes[^]*permissions\.public\.1 "api::tag\.tag\.fnd" is not an action\. Did you mean "api::tag\.tag\.find"\?[^]*permissions\.editor\.0/,
    )
    await expect(open({ permissions: { 'The Public': [] }, auth })).rejects.toThrow(
      'must name roles in lower-case letters',
    )
    const register = { allowedFields: ['role', 'password'] }
    await expect(open({ auth: { ...auth, register } })).rejects.toThrow('has "role", which a registration must not set')
    const confirmEmail = { ...auth, register: { confirmEmail: true } }
    await expect(open({ permissions: {}, auth: confirmEmail })).rejects.toThrow('confirmEmail needs mail')
  })

  it('rejects requests that need mail when no mail is configured', async () => {
    const api = await open({ permissions: {}, auth })
    const response = await api.fetch(new Request('http://x/api/auth/forgot-password', post({ email: 'a@b.example' })))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("This service can't send mail")
  })
})

describe.each(await databases())('roles and users on $name', ({ name, connection }) => {
  const auth = { jwt: { secret } }

  it('match the configuration after each start', async () => {
    const first = await open(
      { permissions: { public: ['api::tag.tag.find'], editor: [] }, auth },
      { database: connection },
    )
    expect((await first.accounts.listRoles()).map(({ type, configured }) => [type, configured])).toEqual([
      ['authenticated', false],
      ['public', true],
      ['editor', true],
    ])
    expect(await status(first, '/api/tags')).toBe(200)
    await first.accounts.grant('authenticated', ['api::tag.tag.create'])
    const second = await open({ permissions: { public: [] }, auth }, { database: connection })
    expect(await status(second, '/api/tags')).toBe(403)
    const roles = await second.accounts.listRoles()
    expect(roles.find(({ type }) => type === 'authenticated')?.permissions).toContain('api::tag.tag.create')
    // The first service reads the change within a second.
    await eventually(async () => expect(await status(first, '/api/tags')).toBe(403))
  })

  it('are imported with their passwords, and can sign in immediately', async () => {
    const lines: string[] = []
    const source = await open({ permissions: {}, auth }, { database: connection })
    await source.accounts.createUser({ username: 'Ina', email: 'ina@example.com', password })
    await source.exportEntries((line) => void lines.push(line))
    expect(lines.some((line) => line.includes('Ina'))).toBe(true)
    for (const options of [{}, { replace: true }]) {
      const target = await open({ permissions: {}, auth })
      await target.importEntries(lines, options)
      const login = post({ identifier: 'INA@EXAMPLE.COM', password })
      expect(await status(target, '/api/auth/local', login), JSON.stringify(options)).toBe(200)
      expect((await target.accounts.listUsers())[0]).toMatchObject({ username: 'Ina', role: { type: 'authenticated' } })
    }
  })

  it(`${name}: an import keeps tokens and the permissions of roles`, async () => {
    const api = await open({ permissions: {}, auth }, { database: connection })
    const token = await api.accounts.createToken({ name: `kept on ${name}`, type: 'full-access' })
    await api.accounts.grant('authenticated', ['api::tag.tag.update'])
    await api.importEntries([], { replace: true })
    expect(await status(api, '/api/tags', { headers: { authorization: `Bearer ${token}` } })).toBe(200)
    const roles = await api.accounts.listRoles()
    expect(roles.map(({ type }) => type).toSorted()).toEqual(['authenticated', 'public'])
    expect(roles.find(({ type }) => type === 'authenticated')?.permissions).toContain('api::tag.tag.update')
  })
})

describe('email confirmation', () => {
  it('requires the code of the mail before a user signs in', async () => {
    const service = await openService({
      connection: sqliteDatabase().connection,
      config: { auth: { register: { confirmEmail: true }, confirmEmailUrl: 'https://app.example/hello' } },
    })
    const body = { username: 'lena', email: 'lena@example.com', password }
    const registered = await service.ask('POST /api/auth/local/register', { body })
    expect([registered.status, Object.keys(registered.body)]).toEqual([200, ['user']])
    const login = () => service.ask('POST /api/auth/local', { body: { identifier: 'lena', password } })
    expect((await login()).body.error.message).toBe('Your account email is not confirmed')
    const first = await service.nextCode()
    expect(service.mails[0]?.text).toContain(`https://app.example/hello?confirmation=${first}`)
    const again = await service.ask('POST /api/auth/send-email-confirmation', { body: { email: 'LENA@example.com' } })
    expect(again.body).toEqual({ email: 'LENA@example.com', sent: true })
    const second = await service.nextCode()
    const confirm = (code: string) => service.ask(`GET /api/auth/email-confirmation?confirmation=${code}`)
    expect((await confirm(first)).status).toBe(400)
    expect((await confirm(second)).status).toBe(200)
    expect((await confirm(second)).status).toBe(400)
    expect((await service.ask('GET /api/auth/email-confirmation?confirmation[$ne]=x')).status).toBe(400)
    expect((await login()).status).toBe(200)
    await service.close()
  })
})

describe('in a project', () => {
  let project: string
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'content-api-start-'))
  })
  afterEach(() => rm(project, { recursive: true, force: true }))

  it('the development secret survives a restart', async () => {
    const folder = join(project, 'src/api/tag/content-types/tag')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'schema.json'), JSON.stringify(contentTypes['api::tag.tag']))
    const first = await createContentApi({ project, development: true })
    const { id } = await first.accounts.createUser({ username: 'dev', email: 'dev@example.com' })
    const headers = { authorization: `Bearer ${await first.accounts.signIn(id)}` }
    await first.close()
    const second = await createContentApi({ project, development: true })
    expect(await status(second, '/api/users/me', { headers })).toBe(200)
    await second.close()
    expect((await readFile(join(project, '.tmp/jwt-secret'), 'utf8')).length).toBeGreaterThan(40)
  })
})
