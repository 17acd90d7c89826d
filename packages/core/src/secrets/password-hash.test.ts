import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { hashPassword, QueueBound, verifyPassword } from './password-hash.js'

const bcryptHash = '$2a$10$nOJ/8eQyRyPqWJPg3OvLKO7flVBwgHVzEJm3dSixR1wLS2lhya6Nm'

it('verifies the password of a hash, with every character of a long password', async () => {
  const password = 'p'.repeat(80)
  const hash = await hashPassword(password)
  expect(hash).toMatch(/^\$argon2id\$/)
  expect(await verifyPassword(password, hash)).toBe(true)
  expect(await verifyPassword(`${password.slice(0, -1)}q`, hash)).toBe(false)
})

it('rejects every password without a hash or with a hash of another kind', async () => {
  expect(await verifyPassword('nobody', null)).toBe(false)
  expect(await verifyPassword('x', '$2a$10$abcdefghijklmnopqrstuv')).toBe(false)
  expect(await verifyPassword('', '')).toBe(false)
})

it('verifies the password of a bcrypt hash up to cost 14', async () => {
  const hash = bcryptHash
  expect(await verifyPassword('Passw0rd!', hash)).toBe(true)
  expect(await verifyPassword('Passw0rd', hash)).toBe(false)
  expect(await verifyPassword('Passw0rd!', hash.replace('$10$', '$31$'))).toBe(false)
  // argon2 hashes and missing hashes have the same results as before.
  expect(await verifyPassword('secret', await hashPassword('secret'))).toBe(true)
  expect(await verifyPassword('secret', null)).toBe(false)
})

it("verifies passwords after a hash that can't be read", async () => {
  await expect(verifyPassword('secret', '$argon2id$torn')).rejects.toThrow('Decoding failed')
  expect(await verifyPassword('secret', await hashPassword('secret'))).toBe(true)
})

it('keeps a process alive until a password is hashed, and no longer', async () => {
  const module = new URL('../../dist/secrets/password-hash.js', import.meta.url).href
  const program = `const { hashPassword } = await import(${JSON.stringify(module)}); console.log(await hashPassword('secret'))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  // Other tests hash at a lower cost (vitest.config.ts).
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('rejects passwords with 503 when too many wait, and checks the others', async () => {
  // The jobs of other tests in this process may have been short, so that more may wait.
  for (let check = 0; check < 8; check++) await verifyPassword('secret', bcryptHash)
  const hash = await hashPassword('secret')
  const clients = Array.from({ length: 300 }, () => new AbortController())
  const attempts = clients.map(({ signal }) => verifyPassword('secret', hash, 'many', signal))
  const settled = Promise.allSettled(attempts)
  expect(await attempts[0]).toBe(true)
  // Those that still wait need not run.
  for (const client of clients) client.abort(new Error('gone'))
  const reasons = (await settled).flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
  const rejected = reasons.filter(({ name }) => name === 'ServiceUnavailableError')
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThan(attempts.length)
  expect(rejected[0]).toMatchObject({ headers: { 'Retry-After': '5' } })
})

it('lets as many jobs wait as end within five seconds, whether jobs are short or long', () => {
  const bound = new QueueBound()
  expect(bound.longest()).toBe(250)
  // The time of bcrypt and argon2 together.
  for (let check = 0; check < 100; check++) bound.note(170)
  expect(bound.longest()).toBe(29)
  for (let check = 0; check < 100; check++) bound.note(20)
  expect(bound.longest()).toBeGreaterThan(240)
  for (let check = 0; check < 100; check++) bound.note(3_000)
  expect(bound.longest()).toBe(8)
})

it('removes a waiting check from the queue when its client disconnects', async () => {
  const hash = await hashPassword('secret')
  const client = new AbortController()
  const [first, second] = [verifyPassword('secret', hash), verifyPassword('secret', hash, 'gone', client.signal)]
  const settled = Promise.allSettled([first, second])
  client.abort(new Error('gone'))
  expect(await settled).toMatchObject([{ value: true }, { reason: { message: 'gone' } }])
})

it('alternates between waiting clients, however many passwords each of them has in the queue', async () => {
  const order: string[] = []
  const hash = async (client: string) => {
    await hashPassword('secret', client)
    order.push(client)
  }
  // At most as many jobs as the queue takes on the slowest machine.
  await Promise.all([...Array.from({ length: 7 }, () => hash('first')), hash('second')])
  expect(order.indexOf('second')).toBeLessThanOrEqual(2)
})
