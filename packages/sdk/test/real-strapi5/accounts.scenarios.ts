import { describe } from 'vitest'
import { ApiError } from '../../src/index.js'
import { alice, editor, expect, nextMailCode, scenario, visitor } from './strapi.js'

/** Registers a user of its own for a scenario. */
async function registered(name: string) {
  const api = visitor()
  const account = { username: name, email: `${name}@example.com`, password: 'Passw0rd!' }
  return { api, account, ...(await api.auth.register(account)) }
}

describe('accounts', () => {
  scenario('log in, read the user, write and log out', async () => {
    const api = visitor()
    const events: string[] = []
    const stop = api.auth.onChange(({ type }) => events.push(type))
    const wrong = api.auth.login({ ...alice, password: 'wrong-one' })
    await expect(wrong).rejects.toMatchObject({ status: 400, kind: 'ValidationError' })
    const { user, jwt } = await api.auth.login(alice)
    expect([user.username, await api.auth.token()]).toEqual(['alice', jwt])
    expect((await api.auth.me({ fields: ['email'] })).email).toBe('alice@example.com')
    const tag = await api.collection('tags').create({ name: 'of Alice' })
    await api.collection('tags').delete(tag.documentId)
    await api.auth.logout()
    expect(await api.auth.token()).toBeUndefined()
    await expect(api.collection('tags').create({ name: 'of nobody' })).rejects.toMatchObject({ status: 403 })
    await expect(api.auth.me()).rejects.toMatchObject({ status: 401 })
    stop()
    expect(events).toEqual(['login', 'logout'])
  })

  scenario('are registered, and taken names are rejected', async () => {
    const { api, account, user } = await registered('dora')
    expect([user.username, (await api.auth.me()).username]).toEqual(['dora', 'dora'])
    const error = await visitor()
      .auth.register(account)
      .catch((reason: unknown) => reason)
    expect(ApiError.is(error, 'ApplicationError')).toBe(true)
  })

  scenario('change and reset their password', async () => {
    const { api, account } = await registered('petra')
    await api.auth.changePassword({ currentPassword: account.password, password: 'Other1!x' })
    expect((await api.auth.me()).username).toBe('petra')
    await visitor().auth.forgotPassword(account.email)
    const { user } = await visitor().auth.resetPassword({ code: await nextMailCode(), password: 'Third1!x' })
    expect(user.username).toBe('petra')
    const login = await visitor().auth.login({ identifier: 'petra', password: 'Third1!x' })
    expect(login.user.username).toBe('petra')
    await expect(visitor().auth.resetPassword({ code: 'wrong', password: 'Third1!x' })).rejects.toMatchObject({
      status: 400,
    })
  })

  scenario('confirm their address', async () => {
    const users = editor().users
    const unconfirmed = { username: 'uma', email: 'uma@example.com', password: 'Passw0rd!', role: 1 }
    const { id } = await users.create({ ...unconfirmed, confirmed: false })
    await visitor().auth.sendEmailConfirmation(unconfirmed.email)
    await visitor().auth.confirmEmail(await nextMailCode())
    expect((await users.findOne(id)).confirmed).toBe(true)
    await expect(visitor().auth.confirmEmail('wrong')).rejects.toMatchObject({ status: 400 })
  })
})

describe('users', () => {
  scenario('are created, listed, changed and deleted', async () => {
    const { users } = editor()
    const before = await users.count()
    const user = await users.create({ username: 'ulla', email: 'Ulla@example.com', password: 'Passw0rd!', role: 1 })
    expect([user.email, await users.count()]).toEqual(['ulla@example.com', before + 1])
    const query = { fields: ['username'], filters: { username: 'ulla' }, populate: ['role'], limit: 1 } as const
    expect(await users.find(query)).toMatchObject([{ id: user.id, username: 'ulla', role: { type: 'authenticated' } }])
    expect(await users.update(user.id, { blocked: true })).toMatchObject({ id: user.id, blocked: true })
    expect(await users.findOne(user.id, { fields: ['blocked'] })).toMatchObject({ blocked: true })
    expect(await users.delete(user.id)).toMatchObject({ id: user.id, username: 'ulla' })
    await expect(users.findOne(user.id)).rejects.toMatchObject({ status: 404 })
  })
})
