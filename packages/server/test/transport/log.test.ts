import { describe, expect, it } from 'vitest'
import { projectFolder, type ServiceProcess, startService } from '../reliability/service-process.js'
import { databases } from '../../../../tests/support/postgres.js'
import { rawRequest } from '../support/raw-request.js'

const secret = 'a-secret-canary-of-more-than-32-bytes-x'
const password = 'Passw0rd-canary'
const json = { 'content-type': 'application/json' }
const permissions = { public: ['api::tag.tag.find'], authenticated: ['api::tag.tag.find'] }

type Line = Readonly<Record<string, unknown>>

const parsed = (service: ServiceProcess) =>
  service
    .output()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

describe.each(await databases())('the log of a server on $name', ({ connection }) => {
  it('AUTH-19: consists of JSON lines, one for each request, without a secret at any level', async () => {
    const config = {
      permissions,
      auth: { jwt: { secret }, register: { enabled: true } },
      log: { level: 'debug' as const },
    }
    const environment = { NODE_ENV: 'production' }
    const service = await startService(projectFolder(config), connection, { environment })
    const at = { port: Number(new URL(service.url).port) }
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      rawRequest(at, `POST ${path}`, { headers: { ...json, ...headers }, body: JSON.stringify(body) })

    const account = { username: 'ada', email: 'ada@example.com', password }
    const registered = await post('/api/auth/local/register', account, { 'x-request-id': 'registers-ada' })
    expect(registered.status).toBe(200)
    const { jwt } = JSON.parse(registered.bytes.toString()) as { jwt: string }
    expect((await post('/api/auth/local', { identifier: 'ada', password })).status).toBe(200)
    await post('/api/auth/local', { identifier: 'ada', password: 'wrong-canary' })
    await post('/api/auth/reset-password', { code: 'code-canary', password, passwordConfirmation: password })
    await rawRequest(at, 'GET /api/auth/email-confirmation?confirmation=confirmation-canary')
    await rawRequest(at, 'GET /api/tags?filters[name]=filter-canary', { headers: { authorization: `Bearer ${jwt}` } })
    await rawRequest(at, 'GET /api/tags', {
      headers: { authorization: 'Bearer token-canary', cookie: 'cookie-canary=1' },
    })
    await post('/graphql', {
      query: `mutation { login(input: { identifier: "ada", password: "${password}" }) { jwt } }`,
    })
    // A project may have routes with a token in the path.
    await rawRequest(at, `GET /api/invitations/${jwt}`)
    await rawRequest(at, 'GET /api/tags?x=1', { headers: { 'x-request-id': 'id"canary' } })
    await rawRequest(at, 'GET /readyz')
    expect(await service.stop()).toBe(0)

    const lines = parsed(service)
    for (const line of lines) {
      expect(line).toMatchObject({ level: expect.any(String), time: expect.any(String), message: expect.any(String) })
    }
    expect(lines[0]).toMatchObject({ message: `Listening on ${service.url}/api`, url: service.url })
    expect(lines.find(({ requestId }) => requestId === 'registers-ada')).toEqual({
      level: 'info',
      pid: expect.any(Number),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: 'registers-ada',
      method: 'POST',
      path: '/api/auth/local/register',
      status: 200,
      milliseconds: expect.any(Number),
      address: '127.0.0.1',
      message: 'POST /api/auth/local/register 200',
    })
    expect(lines.filter(({ path }) => String(path).startsWith('/api/auth'))).toHaveLength(5)
    expect(lines.find(({ path }) => path === '/api/invitations/[redacted]')).toMatchObject({ status: 404 })
    expect(lines.find(({ path }) => path === '/readyz')).toMatchObject({ level: 'debug', status: 200 })
    for (const hidden of ['canary', password, secret, jwt, '$argon2']) expect(service.output()).not.toContain(hidden)
  })
})

it('a log for people is text, and omits messages below its configured level', async () => {
  const [sqlite] = await databases()
  const environment = { NODE_ENV: 'development' }
  const service = await startService(projectFolder({}), sqlite.connection, { environment })
  await service.ask('GET /api/nope')
  expect(await service.stop()).toBe(0)
  expect(service.output()).toMatch(
    /^\d\d:\d\d:\d\d GET \/api\/nope 404 requestId=\S+ .*milliseconds=\d+ address=127\.0\.0\.1$/m,
  )

  const quiet = await startService(projectFolder({ log: { level: 'warn' } }), sqlite.connection, { environment })
  await quiet.ask('GET /api/nope')
  expect(await quiet.stop()).toBe(0)
  expect(quiet.output()).not.toContain('404')
})
