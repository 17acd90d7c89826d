import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ExtensionHost } from '../../src/index.js'
import { HashingThread } from '@content-api/core/secrets/hashing-thread'
import { databases } from '../../../../tests/support/postgres.js'
import { type TestService, openService, password, permissions } from '../support/service.js'

const user = 'plugin::users-permissions.user'
const taken = 'Taken0ver!'
const chosen = 'Ch0sen!'

interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
}

describe.each(await databases())('accounts that change, on $name', ({ connection }) => {
  let service: TestService
  let strapi: ExtensionHost
  let admin: string
  let people = 0
  const ask: TestService['ask'] = (...args) => service.ask(...args)
  const code = (path: string, email: string) =>
    ask(`POST /api/auth/${path}`, { body: { email } }).then(() => service.nextCode())
  const resetCode = (email: string) => code('forgot-password', email)
  const reset = async (sent: string, wanted = taken) =>
    (
      await ask('POST /api/auth/reset-password', {
        body: { code: sent, password: wanted, passwordConfirmation: wanted },
      })
    ).status
  const confirm = async (sent: string) => (await ask(`GET /api/auth/email-confirmation?confirmation=${sent}`)).status
  const login = async (identifier: string, wanted: string) =>
    (await ask('POST /api/auth/local', { body: { identifier, password: wanted } })).status
  const put = async (id: number, body: object) => {
    const { status } = await ask(`PUT /api/users/${id}`, { token: admin, body })
    expect(status).toBe(200)
  }
  const mutate = async (id: number, data: string) => {
    const query = `mutation { updateUsersPermissionsUser(id: ${id}, data: ${data}) { data { id } } }`
    const { body } = await ask('POST /graphql', { token: admin, body: { query } })
    expect(body.errors).toBeUndefined()
  }
  const edit = (id: number, data: Record<string, unknown>) => strapi.entityService.update(user, id, { data })
  const newPerson = async (confirmed = true): Promise<Person> => {
    const name = `person${people++}`
    const email = `${name}@old.example`
    const { id } = await service.api.accounts.createUser({ username: name, email, password, confirmed })
    return { id, name, email }
  }
  const moved = ({ name }: Person) => `${name}@new.example`
  // The services of plugins are untyped.
  // oxlint-disable-next-line typescript/no-explicit-any
  const services = (): any => strapi.plugin('users-permissions')

  beforeAll(async () => {
    service = await openService({ connection, register: (tools) => void (strapi = tools.strapi) })
    admin = await service.tokenOf('erin')
  })
  afterAll(() => service.close())

  const changes: Record<string, (person: Person) => Promise<unknown>> = {
    'an address by PUT': (person) => put(person.id, { email: moved(person) }),
    'a password by PUT': ({ id }) => put(id, { password: chosen }),
    'a block and its end by PUT': async ({ id }) => {
      await put(id, { blocked: true })
      await put(id, { blocked: false })
    },
    'an address by GraphQL': (person) => mutate(person.id, `{ email: "${moved(person)}" }`),
    'a password by GraphQL': ({ id }) => mutate(id, `{ password: "${chosen}" }`),
    'a password by the command': ({ name }) => service.api.accounts.setPassword(name, chosen),
    'a block and its end by the command': async ({ name }) => {
      await service.api.accounts.setBlocked(name, true)
      await service.api.accounts.setBlocked(name, false)
    },
    'an address by entityService': (person) => edit(person.id, { email: moved(person) }),
    'a password by entityService': ({ id }) => edit(id, { password: chosen }),
    'a block and its end by entityService': async ({ id }) => {
      await edit(id, { blocked: true })
      await edit(id, { blocked: false })
    },
    'a password by db.query': ({ id }) => strapi.db.query(user).update({ where: { id }, data: { password: chosen } }),
    'an address by updateMany of db.query': (person) =>
      strapi.db.query(user).updateMany({ where: { id: person.id }, data: { email: moved(person) } }),
    'a password by the service of the plugin': ({ id }) => services().service('user').edit(id, { password: chosen }),
    'an address, back and forth': async (person) => {
      await put(person.id, { email: moved(person) })
      await put(person.id, { email: person.email })
    },
    'a password by its user': async ({ id }) => {
      const token = await service.api.accounts.signIn(id)
      const body = { currentPassword: password, password: chosen, passwordConfirmation: chosen }
      expect((await ask('POST /api/auth/change-password', { token, body })).status).toBe(200)
    },
  }

  it.each(Object.keys(changes))('AUTH-50 a code for a new password is void after a change of %s', async (way) => {
    const person = await newPerson()
    const old = await resetCode(person.email)
    await changes[way]?.(person)
    expect(await reset(old)).toBe(400)
    expect(await login(person.name, taken)).toBe(400)
    const email = (await strapi.entityService.findOne(user, person.id))?.['email'] as string
    expect(await reset(await resetCode(email))).toBe(200)
    expect(await login(email, taken)).toBe(200)
  })

  it.each([
    'an address by PUT',
    'an address by GraphQL',
    'an address by entityService',
    'an address by updateMany of db.query',
    'an address, back and forth',
    'a block and its end by PUT',
    'a block and its end by the command',
  ])('AUTH-51 a code that confirms an address is void after a change of %s', async (way) => {
    const person = await newPerson(false)
    const old = await code('send-email-confirmation', person.email)
    await changes[way]?.(person)
    expect(await confirm(old)).toBe(400)
    const { email, confirmed } = (await strapi.entityService.findOne(user, person.id)) as Record<string, unknown>
    expect(confirmed).toBe(false)
    expect(await confirm(await code('send-email-confirmation', String(email)))).toBe(200)
  })

  it('AUTH-51 an address that counts as unconfirmed again needs a new code, and other changes need none', async () => {
    const person = await newPerson(false)
    const old = await code('send-email-confirmation', person.email)
    await put(person.id, { confirmed: true })
    await put(person.id, { confirmed: false })
    expect(await confirm(old)).toBe(400)
    const confirmation = await code('send-email-confirmation', person.email)
    const forgotten = await resetCode(person.email)
    await put(person.id, { username: `${person.name}x`, email: person.email, confirmed: false, blocked: false })
    expect([await confirm(confirmation), await reset(forgotten)]).toEqual([200, 200])
  })

  it.each([
    ['an address', (person: Person) => put(person.id, { email: moved(person) })],
    ['a block and its end', (person: Person) => changes['a block and its end by PUT']?.(person)],
  ])('AUTH-50 a reset in progress fails when another request changes %s', async (_what, change) => {
    const person = await newPerson()
    const sent = await resetCode(person.email)
    const spy = vi.spyOn(HashingThread.prototype, 'run')
    onTestFinished(() => spy.mockRestore())
    spy.mockImplementationOnce(async function (this: HashingThread, ...args) {
      await change(person)
      return this.run(...args)
    })
    expect(await reset(sent)).toBe(400)
    expect(await login(person.name, taken)).toBe(400)
  })

  it('AUTH-52 ends the tokens of a user whose password or block project code writes', async () => {
    for (const data of [{ password: chosen }, { blocked: true }]) {
      const { id } = await newPerson()
      const token = await service.api.accounts.signIn(id)
      await edit(id, data)
      await edit(id, { blocked: false })
      expect([data, (await ask('GET /api/users/me', { token })).status]).toEqual([data, 401])
    }
  })

  it('AUTH-52 keeps names unique when project code writes users, and lets them sign in', async () => {
    const person = await newPerson()
    const data = {
      username: `${person.name}-by-code`,
      email: `Code.${person.name}@Example.com`,
      password,
      confirmed: true,
    }
    const made = await strapi.entityService.create(user, { data })
    expect(made['email']).toBe(`code.${person.name}@example.com`)
    expect(await login(data.email, password)).toBe(200)
    const copy = { ...data, username: person.name.toUpperCase(), email: 'other@example.com' }
    await expect(strapi.entityService.create(user, { data: copy })).rejects.toThrow('Username already taken')
    await expect(edit(made.id, { email: person.email.toUpperCase() })).rejects.toThrow('Email already taken')
  })

  it('AUTH-52 gives no caller more permissions by the entries of a context', async () => {
    const upload = 'plugin::upload.content-api.upload'
    const tested = await openService({
      connection,
      withUsers: false,
      config: { permissions: { ...permissions, boss: [...permissions.editor, upload] } },
      routes: [
        {
          method: 'POST',
          path: '/accounts/:id',
          config: { auth: false },
          handler: async (ctx) => {
            const { body } = ctx.request as { body: { remove?: boolean } }
            if (body.remove) return ctx.entries.delete(user, ctx.params['id'] as string)
            return ctx.entries.update(user, ctx.params['id'] as string, { data: body })
          },
        },
      ],
    })
    onTestFinished(() => tested.close())
    const boss = await tested.api.accounts.createUser({ username: 'theboss', email: 'boss@example.com', role: 'boss' })
    const { id } = await newPerson()
    const roles = await strapi.entityService.findMany('plugin::users-permissions.role', { filters: { type: 'boss' } })
    const change = async (target: number, body: object) =>
      (await tested.ask(`POST /api/accounts/${target}`, { token: admin, body })).status
    expect(await change(id, { role: roles[0]?.id })).toBe(403)
    expect(await change(boss.id, { password: taken })).toBe(403)
    expect(await change(boss.id, { remove: true })).toBe(403)
    expect(await change(id, { resetPasswordToken: 'x' })).toBe(400)
    expect(await change(id, { confirmed: true })).toBe(200)
  })

  it('AUTH-59 gives a name to one of two users who take it at the same moment, as a name and as an address', async () => {
    let second: ExtensionHost | undefined
    const other = await openService({ connection, withUsers: false, register: (tools) => void (second = tools.strapi) })
    onTestFinished(() => other.close())
    const create = (by: ExtensionHost | undefined, username: string, email: string) =>
      by?.entityService.create(user, { data: { username, email } })
    for (let index = 0; index < 20; index++) {
      const shared = `shared${index}@example.com`
      const results = await Promise.allSettled([
        create(strapi, shared, `first${index}@example.com`),
        create(second, `second${index}`, shared),
      ])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })

  describe('AUTH-58 a token that project code issues', () => {
    const me = async (token: string) => (await ask('GET /api/users/me', { token })).status
    const issue = (id: number): string => services().service('jwt').issue({ id })
    const ahead = <Result>(work: () => Result): Result => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
      try {
        return work()
      } finally {
        vi.useRealTimers()
      }
    }
    const reads: Record<string, (id: number) => Promise<unknown>> = {
      'entityService.findOne': (id) => strapi.entityService.findOne(user, id),
      'entityService.findMany': (id) => strapi.entityService.findMany(user, { filters: { id } }),
      'entityService.update': (id) => edit(id, { confirmed: true }),
      'db.query': (id) => strapi.db.query(user).findOne({ where: { id }, select: ['username'] }),
      'the service of the plugin': (id) => services().service('user').fetch(id),
      'its last request': async (id) => me(await service.api.accounts.signIn(id)),
    }

    it.each(Object.keys(reads))('names the revocation that %s has read', async (way) => {
      const { id, name } = await newPerson()
      await reads[way]?.(id)
      const first = ahead(() => issue(id))
      expect(await me(first)).toBe(200)
      // Another server changes the password, with a clock that is far ahead.
      const other = await openService({ connection, withUsers: false })
      onTestFinished(() => other.close())
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      await other.api.accounts.setPassword(name, chosen).finally(() => vi.useRealTimers())
      expect(await me(first)).toBe(401)
      await reads[way]?.(id)
      const second = ahead(() => issue(id))
      expect(await me(second)).toBe(200)
      await other.api.accounts.setPassword(name, taken)
      expect(await me(second)).toBe(401)
    })

    it('ends with the next password change of this process without a read, too', async () => {
      const { id, name } = await newPerson()
      const token = ahead(() => issue(id))
      expect(await me(token)).toBe(200)
      await service.api.accounts.setPassword(name, chosen)
      expect(await me(token)).toBe(401)
    })
  })
})
