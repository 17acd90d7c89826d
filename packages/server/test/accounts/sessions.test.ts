import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { type TestService, openService, password } from '../support/service.js'

const chosen = 'N3wPassw0rd!'
const minute = 60_000
const day = 24 * 60 * minute

interface Tokens {
  readonly jwt: string
  readonly refreshToken: string
}

const wrong = {
  data: null,
  error: { status: 401, name: 'UnauthorizedError', message: 'Invalid refresh token', details: {} },
}

/** Moves the clock of the processes. */
function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  onTestFinished(() => void vi.useRealTimers())
}

describe.each(await databases())('sessions on $name', ({ connection }) => {
  // Two processes that share a database.
  let one: TestService
  let two: TestService
  let people = 0

  beforeAll(async () => {
    const auth = { sessions: { perUser: 3 } }
    const log = { level: 'silent' } as const
    one = await openService({ connection, config: { auth, log } })
    two = await openService({ connection, config: { auth, log }, withUsers: false })
  })
  afterAll(async () => {
    await two.close()
    await one.close()
  })

  const login = async (identifier = 'alice', more: object = {}, pass = password) => {
    const { status, body } = await one.ask('POST /api/auth/local', { body: { identifier, password: pass, ...more } })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Tokens
  }
  const refresh = (refreshToken: unknown, service = one) =>
    service.ask('POST /api/auth/refresh', { body: { refreshToken } })
  const refreshed = async (refreshToken: string): Promise<Tokens> => {
    const { status, body } = await refresh(refreshToken)
    expect(status).toBe(200)
    return body as Tokens
  }
  const me = async (token: string, service = one) => (await service.ask('GET /api/users/me', { token })).status
  const logOut = (token: string, body: object = {}) => one.ask('POST /api/auth/logout', { token, body })
  const list = async (token: string) => (await one.ask('GET /api/auth/sessions', { token })).body.data
  /** Expects that neither token works at any process. */
  const expectEnded = async ({ jwt: token, refreshToken }: Tokens) => {
    expect([await me(token), await me(token, two)]).toEqual([401, 401])
    expect((await refresh(refreshToken, two)).body).toEqual(wrong)
    expect((await refresh(refreshToken)).body).toEqual(wrong)
  }
  const expectOpen = async ({ jwt: token }: Tokens) =>
    expect([await me(token), await me(token, two)]).toEqual([200, 200])
  /** Signs up a user, whose session is its first. */
  const register = async () => {
    const name = `person${(people += 1)}`
    const email = `${name}@example.com`
    const { status, body } = await one.ask('POST /api/auth/local/register', {
      body: { username: name, email, password },
    })
    expect(status).toBe(200)
    return { name, email, id: body.user.id as number, tokens: body as Tokens }
  }

  it('an operator ends all sessions and tokens of a user, who signs in again', async () => {
    const { name, id, tokens } = await register()
    const token = await one.api.accounts.signIn(id)
    await one.api.accounts.signOut(name)
    await expectEnded(tokens)
    expect([await me(token), await me(token, two)]).toEqual([401, 401])
    await expectOpen(await login(name))
  })

  it('limits the refreshes of a session, and those of a client without a session', async () => {
    const auth = { sessions: {}, rateLimit: { attempts: 2 } }
    const limited = await openService({ connection, config: { auth }, withUsers: false })
    onTestFinished(() => limited.close())
    const other = await register()
    let { refreshToken } = await login()
    for (let count = 0; count < 2; count++) refreshToken = (await refresh(refreshToken, limited)).body.refreshToken
    const { status, headers } = await refresh(refreshToken, limited)
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    // The limit ends no session, and other sessions have counts of their own.
    expect((await refresh(refreshToken)).status).toBe(200)
    expect((await refresh(other.tokens.refreshToken, limited)).status).toBe(200)
    expect((await refresh('wrong', limited)).status).toBe(429)
  })

  it('a sign-in returns tokens of minutes and of days, and stores only digests', async () => {
    const { status, body, headers } = await one.ask('POST /api/auth/local', { body: { identifier: 'alice', password } })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['jwt', 'refreshToken', 'user'])
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['no-store', null])
    const { iat = 0, exp = 0 } = jwt.decode(body.jwt) as jwt.JwtPayload
    // The time of issue has a fraction of a second.
    expect(Math.ceil(exp - iat)).toBe(600)
    await expectOpen(body)
    const sql = 'SELECT json_agg(row_to_json(s))::text AS body FROM _sessions s'
    const sqlite =
      "SELECT json_group_array(key || ' ' || family || ' ' || token || ' ' || user_id) AS body FROM _sessions"
    const rows = await one.api.database.read({ sql: connection.dialect === 'sqlite' ? sqlite : sql, values: [] })
    expect(rows).toMatch(/[0-9a-f]{64}/)
    for (const part of [body.jwt, ...body.refreshToken.split('.')]) expect(rows).not.toContain(part)
    await logOut(body.jwt)
  })

  it('a refresh returns the next tokens, with the responses of Strapi 5', async () => {
    const first = await login()
    const { status, body } = await refresh(first.refreshToken)
    expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'refreshToken']])
    await expectOpen(body)
    expect((await refresh(body.refreshToken)).status).toBe(200)
    const missing = {
      data: null,
      error: { status: 400, name: 'BadRequestError', message: 'Missing refresh token', details: {} },
    }
    for (const none of [undefined, '', 1, { $ne: '' }]) expect((await refresh(none)).body).toEqual(missing)
    const [family] = first.refreshToken.split('.')
    const other = `${'a'.repeat(32)}.${'b'.repeat(32)}`
    for (const token of ['nope', body.jwt, `${family}.`, family, `${family}.${'\0'.repeat(32)}`, other])
      expect((await refresh(token)).body).toEqual(wrong)
    // A token of the session that was never issued ends it, too.
    expect((await refresh(`${family}.${'b'.repeat(32)}`)).body).toEqual(wrong)
    await expectEnded(body)
  })

  it('AUTH-05 a refresh token that was used before ends its session, and no other', async () => {
    const other = await login()
    const stolen = await login()
    const second = await refreshed(stolen.refreshToken)
    const third = await refreshed(second.refreshToken)
    await expectOpen(third)
    expect((await refresh(stolen.refreshToken, two)).body).toEqual(wrong)
    await expectEnded(third)
    await expectOpen(other)
    await logOut(other.jwt)
  })

  it('AUTH-05 the token before the current one gets nothing, and ends its session after ten seconds', async () => {
    const before = await login()
    const current = await refreshed(before.refreshToken)
    expect((await refresh(before.refreshToken)).body).toEqual(wrong)
    await expectOpen(current)
    pass(9_000)
    expect((await refresh(before.refreshToken, two)).body).toEqual(wrong)
    await expectOpen(current)
    pass(2_000)
    expect((await refresh(before.refreshToken)).body).toEqual(wrong)
    await expectEnded(current)
  })

  it('AUTH-05 of concurrent refreshes at two processes, one succeeds', async () => {
    const { refreshToken } = await login()
    const all = await Promise.all([one, two, one, two, one, two].map((service) => refresh(refreshToken, service)))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401])
    const next = all.find(({ status }) => status === 200)?.body as Tokens
    await expectOpen(next)
    expect((await refresh(next.refreshToken, two)).status).toBe(200)
    await logOut(next.jwt)
  })

  it('a logout ends the session, one of a device, or all, at once at every process', async () => {
    const [phone, laptop] = [await login('alice', { deviceId: 'phone' }), await login('alice', { deviceId: 'laptop' })]
    expect((await logOut(laptop.jwt, { deviceId: 'phone' })).body).toEqual({ ok: true })
    await expectEnded(phone)
    await expectOpen(laptop)
    const here = await login()
    expect((await logOut(here.jwt)).body).toEqual({ ok: true })
    await expectEnded(here)
    await expectOpen(laptop)
    const withoutSession = await one.tokenOf('alice')
    expect(await me(withoutSession)).toBe(200)
    expect((await logOut(laptop.jwt, { scope: 'all' })).body).toEqual({ ok: true })
    await expectEnded(laptop)
    expect(await me(withoutSession)).toBe(401)
    for (const line of ['POST /api/auth/logout', 'GET /api/auth/sessions']) {
      expect((await one.ask(line, line.startsWith('POST') ? { body: {} } : {})).status).toBe(403)
    }
  })

  it('a token without a session ends all sessions, because it can not be ended alone', async () => {
    const tokens = await login()
    const withoutSession = await one.tokenOf('alice')
    await logOut(withoutSession)
    await expectEnded(tokens)
    expect(await me(withoutSession)).toBe(401)
  })

  it('a refresh token is enough to log out', async () => {
    const { refreshToken, ...tokens } = await login()
    expect((await one.ask('POST /api/auth/logout', { body: { refreshToken } })).body).toEqual({ ok: true })
    await expectEnded({ refreshToken, ...tokens })
  })

  it('lists the sessions of the user with their devices, and ends one', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36' }
    const first = await login('erin', { deviceId: 'desk' })
    const { body } = await one.ask('POST /api/auth/local', { body: { identifier: 'erin', password }, headers })
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string
    const id = expect.stringMatching(/^[0-9a-f]{32}$/) as string
    const times = { loginAt: time, lastActiveAt: time }
    const sessions = await list(first.jwt)
    expect(sessions).toEqual([
      { id, deviceId: 'desk', current: true, ...times },
      { id, deviceId: null, deviceName: 'Chrome on Linux', current: false, ...times },
    ])
    const ended = `DELETE /api/auth/sessions/${sessions[1].id}`
    const alice = await login()
    expect((await one.ask(ended, { token: alice.jwt })).body.error).toMatchObject({
      status: 404,
      message: 'Session not found',
    })
    await expectOpen(body)
    expect((await one.ask(ended, { token: first.jwt })).body).toEqual({ data: {} })
    await expectEnded(body)
    for (const path of ['nope', '%00'.repeat(32), sessions[1].id])
      expect((await one.ask(`DELETE /api/auth/sessions/${path}`, { token: first.jwt })).status).toBe(404)
    expect(await list(first.jwt)).toHaveLength(1)
    const long = { identifier: 'erin', password, deviceId: 'x'.repeat(256) }
    expect((await one.ask('POST /api/auth/local', { body: long })).status).toBe(400)
    await logOut(alice.jwt)
    await logOut(first.jwt)
  })

  type Person = Awaited<ReturnType<typeof register>>
  const editor = async () => one.tokenOf('erin')
  const put = async (id: number, body: object) => {
    expect((await one.ask(`PUT /api/users/${id}`, { token: await editor(), body })).status).toBe(200)
  }
  const changes: Record<string, (person: Person) => Promise<unknown>> = {
    'the password by its user': ({ tokens }) => {
      const body = { currentPassword: password, password: chosen, passwordConfirmation: chosen }
      return one.ask('POST /api/auth/change-password', { token: tokens.jwt, body })
    },
    'the password by a code': async ({ email }) => {
      await one.ask('POST /api/auth/forgot-password', { body: { email } })
      const body = { code: await one.nextCode(), password: chosen, passwordConfirmation: chosen }
      return one.ask('POST /api/auth/reset-password', { body })
    },
    'the password by PUT': ({ id }) => put(id, { password: chosen }),
    'the password by the command': ({ name }) => two.api.accounts.setPassword(name, chosen),
    'a block': ({ id }) => put(id, { blocked: true }),
    'a block and its end': async ({ id }) => {
      await put(id, { blocked: true })
      await put(id, { blocked: false })
    },
    'a deletion': async ({ id }) => one.ask(`DELETE /api/users/${id}`, { token: await editor() }),
    'a deletion by the command': ({ name }) => two.api.accounts.deleteUser(name),
  }
  it.each(Object.keys(changes))('AUTH-05 %s ends all sessions of the user', async (way) => {
    const person = await register()
    const later = await refreshed(person.tokens.refreshToken)
    const result = await changes[way]?.({ ...person, tokens: later })
    await expectEnded(later)
    const next = (result as { readonly body?: Partial<Tokens> } | null)?.body
    if (next?.refreshToken) await expectOpen(next as Tokens)
    const sql = `SELECT CAST(count(*) AS text) AS body FROM _sessions WHERE user_id = ${person.id}`
    expect(await one.api.database.read({ sql, values: [] })).toBe(next?.refreshToken ? '1' : '0')
  })

  it('AUTH-05 a session that was opened during a change of the password does not refresh', async () => {
    const { name, tokens } = await register()
    // As if the sign-in had checked the password before the change, and stored its session after it.
    const sql = 'UPDATE _sessions SET valid_from = valid_from + 1 WHERE user_id = (SELECT max(user_id) FROM _sessions)'
    await one.api.database.write((transaction) => transaction.query({ sql, values: [] }))
    expect((await refresh(tokens.refreshToken)).body, name).toEqual(wrong)
    await expectEnded(tokens)
  })

  it('a further sign-in ends the session that was used least recently', async () => {
    const { name, tokens } = await register()
    pass(1_000)
    const second = await login(name)
    pass(1_000)
    const first = await refreshed(tokens.refreshToken)
    pass(1_000)
    const rest = [await login(name), first]
    pass(1_000)
    await login(name)
    await expectEnded(second)
    for (const session of rest) await expectOpen(session)
    expect(await list(first.jwt)).toHaveLength(3)
  })

  it('a session ends without a refresh in 14 days, and after 30 days in any case', async () => {
    const { name, tokens } = await register()
    const idle = await login(name)
    pass(11 * minute)
    expect(await me(tokens.jwt)).toBe(401)
    let current = await refreshed(tokens.refreshToken)
    pass(14 * day - minute)
    current = await refreshed(current.refreshToken)
    await expectEnded(idle)
    pass(14 * day - minute)
    current = await refreshed(current.refreshToken)
    pass(2 * day - 15 * minute)
    current = await refreshed(current.refreshToken)
    await expectOpen(current)
    pass(8 * minute)
    await expectEnded(current)
    // The next sign-in of anybody deletes them.
    await login()
    const sql = `SELECT CAST(count(*) AS text) AS body FROM _sessions WHERE expires_at < ${Date.now()}`
    expect(await one.api.database.read({ sql, values: [] })).toBe('0')
  })

  it('reads the user and the session with one statement, and ignores a session of another user', async () => {
    const tokens = await login()
    const count = async (token: string) => {
      const reads = vi.spyOn(one.api.database, 'read')
      await one.ask('GET /api/tags', { token })
      const ofUsers = reads.mock.calls.filter(([read]) => 'sql' in read && read.sql.includes('up_users'))
      reads.mockRestore()
      return ofUsers.length
    }
    expect([await count(tokens.jwt), await count(await one.tokenOf('alice'))]).toEqual([1, 1])
    const { session } = jwt.decode(tokens.jwt) as { session: string }
    const forged = jwt.sign({ id: 4, since: 0, session }, 'a-secret-for-tests-of-more-than-32-bytes', {
      expiresIn: '1h',
    })
    expect(await me(forged)).toBe(401)
    await logOut(tokens.jwt)
  })

  it('an import that replaces all content ends all sessions', async () => {
    const { jwt: token, refreshToken } = await login()
    const lines: string[] = []
    await one.api.exportEntries((text) => void lines.push(text))
    await one.api.importEntries(lines, { replace: true })
    // The user has the same id as before.
    expect((await one.ask('GET /api/users/me', { token: await one.tokenOf('alice') })).body.username).toBe('alice')
    await expectEnded({ jwt: token, refreshToken })
  })

  it('without the setting, a service has none of the endpoints and rejects the key of a device', async () => {
    const plain = await openService({ connection, withUsers: false })
    onTestFinished(() => plain.close())
    const token = await one.tokenOf('alice')
    for (const line of [
      'POST /api/auth/refresh',
      'POST /api/auth/logout',
      'GET /api/auth/sessions',
      'DELETE /api/auth/sessions/1',
    ])
      expect((await plain.ask(line, { token, ...(line.startsWith('POST') && { body: {} }) })).status, line).toBe(404)
    const login = (more: object) =>
      plain.ask('POST /api/auth/local', { body: { identifier: 'alice', password, ...more } })
    expect(Object.keys((await login({})).body)).toEqual(['jwt', 'user'])
    expect((await login({ deviceId: 'phone' })).status).toBe(400)
  })
})
