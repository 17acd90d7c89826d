import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { type ConfigInput, type ContentApi, type ContentApiOptions, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'

const contentTypes = {
  'api::author.author': {
    info: { singularName: 'author', pluralName: 'authors' },
    attributes: { name: { type: 'string' } },
  },
  'api::article.article': {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: {
      title: { type: 'string' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
  },
}

const folder = await mkdtemp(join(tmpdir(), 'content-api-fixtures-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const lines = (...entries: object[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
const author = { type: 'api::author.author', id: 1, attributes: { name: 'Ada' } }
const article = { type: 'api::article.article', id: 1, attributes: { title: 'One', author: 1 } }

/** A folder whose first file refers to an entry of the second. */
const seed = join(folder, 'seed')
await mkdir(join(seed, 'uploads'), { recursive: true })
await writeFile(join(seed, '1-articles.jsonl'), lines(article))
await writeFile(join(seed, '2-authors.jsonl'), lines(author))
await writeFile(join(seed, 'uploads', 'picture.txt'), 'a picture')

async function get(api: ContentApi, path: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await api.fetch(new Request(`http://service.example/api${path}`, { headers }))
  return { status: response.status, body: (await response.json()) as { data: { attributes: object }[] } }
}

describe.each(await databases())('fixtures on $name', ({ connection }) => {
  const open = (more: Partial<ContentApiOptions> = {}, config: ConfigInput = {}) =>
    createContentApi({
      contentTypes,
      database: connection,
      development: true,
      ...more,
      config: { upload: { directory: join(folder, connection.dialect) }, log: { level: 'silent' }, ...config },
    })

  it('are imported once into a database without content, with their files', async () => {
    const first = await open({ seed })
    const { body } = await get(first, '/articles?populate=author')
    expect(body.data).toMatchObject([
      { id: 1, attributes: { title: 'One', author: { data: { attributes: { name: 'Ada' } } } } },
    ])
    expect(await readFile(join(folder, connection.dialect, 'picture.txt'), 'utf8')).toBe('a picture')
    const request = new Request('http://service.example/api/articles/1', { method: 'DELETE' })
    expect((await first.fetch(request)).status).toBe(200)
    await first.close()
    const second = await open({ seed })
    expect((await get(second, '/articles')).body.data).toEqual([])
    await second.close()
  })

  it('create users and tokens, and update existing ones', async () => {
    const signIn = async (api: ContentApi, password: string) => {
      const body = JSON.stringify({ identifier: 'ada', password })
      const headers = { 'content-type': 'application/json' }
      const request = new Request('http://service.example/api/auth/local', { method: 'POST', headers, body })
      return (await api.fetch(request)).status
    }
    const permissions = { editor: ['api::article.article.find'], public: [] }
    const ada = { username: 'ada', email: 'ada@example.com', password: 'first-password', role: 'editor' }
    const token = { name: 'test', type: 'full-access' as const, accessKey: 'a-token-that-stays' }
    const first = await open({}, { permissions, development: { users: [ada], tokens: [token] } })
    expect(await signIn(first, 'first-password')).toBe(200)
    expect(await first.accounts.listUsers()).toMatchObject([{ username: 'ada', role: { type: 'editor' } }])
    expect((await get(first, '/articles', token.accessKey)).status).toBe(200)
    expect((await get(first, '/articles')).status).toBe(403)
    await first.accounts.setBlocked('ada', true)
    await first.close()

    const custom = { ...token, type: 'custom' as const, permissions: ['api::author.author.find'] }
    const other = { ...ada, password: 'other-password', role: 'authenticated' }
    const second = await open({}, { permissions, development: { users: [other], tokens: [custom] } })
    expect([await signIn(second, 'first-password'), await signIn(second, 'other-password')]).toEqual([400, 200])
    expect(await second.accounts.listUsers()).toMatchObject([
      { username: 'ada', blocked: false, role: { type: 'authenticated' } },
    ])
    expect((await get(second, '/articles', token.accessKey)).status).toBe(403)
    expect((await get(second, '/authors', token.accessKey)).status).toBe(200)
    await second.close()
  })
})

describe('a mistake in fixtures', () => {
  const open = (options: Partial<ContentApiOptions>) =>
    createContentApi({ contentTypes, database: ':memory:', development: true, ...options })

  it('is reported with the file and its line', async () => {
    const wrong = join(folder, 'wrong')
    await mkdir(wrong)
    await writeFile(join(wrong, '1.jsonl'), lines(author))
    await writeFile(join(wrong, '2.jsonl'), lines(article, { ...article, id: 2, attributes: { titel: 'Two' } }))
    const message = `${join(wrong, '2.jsonl')}, line 2: api::article.article has no attribute "titel". Did you mean "title"?`
    // Files of a seed are copied before its entries are read, so the message says nothing about them.
    await expect(open({ seed: wrong })).rejects.toThrow(`${message}\nNo entry was imported.`)
  })

  it('is reported for a path without fixtures', async () => {
    const empty = join(folder, 'empty')
    await mkdir(empty)
    await expect(open({ seed: join(folder, 'nothing') })).rejects.toThrow('There is no file or folder')
    await expect(open({ seed: empty })).rejects.toThrow('no file that ends in .jsonl')
  })

  it('is reported with the name of the user or the token', async () => {
    const user = { username: 'ada', email: 'ada@example.com', password: 'long-enough', role: 'edtor' }
    const withUser = { permissions: { editor: [] }, development: { users: [user] } }
    await expect(open({ config: withUser })).rejects.toThrow(
      'development.users.0 There is no role "edtor". Did you mean "editor"?',
    )
    const tokens = [{ name: 'short', accessKey: 'short' }]
    await expect(open({ config: { development: { tokens } } })).rejects.toThrow(
      'development.tokens.0 An API token must',
    )
  })

  it('is reported for development users in production', async () => {
    const options = {
      development: false,
      config: { development: { tokens: [{ name: 'ci', accessKey: 'x'.repeat(20) }] } },
    }
    for (const environment of ['', 'production', 'staging']) {
      vi.stubEnv('NODE_ENV', environment)
      await expect(open(options)).rejects.toThrow('development is for development only')
    }
    vi.stubEnv('NODE_ENV', 'development')
    await (await open(options)).close()
  })
})

it('importEntries reads the lines of a readline interface that arrive before the roles are read', async () => {
  const api = await createContentApi({ contentTypes, database: ':memory:' })
  const input = createReadStream(join(seed, '2-authors.jsonl'))
  expect(await api.importEntries(createInterface({ input }))).toMatchObject({ entries: 1 })
  await api.close()
})
