import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Line } from '@content-api/migrate/entries'
import { openService, secret, type TestService } from '../support/service.js'
import { databases } from '../../../../tests/support/postgres.js'

/** A hash of the password `Passw0rd!`, as Strapi 4.26 stores it. `digests.custom` is of `oracle-token-custom`. */
const bcrypt = '$2a$10$J7Bbjj5DrScbljwXYfCxfO8oD6Wc8VJEjeI/O6SCYqGIcZeysWUqu'
const salt = 'oracle-api-token-salt'
const digests = {
  custom:
    '0c7a464f5de377da46f18e723796d507de01b6d2e12cf4b982b8a37f35fd460aa9c3c9f259cd7ae3272c700afdda329ccdd032450f39c3220f992e2ee610bcf9',
  read: 'aab4bf3246c232b8b1bd740600099abc6ec5235e74271c31518ab50362901998f5f5778e991a8c3d35eb72af2eb66ced77c7ee5e89115bf5e7c5b16a75d08bd6',
  expired:
    '6a47a7c371aa646343dbd2557c8f69e9fd3b68b0bdf39f9f64a404c66abccc319b18d5729de5980638ae36db4367a607b78d8ccf8762b6a1b993167eaf6b988c',
}
const strapiSecret = 'q1w2e3r4t5y6u7i8o9p0a=='

const user = (id: number, username: string, attributes: object = {}): Line => ({
  type: 'plugin::users-permissions.user',
  id,
  attributes: {
    username,
    email: `${username}@example.com`,
    provider: 'local',
    confirmed: true,
    blocked: false,
    password: { hash: bcrypt },
    ...attributes,
  },
})

const lines: Line[] = [
  user(1, 'ada', { role: 1 }),
  user(2, 'bob', { blocked: true }),
  { token: { name: 'read', type: 'read-only', digest: digests.read } },
  {
    token: {
      name: 'custom',
      type: 'custom',
      digest: digests.custom,
      permissions: ['api::tag.tag.find', 'api::tag.tag.create'],
      expiresAt: null,
    },
  },
  {
    token: {
      name: 'expired',
      type: 'full-access',
      digest: digests.expired,
      createdAt: '2019-12-31T00:00:00.000Z',
      expiresAt: '2020-01-01T00:00:00.000Z',
    },
  },
]

describe.each(await databases())('accounts from Strapi on $name', ({ connection }) => {
  let service: TestService
  const open = (auth = {}) =>
    openService({
      connection,
      withUsers: false,
      config: { auth: { apiTokenSalt: salt, jwt: { secret, previousSecrets: ['x', strapiSecret] }, ...auth } },
    })
  const exported = async (type: string, options = {}) => {
    const found: string[] = []
    await service.api.exportEntries((line) => void (line.includes(type) && found.push(line)), options)
    return found.map((line) => JSON.parse(line))
  }
  const hashes = async () =>
    (await exported('"plugin::users-permissions.user"')).map(({ attributes }) => attributes.password.hash)
  const signIn = (identifier: string, password: string) =>
    service.ask('POST /api/auth/local', { body: { identifier, password } })

  beforeAll(async () => {
    service = await open({ keepBcrypt: true })
    await service.api.importEntries(lines)
  })
  afterAll(() => service.close())

  it('sign in with bcrypt hashes, and keepBcrypt keeps the hashes', async () => {
    expect((await signIn('ada', 'Passw0rd!')).status).toBe(200)
    expect((await signIn('ada', 'Passw0rd?')).status).toBe(400)
    expect(await hashes()).toEqual([bcrypt, bcrypt])
  })

  it('have their bcrypt hashes replaced at the first successful sign-in', async () => {
    await service.close()
    service = await open()
    const token = jwt.sign({ id: 1 }, strapiSecret, { expiresIn: '30d' })
    const [before] = await exported('"plugin::users-permissions.user"')
    expect((await signIn('ada', 'Passw0rd?')).status).toBe(400)
    expect((await signIn('bob', 'Passw0rd!')).status).toBe(400)
    expect(await hashes()).toEqual([bcrypt, bcrypt])
    expect((await signIn('ada', 'Passw0rd!')).status).toBe(200)
    expect(await hashes()).toEqual([expect.stringMatching(/^\$argon2id\$/), bcrypt])
    expect((await signIn('ada', 'Passw0rd!')).status).toBe(200)
    const [after] = await exported('"plugin::users-permissions.user"')
    expect(after.attributes.updatedAt).toBe(before.attributes.updatedAt)
    // The password is the same, so earlier tokens stay valid.
    expect((await service.ask('GET /api/tags', { token })).status).toBe(200)
  })

  it('keep API tokens with their type, permissions and expiry', async () => {
    const send = async (line: string, token: string) =>
      (await service.ask(line, { token, ...(line.startsWith('POST') && { body: { data: { name: 'x' } } }) })).status
    expect(await send('GET /api/tags', 'oracle-token-custom')).toBe(200)
    expect(await send('POST /api/tags', 'oracle-token-custom')).toBe(200)
    expect(await send('GET /api/categories', 'oracle-token-custom')).toBe(403)
    expect(await send('GET /api/categories', 'oracle-token-read-only')).toBe(200)
    expect(await send('POST /api/tags', 'oracle-token-read-only')).toBe(403)
    expect(await send('GET /api/tags', 'oracle-token-expired')).toBe(401)
    expect(await send('GET /api/tags', digests.custom)).toBe(401)
  })

  it('keep the tokens of their users: previousSecrets verify old tokens, and never sign new ones', async () => {
    const old = jwt.sign({ id: 1 }, strapiSecret, { expiresIn: '30d' })
    expect((await service.ask('GET /api/tags', { token: old })).status).toBe(200)
    const other = jwt.sign({ id: 1 }, 'another secret', { expiresIn: '30d' })
    expect((await service.ask('GET /api/tags', { token: other })).status).toBe(401)
    const { jwt: fresh } = (await signIn('ada', 'Passw0rd!')).body
    expect(() => jwt.verify(fresh, strapiSecret)).toThrow('invalid signature')
    expect(jwt.verify(fresh, secret)).toMatchObject({ id: 1 })
  })

  it('are exported with their digests on request, and can be imported again', async () => {
    expect(await exported('"token"')).toEqual([])
    const all = await exported('', { access: true })
    expect(all).toContainEqual({
      token: {
        name: 'custom',
        type: 'custom',
        digest: digests.custom,
        permissions: ['api::tag.tag.create', 'api::tag.tag.find'],
        createdAt: expect.any(String),
        expiresAt: null,
      },
    })
    await expect(service.api.importEntries(all.slice(-1))).rejects.toThrow('there is an API token "expired" already')
    await service.api.importEntries(all, { replace: true })
    expect(await exported('', { access: true })).toEqual(all)
  })

  it('are rejected when a line is wrong', async () => {
    const add = (line: unknown) => service.api.importEntries([line as Line])
    const token = { name: 'n', type: 'custom', digest: digests.custom.slice(64) }
    await expect(add({ token: { ...token, digest: 'secret' } })).rejects.toThrow('token.digest must be 64 hex digits')
    await expect(add({ token: { ...token, type: 'admin' } })).rejects.toThrow('token.type must be one of read-only')
    await expect(add({ token: { ...token, salt } })).rejects.toThrow('unknown key "salt"')
    await expect(add({ token: { ...token, expiresAt: 'soon' } })).rejects.toThrow('token.expiresAt must be a time')
    await expect(add({ token: { ...token, digest: digests.custom } })).rejects.toThrow('is the same as "custom"')
    await expect(add({ token, id: 1 })).rejects.toThrow('either "token" or "permissions"')
    const permissions = (role: string, action: string) => add({ permissions: { role, actions: [action] } })
    await expect(permissions('editor', 'api::tag.tag.fnd')).rejects.toThrow('Did you mean "api::tag.tag.find"?')
    await expect(permissions('nobody', 'api::tag.tag.find')).rejects.toThrow('role "nobody", which doesn\'t exist')
  })
})
