import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generate } from '@graphql-codegen/cli'
import { afterAll, beforeAll, describe } from 'vitest'
import { preset, printContentModel, readContentModel } from '../../src/codegen/index.js'
import { expect, scenario, strapi } from './strapi.js'

const packageRoot = fileURLToPath(new URL('../..', import.meta.url))
const project = fileURLToPath(new URL('../fixtures/strapi5/project', import.meta.url))
/** Inside the package, so that imports of the package by its own name resolve. */
const folder = join(packageRoot, '.tmp', 'strapi5')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const { url, token } = strapi

const tsconfig = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    skipLibCheck: false,
    noEmit: true,
    rootDir: '.',
    types: [],
  },
  include: ['**/*.ts'],
}

/** Code of an application, which compiles with right types only. */
const application = `
import { createClient, graphql as graphqlOf } from '@content-api/sdk'
import { strapi5 } from '@content-api/sdk/strapi5'
import type { ContentTypes } from './content-types.gen.js'
import { graphql } from './content/gql.js'

const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', api: strapi5() }).with(graphqlOf())
const articles = api.collection('articles')
const { data } = await articles.find({
  fields: ['title'],
  filters: { kind: { $eq: 'news' } },
  populate: { tags: { fields: ['name'] }, zone: { on: { 'blocks.quote': true } } },
})
export const titles: string[] = data.map(({ title }) => title)
export const names: string[] = data.flatMap(({ tags }) => tags.map(({ name }) => name))
await articles.create({ title: 'x', kind: 'review', tags: ['a-document-id'] })
// @ts-expect-error -- no such attribute
await articles.find({ fields: ['titel'] })
// @ts-expect-error -- no such value
await articles.create({ title: 'x', kind: 'reviews' })

const document = graphql(\`query Titles { articles { documentId title eventAt tags { name } } }\`)
const { articles: found } = await api.graphql(document)
export const first: string | undefined = found[0]?.documentId
export const dates: (string | null | undefined)[] = found.map((article) => article?.eventAt)
`

async function compile(name: string): Promise<string> {
  const run = promisify(execFile)(process.execPath, [tsc, '-p', join(folder, name)])
  return run.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

/** Writes the content types, typed documents and the application that uses both. */
async function writeApplication(name: string, types: string): Promise<void> {
  const at = join(folder, name)
  await mkdir(at, { recursive: true })
  await writeFile(join(at, 'content-types.gen.ts'), types)
  await writeFile(join(at, 'application.ts'), application)
  await writeFile(join(at, 'tsconfig.json'), JSON.stringify(tsconfig))
  await generate({
    schema: `${url}/graphql`,
    documents: join(at, 'application.ts'),
    silent: true,
    importExtension: '.js',
    generates: { [`${at}/content/`]: { preset, presetConfig: { project } } },
  })
}

describe('content types', () => {
  beforeAll(() => rm(folder, { recursive: true, force: true }))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  scenario('of the folder, with the locales of the server, compile', async () => {
    const model = await readContentModel({ project, locales: url, token })
    const text = printContentModel(model)
    expect(text).toContain("export type Locale = 'en' | 'fr'")
    await writeApplication('folder', text)
    expect(await compile('folder')).toBe('')
  })

  scenario('of the GraphQL schema compile', async () => {
    const text = printContentModel(await readContentModel({ graphql: `${url}/graphql`, locales: url, token }))
    for (const name of ['articles: Article', 'homepage: Homepage', "'menu-items': MenuItem"])
      expect(text).toContain(name)
    await writeApplication('graphql', text)
    expect(await compile('graphql')).toBe('')
  })
})
