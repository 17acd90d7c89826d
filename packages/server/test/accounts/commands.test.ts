import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContentApi } from '../../src/service.js'
import { loadCommand } from '../support/command-line.js'
import { runInProcess, type Said } from '../../../../tests/support/run-in-process.js'

const config = { database: 'data.db', permissions: { public: ['api::article.article.find'] } }
let folder: string
let project: string

const run = (...args: string[]): Promise<Said> =>
  runInProcess(loadCommand, args, { cwd: project, environment: { JWT_SECRET: undefined } })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-accounts-'))
  project = folder
  await run('init', 'blog')
  project = join(folder, 'blog')
  await writeFile(join(project, 'content-api.config.json'), JSON.stringify(config))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Sends a request to a new service that reads the configuration of the project. */
async function ask(line: string, { token, body }: { token?: string; body?: object } = {}): Promise<number> {
  const [method = '', path = ''] = line.split(' ')
  const api = await createContentApi({ project, config: { auth: { jwt: { secret: 'x'.repeat(32) } } } })
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const request = new Request(`http://x${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  try {
    return (await api.fetch(request)).status
  } finally {
    await api.close()
  }
}

it('start without a secret fails and says how to create one; import works without a secret', async () => {
  const { code, error } = await run('start', '--port', '0')
  expect(code).toBe(1)
  expect(error).toContain('auth.jwt.secret is missing')
  expect(error).toContain('node -p')
  expect((await run('import', 'content.jsonl')).code).toBe(0)
})

it('user commands create, list, block and delete users', async () => {
  const { code, out, error } = await run('user', 'create', 'ada', 'Ada@Example.com')
  expect([code, error]).toEqual([0, expect.stringContaining('shown only once')])
  const login = { body: { identifier: 'ada@example.com', password: out.trim() } }
  expect(await ask('POST /api/auth/local', login)).toBe(200)
  const list = await run('user', 'list')
  expect(list.out).toMatch(/ada\s+│ ada@example\.com\s+│ authenticated/)
  expect(list.out).not.toContain('argon2')
  expect(await run('user', 'sign-out', 'ada')).toMatchObject({ code: 0, out: 'Signed ada out everywhere.\n' })
  expect((await run('user', 'sign-out', 'nobody')).error).toBe('There is no user "nobody"\n')
  expect(await ask('POST /api/auth/local', login)).toBe(200)
  expect((await run('user', 'block', 'ada')).code).toBe(0)
  expect(await ask('POST /api/auth/local', login)).toBe(400)
  expect((await run('user', 'unblock', 'ADA')).code).toBe(0)
  const { out: fresh } = await run('user', 'password', 'ada')
  expect(await ask('POST /api/auth/local', login)).toBe(400)
  const again = { body: { identifier: 'ada', password: fresh.trim() } }
  expect(await ask('POST /api/auth/local', again)).toBe(200)
  expect(await run('user', 'create', 'ADA', 'other@example.com')).toMatchObject({
    code: 1,
    error: 'Username already taken\n',
  })
  expect((await run('user', 'create', 'bob', 'b@example.com', '--role', 'authenticate')).error).toContain(
    'Did you mean "authenticated"?',
  )
  expect((await run('user', 'delete', 'ada')).code).toBe(0)
  expect((await run('user', 'delete', 'ada')).error).toBe('There is no user "ada"\n')
})

it('token commands show a token once, list tokens without the secret, and revoke them', async () => {
  const { out } = await run('token', 'create', 'site', '--type', 'custom', '--allow', 'api::author.author.find')
  const token = out.trim()
  expect(await ask('GET /api/authors', { token })).toBe(200)
  expect(await ask('GET /api/articles', { token })).toBe(403)
  const list = await run('token', 'list')
  expect(list.out).toMatch(/site\s+│ custom\s+│ api::author\.author\.find/)
  expect(list.out).not.toContain(token)
  expect((await run('token', 'create', 'x', '--type', 'custom', '--allow', 'api::author.author.fnd')).error).toContain(
    'Did you mean "api::author.author.find"?',
  )
  expect((await run('token', 'create', 'x', '--type', 'full')).code).toBe(1)
  expect((await run('token', 'create', 'x', '--days', '0')).code).toBe(1)
  expect((await run('token', 'revoke', 'site')).code).toBe(0)
  expect(await ask('GET /api/authors', { token })).toBe(401)
})

it('permissions commands list all roles, and change those outside the configuration', async () => {
  const list = await run('permissions', 'list')
  expect(list.out).toMatch(/public\s+│ 0\s+│ api::article\.article\.find\s+│ configuration/)
  expect((await run('permissions', 'list', '--all')).out.split('\n')).toContain('api::author.author.delete')
  expect((await run('permissions', 'grant', 'public', 'api::author.author.find')).error).toContain('Change them there')
  expect((await run('permissions', 'grant', 'authenticated', 'api::author.author.fnid')).error).toContain(
    'Did you mean',
  )
  expect((await run('permissions', 'grant', 'authenticated', 'api::author.author.find')).code).toBe(0)
  expect((await run('permissions', 'list', 'authenticated')).out).toContain('api::author.author.find')
  expect((await run('permissions', 'revoke', 'authenticated', 'api::author.author.find')).code).toBe(0)
  expect((await run('permissions', 'list', 'authenticated')).out).not.toContain('api::author.author.find')
})
