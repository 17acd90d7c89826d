import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'

const page = fileURLToPath(new URL('../../../../docs/server/hooks-and-routes.md', import.meta.url))

const type = (name: string, attributes: object) => [
  `src/api/${name}/content-types/${name}/schema.json`,
  JSON.stringify({ info: { singularName: name, pluralName: `${name}s` }, attributes }),
]

/** The project that the page describes: its code blocks, in the files that their first lines name. */
let folder: string
let api: ContentApi

beforeAll(async () => {
  const snippets = [...(await readFile(page, 'utf8')).matchAll(/^```js\n\/\/ (\S+)\n([^]*?)^```$/gm)]
  const files = [
    ...snippets.map(([, path = '', code = '']) => [path, code]),
    // The page names this middleware without showing it.
    ['src/middlewares/stamp.js', 'module.exports = () => (ctx, next) => next()'],
    type('article', { title: { type: 'string' }, summary: { type: 'string', required: true } }),
    type('review', { title: { type: 'string' } }),
    type('entry', { text: { type: 'string' } }),
  ]
  folder = await mkdtemp(join(tmpdir(), 'content-api-docs-'))
  for (const [path = '', text = ''] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  if (snippets.length !== 9) throw new Error(`The page has ${snippets.length} snippets with the names of files`)
  api = await createContentApi({ project: folder, database: ':memory:' })
})
afterAll(async () => {
  await api?.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const init = { method, ...(body && { headers, body: JSON.stringify(body) }) }
  const response = await api.fetch(new Request(`http://docs.example/api${path}`, init))
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const entries = async () =>
  (await ask('GET', '/entrys?sort=id')).body.data.map(
    ({ attributes }: { attributes: { text: string } }) => attributes.text,
  )

it('the documented hooks work as described', async () => {
  const title = 'A title that is too long to be its own summary'
  const { body } = await ask('POST', '/articles', { data: { title } })
  expect(body.data.attributes).toMatchObject({ title, summary: title.slice(0, 40) })
  await ask('PUT', `/articles/${body.data.id}`, { data: { title: 'Short' } })
  expect(await entries()).toEqual(['Short: changed by somebody'])
  const { id } = await api.accounts.createUser({ username: 'ada', email: 'ada@example.com' })
  expect(await entries()).toEqual(['Short: changed by somebody', 'Welcome, ada'])
  expect(id).toBe(1)
})

it('the documented routes work as described', async () => {
  const pong = await api.fetch(new Request('http://docs.example/ping'))
  expect(await pong.json()).toEqual({ pong: true })
  for (const title of ['one', 'two', 'three']) await ask('POST', '/articles', { data: { title } })
  const latest = await ask('GET', '/articles/latest/2')
  expect(latest.body).toMatchObject([{ title: 'three' }, { title: 'two' }])
  const { id } = latest.body[0]
  const cheer = (query: string, body: object) => ask('POST', `/articles/${id}/cheer${query}`, body)
  expect(await cheer('?please', { word: 'Bravo' })).toEqual({ status: 202, body: { cheered: 'Bravo, three!' } })
  expect((await cheer('?please', {})).body.error).toMatchObject({ status: 400, message: 'Say a word' })
  expect((await cheer('', { word: 'Bravo' })).body.error).toMatchObject({ status: 403, name: 'PolicyError' })
  expect(api.accounts.actions()).toContain('api::article.article.latest')
})

it('the documented changes of generated actions work as described', async () => {
  expect((await ask('POST', '/blog/reviews', { data: { title: '' } })).status).toBe(403)
  for (const title of ['b', 'a']) await ask('POST', '/blog/reviews', { data: { title } })
  const { data, meta } = (await ask('GET', '/blog/reviews')).body
  expect([data[0].attributes.title, meta.shown]).toEqual(['a', 2])
  expect((await ask('GET', `/blog/reviews/${data[0].id}`)).body.data.attributes.title).toBe('a')
  expect((await ask('DELETE', `/blog/reviews/${data[0].id}`)).status).toBe(405)
})
