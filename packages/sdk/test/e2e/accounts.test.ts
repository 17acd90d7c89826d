import { describe, expect, it } from 'vitest'
import { ApiError, auth, cookieStorage, createClient, memoryStorage, users } from '../../src/index.js'
import type { ContentTypes, User } from './content-types.gen.js'
import { expiredJwt, password, services } from './services.js'

describe.each(await services())('accounts of $name', ({ start, jwtSecret, nextMailCode }) => {
  const url = start()
  const visitor = () => createClient<ContentTypes>({ baseURL: url() }).with(auth<User>()).with(users<User>())

  it('logs in, reads the user and logs out', async () => {
    const api = visitor()
    await expect(api.auth.login({ identifier: 'alice', password: 'wrong-one' })).rejects.toMatchObject({ status: 400 })
    const { user, jwt } = await api.auth.login({ identifier: 'alice@example.com', password })
    expect(user.username).toBe('alice')
    expect(await api.auth.token()).toBe(jwt)
    const tag = await api.collection('tags').create({ name: 'of Alice' })
    expect((await api.collection('tags').delete(tag.id)).name).toBe('of Alice')
    await api.auth.logout()
    await expect(api.collection('tags').create({ name: 'of nobody' })).rejects.toMatchObject({ status: 403 })
  })

  it('keeps the user when another login fails, and reports logins and logouts', async () => {
    const api = visitor()
    const events: (string | undefined)[] = []
    const end = api.auth.onChange(({ type, user }) => events.push(type, user?.username))
    await api.auth.login({ identifier: 'alice', password })
    await expect(api.auth.login({ identifier: 'erin', password: 'wrong-one' })).rejects.toMatchObject({ status: 400 })
    expect((await api.auth.me()).username).toBe('alice')
    await api.auth.login({ identifier: 'erin', password })
    expect((await api.auth.me()).username).toBe('erin')
    await api.auth.logout()
    end()
    expect(events).toEqual(['login', 'alice', 'login', 'erin', 'logout', undefined])
  })

  it('rejects the login of a blocked user', async () => {
    await expect(visitor().auth.login({ identifier: 'bob', password })).rejects.toThrow(ApiError)
  })

  it('keeps the token in a cookie between requests of a server', async () => {
    let header = ''
    const atServer = () =>
      createClient<ContentTypes>({ baseURL: url() }).with(
        auth<User>({
          storage: cookieStorage({ read: () => header, write: (cookie) => (header = cookie.split(';')[0] ?? '') }),
        }),
      )
    await atServer().auth.login({ identifier: 'erin', password })
    expect((await atServer().auth.me()).username).toBe('erin')
    await atServer().auth.logout()
    await expect(atServer().auth.me()).rejects.toThrow(ApiError)
  })

  it('renews a rejected token once for all callers, including concurrent ones', async () => {
    const storage = memoryStorage(expiredJwt(1, jwtSecret))
    let meanwhile: Promise<unknown> | undefined
    let renewals = 0
    const api = createClient<ContentTypes>({ baseURL: url() }).with(
      auth<User>({
        storage,
        async onExpired({ send }) {
          renewals++
          meanwhile = new Promise((resolve) => setTimeout(resolve)).then(() => api.auth.me())
          const body = { identifier: 'alice', password }
          const response = await send({ method: 'POST', path: '/auth/local', body })
          return (response as { readonly jwt: string }).jwt
        },
      }),
    )
    const responses = await Promise.all([1, 2, 3, 4].map((id) => api.collection('tags').findOne(id)))
    expect(responses.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(await meanwhile).toMatchObject({ username: 'alice' })
    expect(renewals).toBe(1)
    await expect(api.auth.me()).resolves.toMatchObject({ username: 'alice' })
  })

  it('stays logged out after a logout during a renewal', async () => {
    const { jwt } = await visitor().auth.login({ identifier: 'alice', password })
    const api = createClient<ContentTypes>({ baseURL: url() }).with(
      auth<User>({
        storage: memoryStorage(expiredJwt(1, jwtSecret)),
        async onExpired() {
          await api.auth.logout()
          return jwt
        },
      }),
    )
    await expect(api.auth.me()).rejects.toMatchObject({ status: 401 })
    expect(await api.auth.token()).toBeUndefined()
  })

  it('removes an expired token that is not renewed, and reports it', async () => {
    const storage = memoryStorage(expiredJwt(1, jwtSecret))
    const api = createClient<ContentTypes>({ baseURL: url() }).with(auth<User>({ storage }))
    const event = new Promise((resolve) => api.auth.onChange(({ type, jwt }) => resolve([type, jwt])))
    await expect(api.auth.me()).rejects.toMatchObject({ status: 401, kind: 'UnauthorizedError' })
    expect(await event).toEqual(['expired', undefined])
    expect((await api.collection('tags').findOne(1)).name).toBe('javascript')
  })

  /** Returns the id of the default role, which differs in a Strapi that has imported its content. */
  async function roleOfAlice({ users }: ReturnType<typeof visitor>): Promise<number> {
    const [alice] = await users.find({ filters: { username: 'alice' }, populate: { role: { fields: ['name'] } } })
    if (!alice?.role) throw new Error('alice has no role')
    return alice.role.id
  }

  /** Creates an account for one test. Returns it with a function that deletes it. */
  async function withAccount(username: string) {
    const admin = visitor()
    await admin.auth.login({ identifier: 'erin', password })
    const email = `${username}@example.com`
    const role = await roleOfAlice(admin)
    const { id } = await admin.users.create({ username, email, password, role })
    return { id, email, admin, remove: () => admin.users.delete(id) }
  }

  it("changes the user's password and uses the new token", async () => {
    const { remove } = await withAccount('gwen')
    try {
      const api = visitor()
      const { jwt } = await api.auth.login({ identifier: 'gwen', password })
      const wrong = api.auth.changePassword({ currentPassword: 'wrong-one', password: 'An0ther!x' })
      await expect(wrong).rejects.toMatchObject({ status: 400, serverMessage: expect.stringMatching(/current/) })
      expect(await api.auth.token()).toBe(jwt)
      const event = new Promise((resolve) => api.auth.onChange(({ type }) => resolve(type)))
      const changed = await api.auth.changePassword({ currentPassword: password, password: 'An0ther!x' })
      expect(changed.user.username).toBe('gwen')
      expect(await event).toBe('renewed')
      expect(await api.auth.token()).toBe(changed.jwt)
      expect((await api.auth.me()).username).toBe('gwen')
      await expect(visitor().auth.login({ identifier: 'gwen', password })).rejects.toMatchObject({ status: 400 })
      expect((await visitor().auth.login({ identifier: 'gwen', password: 'An0ther!x' })).user.username).toBe('gwen')
    } finally {
      await remove()
    }
  })

  it('sets a new password with the code of a mail, which works once', async ({ skip }) => {
    const { email, remove } = await withAccount('hugo')
    try {
      const api = visitor()
      await api.auth.forgotPassword('nobody@example.com')
      await api.auth.forgotPassword(email)
      const code = await nextMailCode()
      if (code === undefined) return skip()
      const mismatch = { code, password: 'An0ther!x', passwordConfirmation: 'Another' }
      await expect(api.auth.resetPassword(mismatch)).rejects.toMatchObject({ status: 400 })
      const { user, jwt } = await api.auth.resetPassword({ code, password: 'An0ther!x' })
      expect(user.username).toBe('hugo')
      expect(await api.auth.token()).toBe(jwt)
      expect((await api.auth.me()).username).toBe('hugo')
      const again = visitor().auth.resetPassword({ code, password: 'Y3tAnother' })
      await expect(again).rejects.toMatchObject({ status: 400, serverMessage: 'Incorrect code provided' })
    } finally {
      await remove()
    }
  })

  it('confirms an address with the code of a mail', async ({ skip }) => {
    const { id, email, admin, remove } = await withAccount('iris')
    try {
      await admin.users.update(id, { confirmed: false })
      const api = visitor()
      await api.auth.sendEmailConfirmation(email)
      const code = await nextMailCode()
      if (code === undefined) return skip()
      await expect(api.auth.confirmEmail('no-such-code')).rejects.toMatchObject({ status: 400 })
      await api.auth.confirmEmail(code)
      expect((await admin.users.findOne(id)).confirmed).toBe(true)
      expect(await api.auth.token()).toBeUndefined()
    } finally {
      await remove()
    }
  })

  it('reports that a provider is disabled', async () => {
    const api = visitor()
    const address = await api.auth.providerURL('github', { callback: 'https://app.example.org/connect/github' })
    const response = await fetch(address, { redirect: 'manual' })
    expect(await response.json()).toMatchObject({ error: { message: 'This provider is disabled' } })
    const state = new URL(new URL(address).searchParams.get('callback') ?? '').searchParams.get('state')
    await expect(api.auth.callback(`?state=${state}?access_token=abc`)).rejects.toMatchObject({
      status: 400,
      serverMessage: 'This provider is disabled',
    })
    expect(await api.auth.token()).toBeUndefined()
  })

  it('manages accounts', async () => {
    const api = visitor()
    await api.auth.login({ identifier: 'erin', password })
    const filters = { username: { $in: ['alice', 'bob'] } }
    const found = await api.users.find({ filters, sort: 'username', populate: { role: { fields: ['name'] } } })
    expect(found.map(({ username, role }) => [username, role?.name])).toEqual([
      ['alice', 'Authenticated'],
      ['bob', 'Authenticated'],
    ])
    expect(await api.users.count()).toBeGreaterThanOrEqual(4)
    const role = await roleOfAlice(api)
    const frank = await api.users.create({ username: 'frank', email: 'frank@example.com', password, role })
    try {
      expect((await api.users.update(frank.id, { blocked: true })).blocked).toBe(true)
      expect((await api.users.findOne(frank.id)).username).toBe('frank')
      await expect(
        api.users.create({ username: 'frank', email: 'other@example.com', password, role }),
      ).rejects.toMatchObject({ status: 400 })
    } finally {
      await api.users.delete(frank.id)
    }
  })
})
