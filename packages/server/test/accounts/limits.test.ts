import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Failure } from '@content-api/core/composition/failure'
import { createContentApi } from '../../src/service.js'
import { eventually } from '../support/eventually.js'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'
import { type TestService, openService, password, permissions, secret } from '../support/service.js'

const attempts = 5

/** Writes values as arguments of GraphQL. */
const fields = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')

describe.each(await databases())('rate limits of sign-in on $name', ({ connection }) => {
  let service: TestService
  let another: TestService
  let port: number

  beforeAll(async () => {
    const config = { auth: { rateLimit: { attempts } }, trustProxy: 1 }
    service = await openService({ connection, config })
    another = await openService({ connection, config, withUsers: false })
    port = (await service.api.listen({ port: 0 })).port
  })
  afterAll(async () => {
    await another.close()
    await service.close()
  })

  const login = (identifier: string, extra: object = {}, of = service) =>
    of.ask('POST /api/auth/local', { body: { identifier, password: 'nope', ...extra } })

  async function until429(attempt: (index: number) => Promise<{ status: number }>): Promise<number> {
    for (let index = 0; index < 20; index++) if ((await attempt(index)).status === 429) return index
    return Number.POSITIVE_INFINITY
  }

  it('AUTH-07 count by route, client and account, whatever else the body holds', async () => {
    expect(await until429((index) => login('anna', { email: `${index}@example.com` }))).toBe(attempts)
    const { status, headers, body } = await login('anna')
    expect(status).toBe(429)
    expect(body.error).toMatchObject({
      name: 'RateLimitError',
      message: 'Too many requests, please try again later.',
      details: {},
    })
    expect(headers.get('x-ratelimit-limit')).toBe(String(attempts))
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    // Another account and another route have their own counts.
    const other = await login('berta')
    expect([other.status, other.headers.get('x-ratelimit-remaining')]).toEqual([400, String(attempts - 1)])
    const forgot = await service.ask('POST /api/auth/forgot-password', { body: { email: 'anna@example.com' } })
    expect(forgot.status).toBe(200)
  })

  it('AUTH-08 count the addresses of an IPv6 network as one client', async () => {
    const attempt = (address: string) =>
      new Promise<{ status: number }>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
        const sent = request(
          { port, host: '127.0.0.1', method: 'POST', path: '/api/auth/local', headers },
          (response) => {
            response.resume().on('end', () => resolve({ status: response.statusCode ?? 0 }))
          },
        )
        sent.on('error', reject).end(JSON.stringify({ identifier: 'ivy', password: 'nope' }))
      })
    // The addresses share a /56 network, but each is in a different /64 network.
    expect(await until429((index) => attempt(`2001:db8:1:ab0${index}::1`))).toBe(attempts)
    expect((await attempt('2001:db8:1:ac00::1')).status).toBe(400)
  })

  it('apply to passwords of at most 1,024 bytes: longer ones get 400', async () => {
    const long = 'é'.repeat(513)
    const invalid = { status: 400, body: { error: { name: 'ValidationError' } } }
    const person = { username: 'long', email: 'long@example.com', password: long }
    const body = { identifier: 'alice', password: long }
    expect(await service.ask('POST /api/auth/local', { body })).toMatchObject(invalid)
    expect(await service.ask('POST /api/auth/local/register', { body: person })).toMatchObject(invalid)
    const token = await service.tokenOf('alice')
    const change = { currentPassword: long, password: 'abcdef', passwordConfirmation: 'abcdef' }
    expect(await service.ask('POST /api/auth/change-password', { body: change, token })).toMatchObject(invalid)
    const secret = { data: { title: 'A title', secret: long } }
    expect(await service.ask('POST /api/articles', { body: secret, token })).toMatchObject(invalid)
    const query = `mutation { login(input: { identifier: "alice", password: "${long}" }) { jwt } }`
    expect((await service.ask('POST /graphql', { body: { query } })).body.errors[0].extensions.code).toBe(
      'BAD_USER_INPUT',
    )
    const most = { username: 'most', email: 'most@example.com', password: long.slice(1) }
    expect((await service.ask('POST /api/auth/local/register', { body: most })).status).toBe(200)
  })

  it('AUTH-62 reject long names and addresses, which are neither normalized nor counted', async () => {
    // At this length, one call of `normalize` would already take as long as a hundred requests.
    const marks = `a${'\u0315\u0300\u05ae\u0316'.repeat(2_500)}`
    const normalize = vi.spyOn(String.prototype, 'normalize')
    onTestFinished(() => normalize.mockRestore())
    const token = await service.tokenOf('erin')
    const post = async (path: string, body: object, method = 'POST') => {
      const { status, headers, body: response } = await service.ask(`${method} ${path}`, { token, body })
      return [status, response.error?.message, headers.has('x-ratelimit-limit')]
    }
    const graphql = async (field: string) => {
      const { body } = await service.ask('POST /graphql', { body: { query: `mutation { ${field} }` } })
      return body.errors[0].message
    }
    const [long, invalid] = ['must be at most 1024 bytes', 'email must be a valid email']
    const account = { username: 'marks', email: 'marks@example.com', password }
    const anonymous = async (path: string, body: object) => {
      const response = await service.ask(`POST /api/auth/${path}`, { body })
      return [response.status, response.body.error.message, response.headers.has('x-ratelimit-limit')]
    }
    for (const address of [`${marks}@example.com`, `marks@example.com${' '.repeat(1_024)}`]) {
      expect(await anonymous('local/register', { ...account, email: address })).toEqual([400, invalid, false])
      expect(await post('/api/users', { ...account, email: address, role: 1 })).toEqual([400, invalid, false])
      expect(await graphql(`register(input: { ${fields({ ...account, email: address })} }) { jwt }`)).toBe(invalid)
    }
    for (const path of ['forgot-password', 'send-email-confirmation'])
      expect(await anonymous(path, { email: marks })).toEqual([400, expect.stringContaining('email must be'), false])
    expect(await graphql(`forgotPassword(${fields({ email: marks })}) { ok }`)).toBe(`email ${long}`)
    expect(await anonymous('local', { identifier: marks, password })).toEqual([400, `identifier ${long}`, false])
    expect(await graphql(`login(input: { ${fields({ identifier: marks, password })} }) { jwt }`)).toBe(
      `identifier ${long}`,
    )
    const wrong = await anonymous('local/register', { ...account, username: marks })
    expect(wrong).toEqual([400, `username ${long}`, true])
    expect(await post('/api/users', { ...account, username: marks, role: 1 })).toEqual([400, `username ${long}`, false])
    expect(await post('/api/users/1', { username: marks }, 'PUT')).toEqual([400, `username ${long}`, false])
    const roles = '/api/users-permissions/roles'
    expect(await post(roles, { name: marks, description: 'x' })).toEqual([400, `name ${long}`, false])
    expect(await post(`${roles}/1`, { name: marks }, 'PUT')).toEqual([400, `name ${long}`, false])
    await service.ask('POST /api/auth/company/callback', { body: { code: marks, codeVerifier: marks } })
    await service.ask(`GET /api/auth/company/callback?access_token=${encodeURIComponent(marks.slice(0, 1_300))}`)
    const lengths = normalize.mock.contexts.map((text) => Buffer.byteLength(String(text)))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_024)
  })

  it('AUTH-08 count every spelling of a path and an account as the same', async () => {
    const paths = ['/api/auth/local', '/api/auth/Local', '/API/AUTH/LOCAL/', '/api/auth/loc%61l', '/api/auth/local?x=1']
    const names = ['Clara', 'CLARA', ' clara ', 'ｃlara', 'cla\u{200b}ra']
    const attempt = (index: number) =>
      service.ask(`POST ${paths[index % paths.length]}`, {
        body: { identifier: names[index % names.length], password: 'nope' },
      })
    expect(await until429(attempt)).toBe(attempts)
  })

  it('AUTH-54 count every name of an account as the same, and reveal nothing about it', async () => {
    const names = ['erin', 'erin@example.com', ' ERIN@Example.com', '\u{ff45}rin', 'erin@example\u{ff0e}com']
    const remaining: (string | null)[] = []
    const attempt = async (index: number) => {
      const response = await login(names[index % names.length] as string, {}, index % 2 ? service : another)
      if (index < 2) remaining.push(response.headers.get('x-ratelimit-remaining'))
      return response
    }
    expect(await until429(attempt)).toBe(attempts)
    // The headers only count the requests with this name, whether it is the name of an account or not.
    expect(remaining).toEqual([String(attempts - 1), String(attempts - 1)])
    const query = `mutation { login(input: { identifier: "erin", password: "nope" }) { jwt } }`
    const { body } = await service.ask('POST /graphql', { body: { query } })
    expect(body.errors[0].message).toMatch('Too many requests')
  })

  it('AUTH-54 lock an account by no name that signs in to nothing', async () => {
    // The name in another case isn't the name of carol, so attempts with it don't count for her address.
    expect(await until429(() => login('CAROL'))).toBe(attempts)
    const body = { identifier: 'carol@example.com', password }
    expect((await service.ask('POST /api/auth/local', { body })).status).toBe(200)
  })

  it('are shared by processes that use the same database', async () => {
    expect(await until429((index) => login('dora', {}, index % 2 === 0 ? service : another))).toBe(attempts)
  })

  it('lock no account out because of requests that name no account', async () => {
    const nameless = () => service.ask('POST /api/auth/forgot-password', { body: {} })
    expect(await until429(nameless)).toBeLessThanOrEqual(attempts)
    const named = await service.ask('POST /api/auth/forgot-password', { body: { email: 'greta@example.com' } })
    expect(named.status).toBe(200)
  })

  it('stop a client that tries many accounts', async () => {
    const statuses: number[] = []
    for (let index = 0; index < attempts * 10 + 1; index++) {
      const body = { email: `stranger${index}@example.com` }
      statuses.push((await service.ask('POST /api/auth/send-email-confirmation', { body })).status)
    }
    expect(statuses.indexOf(429)).toBe(attempts * 10)
  })

  it('trust the configured number of proxies, and count IPv6 addresses by network', async () => {
    const from = (forwarded: string, identifier: string) =>
      new Promise<{ status: number }>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded }
        request({ host: '127.0.0.1', port, path: '/api/auth/local', method: 'POST', headers }, (response) => {
          response.resume()
          resolve({ status: response.statusCode ?? 0 })
        })
          .on('error', reject)
          .end(JSON.stringify({ identifier, password: 'nope' }))
      })
    // The client's own entries come before the entry of the proxy.
    expect(await until429((index) => from(`10.0.0.${index}, 192.0.2.7`, 'emil'))).toBe(attempts)
    expect((await from('192.0.2.8', 'emil')).status).toBe(400)
    expect(await until429((index) => from(`2001:db8:1:2::${index + 1}`, 'frida'))).toBe(attempts)
    expect(await until429((index) => from(index % 2 ? '::ffff:192.0.2.9' : '192.0.2.9', 'gustav'))).toBe(attempts)
  })

  it('AUTH-13 let other routes respond during 200 logins', async () => {
    const erin = await service.tokenOf('erin')
    await service.ask('POST /api/tags', { token: erin, body: { data: { name: 'x' } } })
    const progress = { over: false }
    const logins = Array.from({ length: 200 }, (_, index) => login(`nobody${index % 50}`))
    const all = Promise.all(logins).finally(() => {
      progress.over = true
    })
    let responded = 0
    while (!progress.over && responded < 300) {
      expect((await service.ask('GET /api/tags')).status).toBe(200)
      // The benchmark measures their latency. This test checks that they don't wait for the logins to end.
      if (!progress.over) responded++
    }
    const statuses = new Set((await all).map(({ status }) => status))
    expect([...statuses].every((status) => [400, 429, 503].includes(status))).toBe(true)
    expect(responded).toBeGreaterThan(10)
  })
})

describe('the log', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('AUTH-19 AUTH-20 contains no secret and escapes text', async () => {
    const written: string[] = []
    const note = (chunk: unknown) => written.push(String(chunk)) > 0
    vi.spyOn(process.stderr, 'write').mockImplementation(note)
    vi.spyOn(process.stdout, 'write').mockImplementation(note)
    const failures: Failure[] = []
    const { connection } = sqliteDatabase()
    const mails: { to: string; text: string }[] = []
    const api = await createContentApi({
      contentTypes: {
        'api::tag.tag': { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
      },
      database: connection,
      config: {
        permissions: { public: permissions.public.filter((action) => action.startsWith('api::tag')) },
        auth: { jwt: { secret } },
        mail: {
          provider: {
            async send(mail) {
              mails.push(mail)
              throw new Error('the mail server is away')
            },
          },
        },
      },
      log: (failure) => failures.push(failure),
    })
    const post = (path: string, body: object, authorization?: string) =>
      api.fetch(
        new Request(`http://x${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
          body: JSON.stringify(body),
        }),
      )
    const username = '<%= process.env %>{{constructor}}${7*7}'
    const registered = await post('/api/auth/local/register', { username, email: 'n@example.com', password })
    expect(registered.status).toBe(200)
    const { jwt, user } = (await registered.json()) as { jwt: string; user: { username: string } }
    expect(user.username).toBe(username)
    await post('/api/auth/local', { identifier: username, password: 'wrong-canary' })
    await post('/api/auth/forgot-password', { email: 'n@example.com' })
    await post('/api/tags', { data: { name: 'x' } }, `Bearer ${jwt}`)
    await post('/api/tags', { data: { name: 'x' } }, 'Bearer token-canary-token-canary')
    await eventually(() => expect(failures).toHaveLength(1))
    expect(String(failures[0]?.error)).toContain('the mail server is away')
    const code = /[0-9a-f]{75}/.exec(mails[0]?.text ?? '')?.[0] as string
    expect(mails[0]?.text.replace(code, '')).not.toContain('49')
    await api.close()
    const log = `${written.join('')}${JSON.stringify(failures)}${failures.map(({ error }) => (error as Error).stack).join('')}`
    for (const hidden of [password, 'wrong-canary', 'token-canary', jwt, code, secret, '$argon2']) {
      expect(log).not.toContain(hidden)
    }
  })
})
