import { createHmac } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { describe, expect, it, afterEach, beforeEach } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import { isRevoked, nextTokenEpoch, signJwt, verifyJwt, resolveJwtSecret } from './jwt.js'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const options = { secret: 'a-secret-of-more-than-32-characters', expiresIn: '30d' }
const seconds = () => Math.floor(Date.now() / 1_000)

function isRejected(token: string): boolean {
  const { name, message } = failure(() => verifyJwt([options.secret], token))
  return name === 'UnauthorizedError' && message === 'Missing or invalid credentials'
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a JWT', () => {
  it('names its user and expires after the configured time', () => {
    const before = Date.now()
    const token = signJwt(options, 7, null)
    const after = Date.now()
    const { userId, issuedAt } = verifyJwt([options.secret], token)
    expect(userId).toBe(7)
    expect(issuedAt).toBeGreaterThanOrEqual(before)
    expect(issuedAt).toBeLessThan(after + 1)
    const { iat, exp } = jwt.decode(token) as { iat: number; exp: number }
    // `iat` has a fraction of a second, `exp` doesn't.
    expect(Math.abs(exp - iat - 30 * 86_400)).toBeLessThan(1)
    expect(Object.keys(jwt.decode(token) as object)).toEqual(['id', 'iat', 'since', 'exp'])
  })

  it('AUTH-53 is valid at once after a password change whose time is in the future', () => {
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    const claims = verifyJwt([options.secret], signJwt(options, 1, ahead))
    expect(isRevoked(claims, ahead)).toBe(false)
    expect(isRevoked(claims, nextTokenEpoch(ahead))).toBe(true)
  })

  it('from another issuer with the same secret counts as issued at the start of its second', () => {
    const iat = seconds()
    expect(verifyJwt([options.secret], jwt.sign({ id: 1, iat }, options.secret, { expiresIn: '1h' })).issuedAt).toBe(
      iat * 1_000,
    )
  })

  it('is revoked by the next change, and not by the one before it', () => {
    const changes = [null, nextTokenEpoch(null), nextTokenEpoch(new Date(Date.now() + 9_000).toISOString())]
    const tokens = changes.map((change) => verifyJwt([options.secret], signJwt(options, 1, change)))
    const revoked = tokens.map((token) => changes.map((change) => isRevoked(token, change)))
    expect(revoked).toEqual([
      [false, true, true],
      [true, false, true],
      [true, true, false],
    ])
  })

  it('without the time of the last change is revoked by changes after it was issued', () => {
    const token = verifyJwt([options.secret], signJwt(options, 1))
    expect(token.since).toBeNull()
    const at = (milliseconds: number) => new Date(token.issuedAt + milliseconds).toISOString()
    expect([null, at(-5), at(5)].map((change) => isRevoked(token, change))).toEqual([false, false, true])
  })
})

const invalidTokens: readonly (readonly [name: string, token: () => string])[] = [
  ['another secret', () => jwt.sign({ id: 1 }, 'another-secret')],
  [
    'an empty secret',
    () => `${part({ alg: 'HS256' })}.${part({ id: 1 })}.${createHmac('sha256', '').digest('base64url')}`,
  ],
  ['the secret "undefined"', () => jwt.sign({ id: 1 }, 'undefined')],
  ['HS512 under the right secret', () => jwt.sign({ id: 1 }, options.secret, { algorithm: 'HS512' })],
  ['an expired one', () => jwt.sign({ id: 1, iat: seconds() - 20, exp: seconds() - 10 }, options.secret)],
  ['one that is not valid yet', () => jwt.sign({ id: 1, nbf: seconds() + 60 }, options.secret)],
  ['one without an id', () => jwt.sign({}, options.secret)],
  ['an id that is text', () => jwt.sign({ id: '1' }, options.secret)],
  ['a fraction for an id', () => jwt.sign({ id: 1.5 }, options.secret)],
  ['an object for an id', () => jwt.sign({ id: { $ne: null } }, options.secret)],
  ['one that never expires', () => jwt.sign({ id: 1 }, options.secret)],
  ['one issued in the future', () => jwt.sign({ id: 1, iat: seconds() + 120 }, options.secret, { expiresIn: '1h' })],
  ['one without an issue time', () => jwt.sign({ id: 1 }, options.secret, { noTimestamp: true })],
  ['text as payload', () => jwt.sign('1', options.secret)],
  ['nonsense', () => 'a.b.c'],
  ...['none', 'None', 'NONE', 'nOnE'].map(
    (alg) => [`alg ${alg}`, () => `${part({ alg, typ: 'JWT' })}.${part({ id: 1, iat: seconds() })}.`] as const,
  ),
  ...['kid', 'jku', 'jwk', 'x5u'].map(
    (key) =>
      [
        `a key of its own in ${key}`,
        () => {
          const head = part({
            alg: 'HS256',
            typ: 'JWT',
            [key]: key === 'jwk' ? { kty: 'oct', k: '' } : '../../dev/null',
          })
          const body = `${head}.${part({ id: 1, iat: seconds() })}`
          return `${body}.${createHmac('sha256', '').update(body).digest('base64url')}`
        },
      ] as const,
  ),
]

it.each(invalidTokens)('rejects %s', (_, token) => {
  expect(isRejected(token())).toBe(true)
})

let project: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'content-api-secret-'))
})
afterEach(() => rm(project, { recursive: true, force: true }))

it('rejects a missing or short secret and says how to create one', async () => {
  await expect(resolveJwtSecret({ configured: undefined, strict: true, project })).rejects.toThrow(
    /auth\.jwt\.secret is missing[^]*node -p "crypto\.randomBytes\(32\)[^]*JWT_SECRET/,
  )
  await expect(resolveJwtSecret({ configured: 'x'.repeat(31), strict: true, project })).rejects.toThrow(
    /has fewer than 32 bytes[^]*node -p/,
  )
  expect(await resolveJwtSecret({ configured: 'x'.repeat(32), strict: true, project })).toBe('x'.repeat(32))
})

it('creates a secret in development, in a file that only its owner can read', async () => {
  const options = { configured: undefined, strict: false, project }
  const secret = await resolveJwtSecret(options)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await resolveJwtSecret(options)).toBe(secret)
  const file = join(project, '.tmp/jwt-secret')
  expect(await readFile(file, 'utf8')).toBe(secret)
  expect((await stat(file)).mode & 0o077).toBe(0)
  await writeFile(file, '')
  await expect(resolveJwtSecret(options)).rejects.toThrow(/holds no secret/)
})

it('creates one secret for concurrent starts and leaves no other file', async () => {
  const options = { configured: undefined, strict: false, project }
  const secrets = await Promise.all(Array.from({ length: 8 }, () => resolveJwtSecret(options)))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(join(project, '.tmp'))).toEqual(['jwt-secret'])
})

it('creates a new secret at each start without a project folder', async () => {
  const options = { configured: undefined, strict: false, project: undefined }
  expect(await resolveJwtSecret(options)).not.toBe(await resolveJwtSecret(options))
})
