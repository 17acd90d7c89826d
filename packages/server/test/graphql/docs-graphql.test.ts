import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
// Without this import, the first test loads the module, which counts towards its time limit.
import '@content-api/interfaces/graphql/http/endpoint'

const page = (name: string) => readFile(new URL(`../../../../docs/server/${name}.md`, import.meta.url), 'utf8')

const extensions = await page('graphql-extensions')
/** The files on the page. `src/index.js` occurs several times, with different code. */
const files = [...extensions.matchAll(/^```js\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(([, path = '', code = '']) => ({
  path,
  code,
}))
const indexes = files.filter(({ path }) => path === 'src/index.js').map(({ code }) => code)
const [first = '', entries = '', policies = '', middlewares = ''] = indexes

const relation = (kind: string, target: string) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
})
const types = {
  memo: { text: { type: 'string' } },
  city: { latitude: { type: 'float' }, longitude: { type: 'float' } },
  tag: { name: { type: 'string' } },
  category: { name: { type: 'string' } },
  comment: { text: { type: 'string' }, approved: { type: 'boolean' } },
  article: {
    title: { type: 'string' },
    publishDate: { type: 'date' },
    category: relation('manyToOne', 'category'),
    tags: relation('manyToMany', 'tag'),
    comments: relation('oneToMany', 'comment'),
  },
}
const plurals: Readonly<Record<string, string>> = { city: 'cities', category: 'categories' }

let folder: string | undefined
let api: ContentApi | undefined
afterEach(async () => {
  await api?.close()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

/** Starts the project of the page with this `src/index.js`. */
async function start(index: string): Promise<(query: string, variables?: object) => Promise<unknown>> {
  const project = await mkdtemp(join(tmpdir(), 'content-api-docs-'))
  folder = project
  const schemas = Object.entries(types).map(([name, attributes]) => ({
    path: `src/api/${name}/content-types/${name}/schema.json`,
    code: JSON.stringify({ info: { singularName: name, pluralName: plurals[name] ?? `${name}s` }, attributes }),
  }))
  const others = files.filter(({ path }) => path !== 'src/index.js')
  for (const { path, code } of [...schemas, ...others, { path: 'src/index.js', code: index }]) {
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), code)
  }
  const opened = await createContentApi({ project, database: ':memory:', config: { log: { level: 'silent' } } })
  api = opened
  return async (query, variables) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    }
    return JSON.parse(await (await opened.fetch(new Request('http://docs.example/graphql', init))).text()) as unknown
  }
}

const create = (title: string) =>
  `mutation { createArticle(data: { title: ${JSON.stringify(title)}, comments: [1] }) { data { id } } }`
const comment = 'mutation { createComment(data: { text: "No", approved: false }) { data { id } } }'

it('has four extensions and two policies', () => {
  expect(indexes).toHaveLength(4)
  expect(files).toHaveLength(6)
})

it('its first extension adds a field and a query, and leaves out a type', async () => {
  const query = await start(first)
  await query('mutation { createCity(data: { latitude: 47.4, longitude: 8.5 }) { data { id } } }')
  const result = await query('{ now cities { data { attributes { coordinates } } } }')
  expect(result).toMatchObject({
    data: { now: expect.any(String), cities: { data: [{ attributes: { coordinates: '47.4, 8.5' } }] } },
  })
  expect(await query('{ memos { data { id } } }')).toMatchObject({
    errors: [{ message: expect.stringContaining('memos') }],
  })
})

it('returns entries', async () => {
  const query = await start(entries)
  await query(comment)
  await query(create('Hello'))
  const result = await query(
    '{ latest { data { attributes { title comments { data { id } } } } meta { pagination { total } } } }',
  )
  expect(result).toMatchObject({
    data: {
      latest: {
        data: [{ attributes: { title: 'Hello', comments: { data: [{ id: '1' }] } } }],
        meta: { pagination: { total: 1 } },
      },
    },
  })
})

it('decides by policies', async () => {
  const query = await start(policies)
  expect(await query('{ articles { data { id } } }')).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
})

it('changes arguments and results by middlewares', async () => {
  const query = await start(middlewares)
  await query(comment)
  await query(create(' Hello '))
  expect(await query('{ articles { data { attributes { title comments { data { id } } } } } }')).toEqual({
    data: { articles: { data: [{ attributes: { title: 'Hello', comments: { data: [] } } }] } },
  })
})

it('runs the query of the page on GraphQL', async () => {
  const [, document = ''] = /^```graphql\n([^]*?)^```$/m.exec(await page('graphql')) ?? []
  const query = await start('')
  expect(await query(document, { category: 'News' })).toMatchObject({ data: { articles: { data: [] } } })
})

it('starts with the hook of the page on traces', async () => {
  const [, code = ''] = /^```js\n\/\/ src\/index\.js\n([^]*?)^```$/m.exec(await page('metrics')) ?? []
  expect(code).toContain('traceparent')
  const query = await start(code)
  expect(await query(comment)).toMatchObject({ data: {} })
})
