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
    ['a password like a word of a message', 'password: must-canary is, token: isolated-canary x, secret: is.canary a'],
    ['a password after a message', 'password: must be set, not password: canary-1 and password=canary-1'],
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
    'password: must be at least 6 characters',
    `api.password: isn't a string, "jwt.secret": can't be empty, authorization: is missing`,
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

/** Names as libraries, headers and environments spell them. */
const names = [
  'Authorization',
  'proxy-authorization',
  'api_key',
  'apiKey',
  'X-Api-Key',
  'client_secret',
  'CLIENT-SECRET',
  'JWT_SECRET',
  'API_TOKEN_SALT',
  'APP_KEYS',
  'accessToken',
  'refresh_tokens',
  'Set-Cookie',
  'currentPassword',
  'DATABASE_PASSWORD',
  'pass',
  'private-key',
  'AWS_SECRET_ACCESS_KEY',
  'connect.sessionId',
]
const harmlessNames = ['author', 'key', 'passed', 'tokenCount', 'keyword', 'cookieBanner', 'secretary', 'id', '']

describe('names of secrets', () => {
  it.each(names)('LEAK-50 are recognized in fields, whatever their spelling: %s', (name) => {
    for (const value of ['canary', ['canary'], { deep: 'canary' }, 4_711, true]) {
      expect(withoutSecretMembers({ [name]: value })).toEqual({ [name]: '[redacted]' })
      expect(withoutSecretMembers({ a: { b: [{ [name]: value }] } })).toEqual({ a: { b: [{ [name]: '[redacted]' }] } })
    }
    expect(withoutSecretMembers({ [name]: null })).toEqual({ [name]: null })
  })

  it.each(names)('LEAK-51 are recognized in text, in every notation: %s', (name) => {
    const escaped = JSON.stringify(JSON.stringify({ [name]: 'canary "quoted"', kept: 1 }))
    const texts = [
      `${name}=canary`,
      `${name} = canary`,
      `${name}: canary`,
      `export ${name}="canary with spaces"`,
      `${name}='canary, with a comma'`,
      `GET /callback?a=1&${name}=canary&kept=1`,
      `user[${name}]=canary&kept=1`,
      `user%5B${name}%5D=canary&kept=1`,
      `${name}: [canary, canary]`,
      `{${JSON.stringify(name)}:"canary \\" canary","kept":1}`,
      `{ '${name}': \`canary\`, kept: 1 }`,
      `body ${escaped}`,
      `twice ${JSON.stringify(escaped)}`,
      `${name}="canary without an end`,
    ]
    for (const text of texts) {
      const cleaned = withoutSecrets(text)
      expect([text, cleaned]).toEqual([text, expect.stringContaining('[redacted]')])
      expect(cleaned).not.toContain('canary')
      // The value of such a header is the rest of its line.
      const isHeader = /authorization|cookie/i.test(name)
      expect(cleaned).toMatch(text.includes('kept') && !isHeader ? /kept/ : /^/)
    }
    expect(withoutSecretMembers({ url: `/x?${name}=canary` })).toEqual({ url: `/x?${name}=[redacted]` })
  })

  it.each(harmlessNames)('LEAK-50 are not found in other names: %j', (name) => {
    expect(withoutSecretMembers({ [name]: 'kept' })).toEqual({ [name]: 'kept' })
    for (const text of [`${name}=kept`, `${name}: kept`, `{"${name}":"kept"}`]) expect(withoutSecrets(text)).toBe(text)
  })
})

describe('secrets without a name', () => {
  it.each([
    'Authorization: Digest username="canary", response="canary"',
    'Authorization: Token canary canary',
    'authorization: Basic Y2FuYXJ5OmNhbmFyeQ==',
    'proxy says Negotiate canarycanary==',
    `headers: { Authorization: 'Bearer canary' }`,
  ])('LEAK-52 are removed from headers: %s', (text) => expect(withoutSecrets(text)).not.toMatch(/canary|Y2Fu/))

  it.each([
    'postgres://content:canary@db.example/content',
    'postgres://content:can@canary@db.example/content',
    'redis://:canary@cache.example',
    'https://canary@example.com/path?x=1',
    'https://bucket.example/file?X-Amz-Credential=canary&X-Amz-Signature=canary',
    'https://account.example/blob?sv=1&sig=canary',
  ])('LEAK-53 are removed from URLs: %s', (text) => {
    const cleaned = withoutSecrets(`failed at ${text} again`)
    expect(cleaned).not.toContain('canary')
    expect(cleaned).toMatch(/^failed at \w+:\/\/.*example.* again$|^failed at \w+:\/\/.* again$/)
  })

  it.each(['PRIVATE KEY', 'RSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'])('LEAK-54 are removed from PEM: %s', (kind) => {
    const pem = `-----BEGIN ${kind}-----\ncanary\ncanary==\n-----END ${kind}-----`
    for (const text of [pem, pem.replaceAll('\n', '\\n'), `a ${pem} b ${pem} c`]) {
      expect(withoutSecrets(text)).not.toContain('canary')
    }
    expect(withoutSecrets(`a ${pem} b`)).toBe('a [redacted] b')
    expect(withoutSecrets(pem.slice(0, -20))).toBe('[redacted]')
    const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
    expect(withoutSecrets(certificate)).toBe(certificate)
  })

  it('LEAK-55 are removed from cookies, up to the end of the line', () => {
    const text = 'GET /\nCookie: a=canary; b="canary"; c=canary canary\nSet-Cookie: s=canary; HttpOnly\nHost: kept'
    expect(withoutSecrets(text)).toBe('GET /\nCookie: [redacted]\nSet-Cookie: [redacted]\nHost: kept')
  })
})

describe('values of any shape', () => {
  it('LEAK-56 are searched at every level that is logged, and the others are left out', () => {
    let deep: unknown = { password: 'canary' }
    for (let level = 0; level < 20; level++) deep = { deep }
    expect(JSON.stringify(withoutSecretMembers({ deep }))).not.toContain('canary')
    const round: Record<string, unknown> = { password: 'canary' }
    round['self'] = round
    expect(JSON.stringify(withoutSecretMembers({ round }))).toMatch(/\[left out\]/)
    expect(JSON.stringify(withoutSecretMembers({ round }))).not.toContain('canary')
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`n${index}`, 'x']))
    expect(Object.keys(withoutSecretMembers({ many })['many'] as object).length).toBeLessThan(5_001)
  })

  it('LEAK-56 are searched as JSON shows them', () => {
    const when = new Date(0)
    const own = { toJSON: () => ({ password: 'canary', kept: 1 }) }
    const fields = { own, when, error: new Error('password=canary'), bytes: Buffer.from('canary') }
    const cleaned = withoutSecretMembers({ fields })
    expect(cleaned).toMatchObject({ fields: { own: { password: '[redacted]', kept: 1 }, when, bytes: '[6 bytes]' } })
    expect(JSON.stringify(cleaned)).not.toContain('canary')
  })
})

it.each([
  'a=',
  'password=',
  'password="',
  `${'a'.repeat(150)}=`,
  `${'a'.repeat(150)}${'='.repeat(10)}`,
  '\\\\\\"token\\\\\\":',
  '"token":"\\',
  'cookie:',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY',
  '://a',
  'Basic ',
  ' '.repeat(100),
])('LEAK-57 the search takes linear time: %j', (part) => {
  const text = part.repeat(Math.ceil(500_000 / part.length))
  withoutSecrets(text.slice(0, 50_000))
  const before = process.cpuUsage()
  withoutSecrets(text)
  const { user, system } = process.cpuUsage(before)
  // Processor time, which other programs don't change. A quadratic search takes minutes.
  expect((user + system) / 1_000).toBeLessThan(5_000)
})

it('LEAK-59 the strings of an event have a limit together', () => {
  const long = 'word '.repeat(10_000)
  const kept = withoutSecretMembers({ long, list: Array.from({ length: 100 }, () => long) })
  expect(String(kept['long']).length).toBeLessThan(8_300)
  expect(JSON.stringify(kept).length).toBeLessThan(70_000)
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

  it('LEAK-59 has the beginning of a long message, and all frames of its stack', () => {
    const error = new Error('\n    at a (/b.js:1:1) '.repeat(50_000))
    const { message, stack = '' } = describeError(error)
    expect(message).toMatch(/… \[\d+ more characters\]$/)
    expect(message.length).toBeLessThan(8_300)
    expect(stack.length).toBeLessThan(16_000)
    expect(stack).toContain('without-secrets.test.ts')
  })

  it.each(['canary'.repeat(7), `Bearer ${'canary'.repeat(300)}`, `eyJ${'canary'.repeat(250)}.canary.canary`])(
    'LEAK-59 has no beginning of a secret, where a long message is cut: %.20s',
    (secret) => {
      for (let before = 8_150 - secret.length; before < 8_193; before += 11) {
        const message = `${'word '.repeat(before / 5)} ${secret} ${'word '.repeat(2_000)}`
        // The search for secrets knows the complete one only.
        expect(describeError(new Error(message)).message.replace(secret, '')).not.toMatch(/canary/)
      }
    },
  )

  it('may be its own cause, or not an Error', () => {
    const loop = new Error('round')
    loop.cause = loop
    expect(JSON.stringify(describeError(loop)).match(/"message":"round"/g)).toHaveLength(6)
    expect(describeError('Bearer canary')).toEqual({ type: 'string', message: 'Bearer [redacted]' })
    expect(describeError(undefined)).toEqual({ type: 'undefined', message: 'undefined' })
  })
})
