import { createHmac } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { HashingThread } from '@content-api/core/secrets/hashing-thread'
import { setUserKeys } from '@content-api/engine/accounts'
import { databases } from '../../../../tests/support/postgres.js'
import { openProject } from '../support/project.js'
import { rawRequest } from '../support/raw-request.js'
import { type TestService, openService, password, secret } from '../support/service.js'

const now = () => Math.floor(Date.now() / 1_000)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string

const profile = (id: number, username: string) => ({
  id,
  username,
  email: `${username}@example.com`,
  provider: 'local',
  confirmed: true,
  blocked: false,
  createdAt: time,
  updatedAt: time,
})

const refusal = (status: number, name: string, message: string) => ({
  data: null,
  error: { status, name, message, details: {} },
})

describe.each(await databases())('signing in on $name', ({ connection }) => {
  let service: TestService
  const ask: TestService['ask'] = (...args) => service.ask(...args)
  const login = (identifier: unknown, args: unknown = password) =>
    ask('POST /api/auth/local', { body: { identifier, password: args } })
  const me = (token: string) => ask('GET /api/users/me', { token })

  beforeAll(async () => {
    service = await openService({ connection })
  })
  afterAll(() => service.close())

  it('returns a token and the user without secrets', async () => {
    for (const identifier of ['alice', 'alice@example.com', 'ALICE@EXAMPLE.COM', ' alice ']) {
      const { status, body } = await login(identifier)
      expect(status, identifier).toBe(200)
      expect(body.user).toEqual(profile(1, 'alice'))
      expect(Object.keys(body)).toEqual(['jwt', 'user'])
      expect((await me(body.jwt)).body).toEqual(profile(1, 'alice'))
    }
  })

  it('compares user names case-sensitively, unlike addresses', async () => {
    const { status, body } = await login('Alice')
    expect([status, body.error.message]).toEqual([400, 'Invalid identifier or password'])
  })

  it('accepts a form, too', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'identifier=alice&password=Passw0rd!'
    expect((await ask('POST /api/auth/local', { headers, body })).status).toBe(200)
  })

  it('reports all missing and non-string values at once', async () => {
    const { status, body } = await ask('POST /api/auth/local', { body: {} })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ name: 'ValidationError', message: '2 errors occurred' })
    expect(body.error.details.errors.map(({ path }: { path: string[] }) => path)).toEqual([
      ['identifier'],
      ['password'],
    ])
    for (const wrong of [1, ['a'], { $ne: '' }, true]) {
      expect((await login('alice', wrong)).body.error).toMatchObject({ status: 400, name: 'ValidationError' })
      expect((await login(wrong)).body.error).toMatchObject({ status: 400, name: 'ValidationError' })
    }
  })

  it('rejects a blocked user with the right password, and reports the block to nobody else', async () => {
    expect((await login('bob')).body).toEqual(
      refusal(400, 'ApplicationError', 'Your account has been blocked by an administrator'),
    )
    expect((await login('bob', 'nope')).body).toEqual(refusal(400, 'ValidationError', 'Invalid identifier or password'))
  })

  it('rejects callers who are already signed in and lack the permission to sign in', async () => {
    const body = { identifier: 'erin', password }
    const { status } = await ask('POST /api/auth/local', { body, token: await service.tokenOf('alice') })
    expect(status).toBe(403)
  })

  it.each(['none', 'None', 'NONE'])('AUTH-01 rejects a token with the algorithm %s', async (alg) => {
    const token = `${part({ alg, typ: 'JWT' })}.${part({ id: 1, iat: now() })}.`
    expect((await me(token)).body).toEqual(refusal(401, 'UnauthorizedError', 'Missing or invalid credentials'))
    expect((await ask('GET /api/tags', { token })).status).toBe(401)
  })

  it('AUTH-02 rejects a token with another key, algorithm or header', async () => {
    const claims = { id: 1, iat: now(), exp: now() + 60 }
    const own = (header: object, key: string) => {
      const text = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(claims)}`
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    }
    const tokens = [
      jwt.sign(claims, secret, { algorithm: 'HS512' }),
      jwt.sign(claims, 'undefined'),
      own({}, ''),
      own({ kid: '../../dev/null' }, ''),
      own({ jku: 'https://evil.example/keys' }, 'x'),
      own({ jwk: { kty: 'oct', k: 'eA' } }, 'x'),
      own({ alg: 'RS256' }, secret),
      jwt.sign({ iat: now(), exp: now() + 60 }, secret),
      'a.b.c',
    ]
    for (const token of tokens) expect((await me(token)).status, token).toBe(401)
    expect((await me(own({}, secret))).status).toBe(200)
  })

  it('AUTH-56 rejects two Authorization headers, whatever they contain', async () => {
    const token = await service.tokenOf('alice')
    const listening = await service.api.listen({ port: 0 })
    onTestFinished(async () => void (await listening.close()))
    const send = async (...authorization: string[]) =>
      (await rawRequest(listening, 'GET /api/users/me', { headers: { Authorization: authorization } })).status
    const valid = `Bearer ${token}`
    expect(await send(valid)).toBe(200)
    for (const pair of [
      [valid, 'Bearer nope'],
      ['Bearer nope', valid],
      [valid, valid],
      [valid, 'Basic YTpi'],
    ] as const)
      expect([pair, await send(...pair)]).toEqual([pair, 401])
  })

  it('AUTH-04 rejects a token after its user was blocked or deleted', async () => {
    const { accounts } = service.api
    const { id } = await accounts.createUser({ username: 'fred', email: 'fred@example.com', password })
    const token = await accounts.signIn(id)
    expect((await me(token)).status).toBe(200)
    await accounts.setBlocked('fred', true)
    expect((await me(token)).body).toEqual(refusal(401, 'UnauthorizedError', 'Invalid credentials'))
    await accounts.setBlocked('fred', false)
    // Unblocking the user doesn't make earlier tokens valid again.
    expect((await me(token)).status).toBe(401)
    const fresh = await accounts.signIn(id)
    expect((await me(fresh)).status).toBe(200)
    await accounts.deleteUser('fred')
    expect((await me(fresh)).body).toEqual(refusal(401, 'UnauthorizedError', 'Invalid credentials'))
    expect((await me(jwt.sign({ id: 999 }, secret))).status).toBe(401)
  })

  it('AUTH-04 treats a user whose role was deleted like the public', async () => {
    const token = await service.tokenOf('erin')
    const role = { name: 'Passing by', description: 'for a while', permissions: [] }
    expect((await ask('POST /api/users-permissions/roles', { token, body: role })).body).toEqual({ ok: true })
    const { id } = await service.api.accounts.createUser({
      username: 'gwen',
      email: 'g@example.com',
      role: 'passing_by',
    })
    const token2 = await service.api.accounts.signIn(id)
    const { roles } = (await ask('GET /api/users-permissions/roles', { token })).body
    const { id: roleId } = roles.find(({ type }: { type: string }) => type === 'passing_by')
    expect((await ask('GET /api/tags', { token: token2 })).status).toBe(403)
    expect((await ask(`DELETE /api/users-permissions/roles/${roleId}`, { token })).status).toBe(200)
    expect((await ask('GET /api/tags', { token: token2 })).status).toBe(200)
    expect((await ask('POST /api/tags', { token: token2, body: { data: { name: 'x' } } })).status).toBe(403)
  })

  it('AUTH-05 rejects tokens from before a change or reset of the password, and accepts the new token', async () => {
    const { accounts } = service.api
    await accounts.createUser({ username: 'hugo', email: 'hugo@example.com', password })
    const first = (await login('hugo')).body.jwt
    const otherIssuer = jwt.sign({ id: (await me(first)).body.id, iat: now() - 1, exp: now() + 60 }, secret)
    expect((await me(otherIssuer)).status).toBe(200)
    const change = { currentPassword: password, password: 'Other1!', passwordConfirmation: 'Other1!' }
    const changed = await ask('POST /api/auth/change-password', { token: first, body: change })
    expect(changed.status).toBe(200)
    expect((await me(first)).status).toBe(401)
    expect((await me(otherIssuer)).status).toBe(401)
    expect((await me(changed.body.jwt)).status).toBe(200)
    expect((await login('hugo')).status).toBe(400)
    const second = (await login('hugo', 'Other1!')).body.jwt

    await ask('POST /api/auth/forgot-password', { body: { email: 'hugo@example.com' } })
    const reset = { code: await service.nextCode(), password: 'Third1!', passwordConfirmation: 'Third1!' }
    const after = await ask('POST /api/auth/reset-password', { body: reset })
    expect(after.status).toBe(200)
    expect((await me(second)).status).toBe(401)
    expect((await me(changed.body.jwt)).status).toBe(401)
    expect((await me(after.body.jwt)).status).toBe(200)
  })

  it('AUTH-05 rejects tokens that another issuer signed in the second of a change, before and after it', async () => {
    const { accounts } = service.api
    const { id } = await accounts.createUser({ username: 'ines', email: 'ines@example.com', password })
    const second = now() + 10
    const at = (milliseconds: number) => vi.setSystemTime(second * 1_000 + milliseconds)
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const sign = () => jwt.sign({ id }, secret, { expiresIn: '1h' })
    at(100)
    const before = sign()
    expect((await me(before)).status).toBe(200)
    at(300)
    await accounts.setPassword('ines', 'Other1!')
    at(600)
    expect([(await me(before)).status, (await me(sign())).status]).toEqual([401, 401])
    // The service names the change in the tokens that it signs.
    expect((await me(await accounts.signIn(id))).status).toBe(200)
    at(1_000)
    expect((await me(before)).status).toBe(401)
    expect((await me(sign())).status).toBe(200)
  })

  it('AUTH-05 rejects earlier tokens of a server whose clock is ahead', async () => {
    const { accounts } = service.api
    const { id } = await accounts.createUser({ username: 'ivan', email: 'ivan@example.com', password })
    const signInAhead = () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
      return accounts.signIn(id).finally(() => vi.useRealTimers())
    }
    const first = await signInAhead()
    const change = { currentPassword: password, password: 'Other1!', passwordConfirmation: 'Other1!' }
    const changed = await ask('POST /api/auth/change-password', { token: first, body: change })
    expect(changed.status).toBe(200)
    expect((await me(first)).status).toBe(401)
    expect((await me(changed.body.jwt)).status).toBe(200)

    const second = await signInAhead()
    expect((await me(second)).status).toBe(200)
    await accounts.setBlocked('ivan', true)
    await accounts.setBlocked('ivan', false)
    for (const token of [first, changed.body.jwt, second]) expect((await me(token)).status).toBe(401)
    expect((await me(await accounts.signIn(id))).status).toBe(200)
  })

  it('AUTH-53 accepts tokens of sign-ins after a password change with a clock that was an hour ahead', async () => {
    const { accounts } = service.api
    const { id } = await accounts.createUser({ username: 'lena', email: 'lena@example.com', password })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await accounts.setPassword('lena', 'Other1!').finally(() => vi.useRealTimers())
    const token = (await login('lena', 'Other1!')).body.jwt
    expect((await me(token)).status).toBe(200)
    expect((await me(await accounts.signIn(id))).status).toBe(200)
    await accounts.setPassword('lena', 'Third1!')
    expect((await me(token)).status).toBe(401)
    expect((await me((await login('lena', 'Third1!')).body.jwt)).status).toBe(200)
  })

  it('AUTH-11 sends the same response for known and unknown accounts', async () => {
    const wrong = await login('alice', 'nope')
    const unknown = await login('nobody-of-that-name', 'nope')
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
    const forgot = (email: string) => ask('POST /api/auth/forgot-password', { body: { email } })
    const [known, blocked, stranger] = [
      await forgot('erin@example.com'),
      await forgot('bob@example.com'),
      await forgot('nobody@example.com'),
    ]
    await service.nextCode()
    expect(known.text).toBe('{"ok":true}')
    for (const response of [blocked, stranger])
      expect([response.status, response.text]).toEqual([known.status, known.text])
    const register = (username: string, email: string) =>
      ask('POST /api/auth/local/register', { body: { username, email, password } })
    const takenName = await register('alice', 'fresh@example.com')
    const takenEmail = await register('fresh', 'alice@example.com')
    expect(takenName.body).toEqual(refusal(400, 'ApplicationError', 'Email or Username are already taken'))
    expect([takenEmail.status, takenEmail.text]).toEqual([takenName.status, takenName.text])
  })

  it('AUTH-11 does the same work for unknown and known users', async () => {
    // The first login creates the hash that passwords of unknown users are compared with.
    await login('nobody-here', 'nope')
    const run = vi.spyOn(HashingThread.prototype, 'run')
    onTestFinished(() => run.mockRestore())
    const work = async (identifier: string) => {
      run.mockClear()
      await login(identifier, 'nope')
      return run.mock.calls.map(([{ hash = '' }]) => hash.split('$').slice(0, 4))
    }
    // The benchmark measures the time. This test checks that both cases verify hashes of the same cost. A
    // process that has seen a hash of bcrypt, such as in another test file, verifies one of bcrypt too.
    const known = await work('alice')
    expect(known[0]).toEqual(['', 'argon2id', 'v=19', expect.stringContaining('m=')])
    expect(await work('nobody-here')).toEqual(known)
  })

  it('AUTH-14 treats names and addresses that look alike as the same', async () => {
    const register = (username: string, email: string) =>
      ask('POST /api/auth/local/register', { body: { username, email, password } })
    const first = await register('Ｉngrid', ' Ａ@B.example')
    expect(first.body.user).toMatchObject({ username: 'Ingrid', email: 'a@b.example' })
    const taken = [
      ['other1', 'a@b.example'],
      ['other2', 'A@B.EXAMPLE'],
      ['other3', 'a@b.example '],
      ['other4', '\u{ff41}@b.example'],
      ['other5', 'a@b.example\n'],
      ['ingrid', 'c@b.example'],
      ['INGRID', 'c@b.example'],
      ['Ingrid ', 'c@b.example'],
      // Otherwise a login with this name could be taken for the other user's address.
      ['a@b.example', 'c@b.example'],
    ] as const
    for (const [username, email] of taken) {
      expect((await register(username, email)).body.error, `${username} ${email}`).toMatchObject({
        name: 'ApplicationError',
        message: 'Email or Username are already taken',
      })
    }
    expect((await register('ingrid\u{200b}', 'd@b.example')).body.error).toMatchObject({
      name: 'ValidationError',
      details: { errors: [{ path: ['username'] }] },
    })
    await ask('POST /api/auth/forgot-password', { body: { email: 'Ａ@B.example' } })
    await service.nextCode()
    expect(service.mails.at(-1)?.to).toBe('a@b.example')
  })

  it('AUTH-57 treats both forms of an international domain as one address', async () => {
    const register = (username: string, email: string) =>
      ask('POST /api/auth/local/register', { body: { username, email, password } })
    const first = await register('mona', 'mona@BÜCHER.example')
    expect(first.body.user.email).toBe('mona@bücher.example')
    for (const email of ['mona@xn--bcher-kva.example', 'MONA@XN--BCHER-KVA.EXAMPLE', 'mona@bu\u{308}cher.example']) {
      expect((await register('mona2', email)).body.error.message).toBe('Email or Username are already taken')
      expect((await login(email)).body.user.username).toBe('mona')
      await ask('POST /api/auth/forgot-password', { body: { email } })
      await service.nextCode()
      expect(service.mails.at(-1)?.to).toBe('mona@bücher.example')
    }
    expect((await register('mona3', 'mona@bucher.example')).status).toBe(200)
  })

  it('AUTH-57 finds users of earlier versions, which kept domains as they were written', async () => {
    const { id } = await service.api.accounts.createUser({
      username: 'nils',
      email: 'nils@xn--bcher-kva.example',
      password,
    })
    const database = await openProject(connection, { contentTypes: {} })
    onTestFinished(() => database.close())
    await database.write((transaction) => setUserKeys(transaction, id, { emailKey: 'nils@xn--bcher-kva.example' }))
    expect((await login('nils@bücher.example')).status).toBe(400)
    const restarted = await openService({ connection, withUsers: false })
    await restarted.close()
    for (const email of ['nils@bücher.example', 'nils@xn--bcher-kva.example'])
      expect((await login(email)).status).toBe(200)
  })

  it('AUTH-62 finds users of earlier versions, which stored longer names', async () => {
    const long = 'Ada '.repeat(300).trim()
    // This name is short as a client writes it, and long as it is stored.
    const [written, expanded] = ['\u{fdfa}'.repeat(300), '\u{fdfa}'.repeat(300).normalize('NFKC')]
    const database = await openProject(connection, { contentTypes: {} })
    onTestFinished(() => database.close())
    const { table } = database.layout.schema('plugin::users-permissions.user')
    for (const [index, username] of [long, expanded].entries()) {
      const email = `long${index}@example.com`
      const { id } = await service.api.accounts.createUser({ username: `long${index}`, email, password })
      await database.write(async (transaction) => {
        await transaction.update(table, [id], { username })
        await setUserKeys(transaction, id, { usernameKey: username.toLowerCase(), emailKey: email })
      })
    }
    const restarted = await openService({ connection, withUsers: false })
    await restarted.close()
    expect((await login('long0@example.com')).body.user?.username).toBe(long)
    expect((await login(written)).body.user?.username).toBe(expanded)
    expect((await login(long)).status).toBe(400)
    const body = { username: written, email: 'another@example.com', password }
    expect((await ask('POST /api/auth/local/register', { body })).body.error.message).toBe(
      'username must be at most 1024 bytes',
    )
  })

  it('AUTH-17 accepts a code once, for its own user, and only as a string', async () => {
    const forgot = (email: string) => ask('POST /api/auth/forgot-password', { body: { email } })
    const reset = (code: unknown, args = 'Reset1!x') =>
      ask('POST /api/auth/reset-password', { body: { code, password: args, passwordConfirmation: args } })
    await forgot('carol@example.com')
    const code = await service.nextCode()
    for (const wrong of [[code], { $ne: null }, { $eq: code }, true, 1]) {
      expect((await reset(wrong)).body.error, JSON.stringify(wrong)).toMatchObject({
        status: 400,
        name: 'ValidationError',
      })
    }
    const another = `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}`
    for (const wrong of ['nope', `${code}0`, code.toUpperCase(), '', another]) {
      expect((await reset(wrong)).status, wrong).toBe(400)
    }
    expect((await reset(code, 'short')).status).toBe(400)
    const [one, two] = await Promise.all([reset(code), reset(code)])
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 400]))
    expect((await reset(code)).body).toEqual(refusal(400, 'ValidationError', 'Incorrect code provided'))
    expect([one, two].find(({ status }) => status === 200)?.body.user.username).toBe('carol')
    expect((await login('carol', 'Reset1!x')).status).toBe(200)

    await forgot('carol@example.com')
    const replaced = await service.nextCode()
    await forgot('carol@example.com')
    const last = await service.nextCode()
    expect((await reset(replaced)).status).toBe(400)
    expect((await reset(last)).status).toBe(200)
  })

  it('AUTH-17 rejects a code after an hour', async () => {
    const requested = Date.now()
    await ask('POST /api/auth/forgot-password', { body: { email: 'alice@example.com' } })
    const code = await service.nextCode()
    const end = Number.parseInt(code.slice(64), 16)
    expect(end).toBeGreaterThanOrEqual(requested + 3_600_000)
    expect(end).toBeLessThanOrEqual(Date.now() + 3_600_000)
    // The stored digest covers the expiry time, so a code with another expiry time is invalid.
    const later = code.slice(0, 64) + (end + 86_400_000).toString(16).padStart(11, '0')
    const body = { code: later, password: 'Later1!x', passwordConfirmation: 'Later1!x' }
    expect((await ask('POST /api/auth/reset-password', { body })).status).toBe(400)
  })

  it('changes a password for a user who sends the current one', async () => {
    const { id } = await service.api.accounts.createUser({ username: 'jane', email: 'jane@example.com', password })
    const token = await service.api.accounts.signIn(id)
    const change = (body: object) => ask('POST /api/auth/change-password', { token, body })
    const good = { currentPassword: password, password: 'Other1!x', passwordConfirmation: 'Other1!x' }
    const messageOf = async (body: object) => (await change(body)).body.error.message
    expect(await messageOf({ ...good, currentPassword: 'no' })).toBe('The provided current password is invalid')
    expect(await messageOf({ ...good, passwordConfirmation: 'else' })).toBe('Passwords do not match')
    expect(await messageOf({ ...good, password, passwordConfirmation: password })).toBe(
      'Your new password must be different than your current password',
    )
    expect(await messageOf({ password: 'Other1!x' })).toBe('2 errors occurred')
    expect(await messageOf({ ...good, pasword: 'x' })).toBe('pasword is not known here. Did you mean password?')
    expect((await ask('POST /api/auth/change-password', { body: good })).status).toBe(403)
    expect((await change(good)).status).toBe(200)
  })

  it('accepts the token of an unconfirmed user unless addresses must be confirmed', async () => {
    expect((await me(await service.tokenOf('carol'))).status).toBe(200)
  })

  it('keeps names unique among concurrent registrations, in the database', async () => {
    const register = () =>
      ask('POST /api/auth/local/register', { body: { username: 'kim', email: 'kim@example.com', password } })
    const statuses = (await Promise.all([register(), register(), register()])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })
})
