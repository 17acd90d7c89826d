import { describe, expect, it } from 'vitest'
import { describeError, withoutSecretMembers, withoutSecrets } from './without-secrets.js'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJlLWNhbmFyeQ'
const token = 'Zk3vY9_dQ0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1'

describe('secrets in text', () => {
  it.each([
    ['a header', `authorization: Bearer ${token}`],
    ['a header in a sentence', `refused Bearer ${token}, try again`],
    ['basic credentials', 'Authorization: Basic Y2FuYXJ5OmNhbmFyeQ=='],
    ['a token of a user', `verifying ${jwt} failed`],
    ['an API token', `no such token ${token}`],
    ['a token of a user after other words', `handlers.jwt.retry-${jwt}.again failed`],
    ['a URL with credentials', 'cannot reach postgres://content:canary-1@db.example/content'],
    ['a URL with a strange password', 'cannot reach postgres://content:can:ary-1@db.example/content'],
    ['a form', 'identifier=ada&password=canary-1&remember=yes'],
    ['JSON', '{"identifier":"ada","password":"canary-1 with \'spaces\'","deep":{"resetPasswordToken":"canary-2"}}'],
    ['a printed object', "{ password: 'canary-1', secret: 'canary-2' }"],
    ['a query', 'GET /api/auth/email-confirmation?confirmation=canary-1&x=1 and ?code=canary-2'],
    ['a hash', "Key (password)=($argon2id$v=19$m=19456,t=2,p=1$canary$canary) and '$2b$10$canarycanary'"],
    ['a code sent by mail', `code ${'0123456789abcdef'.repeat(4)}0193f8a3c21`],
    ['a cookie', 'Cookie: session=canary-1'],
  ])('are removed: %s', (_where, text) => {
    const cleaned = withoutSecrets(text)
    expect(cleaned).toContain('[redacted]')
    for (const secret of ['canary', token, jwt, 'Y2FuYXJ5', '0193f8a3c21']) expect(cleaned).not.toContain(secret)
  })

  it.each([
    'connect ECONNREFUSED 127.0.0.1:5432',
    'GET /api/articles failed: The database cannot be reached at the moment',
    'at PostgresDatabase.read (file:///srv/app/node_modules/@content-api/server/dist/storage/postgres-database.js:82:22)',
    'Cannot read properties of undefined (reading "tokens")',
    'd9bd066b-5e04-446f-8373-5de6b0663af4',
  ])('are not found in harmless text: %s', (text) => expect(withoutSecrets(text)).toBe(text))
})

it.each(['a-', 'eyJa-', 'eyJa.', '://a', 'token=', '$2b$', 'Bearer ', 'aB1_', 'f', '"', "token:'"])(
  'a text of 200,000 times %s is searched at once, not once more at each of its positions',
  (unit) => expect(withoutSecrets(`=${unit.repeat(200_000)}`).length).toBeGreaterThan(0),
)

describe('fields of a log message', () => {
  it('have no value under the names of secrets, and all other values unchanged', () => {
    const when = new Date(0)
    const fields = {
      password: 'canary',
      when,
      body: { identifier: 'ada', secret: ['canary'], list: [{ token: { deep: 'canary' }, kept: 1 }] },
    }
    const cleaned = withoutSecretMembers(fields)
    expect(cleaned).toEqual({
      password: '[redacted]',
      when,
      body: { identifier: 'ada', secret: '[redacted]', list: [{ token: '[redacted]', kept: 1 }] },
    })
    expect(fields.password).toBe('canary')
  })

  it('have no secrets within their strings, at any level', () => {
    const fields = { path: `/api/invitations/${jwt}`, request: { urls: ['/reset?code=canary'] } }
    expect(withoutSecretMembers(fields)).toEqual({
      path: '/api/invitations/[redacted]',
      request: { urls: ['/reset?code=[redacted]'] },
    })
    expect(withoutSecretMembers({ path: fields.path })).toEqual({ path: '/api/invitations/[redacted]' })
  })
})

describe('an error in the log', () => {
  it('has its message and code, but no other properties that libraries add', () => {
    const cause = Object.assign(new Error('duplicate key, password=canary'), { code: '23505' })
    const error = Object.assign(new Error('Validation error', { cause }), {
      sql: 'INSERT INTO up_users (password) VALUES ($1)',
      parameters: ['canary'],
      original: { detail: 'Key (email)=(canary@example.com) already exists.' },
    })
    const described = describeError(error)
    expect(described).toMatchObject({
      type: 'Error',
      message: 'Validation error',
      cause: { type: 'Error', code: '23505', message: 'duplicate key, password=[redacted]' },
    })
    expect(JSON.stringify(described)).not.toContain('canary')
  })

  it('may be its own cause, or not an Error', () => {
    const loop = new Error('round')
    loop.cause = loop
    expect(JSON.stringify(describeError(loop)).match(/"message":"round"/g)).toHaveLength(6)
    expect(describeError('Bearer canary')).toEqual({ type: 'string', message: 'Bearer [redacted]' })
    expect(describeError(undefined)).toEqual({ type: 'undefined', message: 'undefined' })
  })
})
