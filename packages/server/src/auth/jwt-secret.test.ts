import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { resolveJwtSecret } from './jwt-secret.js'

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
