import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generate } from '@graphql-codegen/cli'
import { type ContentTypeFile, createRegistry, loadProject, toSchemaFiles } from '@content-api/model'
import { buildSchema, introspectionFromSchema, lexicographicSortSchema } from 'graphql'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  fromGraphQL,
  fromRegistry,
  plugin,
  preset,
  printContentModel,
  readContentModel,
  validate,
} from '../src/codegen/index.js'
import { runInProcess } from '../../../tests/support/run-in-process.js'
import { startServer } from './support/start-server.js'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const project = fixture('project')
const committed = () => readFile(fixture('content-types.gen.ts'), 'utf8')
const sdl = () => readFile(fixture('schema.graphql'), 'utf8')

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-codegen-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The command line, as installed. */
async function installed(...args: string[]): Promise<Result> {
  const path = fileURLToPath(new URL('../dist/codegen/cli.js', import.meta.url))
  return promisify(execFile)(process.execPath, [path, ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      err: stderr,
    }),
  )
}

const load = (query: string) => import(/* @vite-ignore */ `../src/codegen/cli.ts${query}`)

/** The command line in this process, from its sources. */
async function cli(...args: string[]): Promise<Result> {
  const { code, out, error } = await runInProcess(load, args, { cwd: process.cwd(), environment: {} })
  return { code, out, err: error }
}

describe('a folder of schema files', () => {
  it('generates the content types of the end-to-end tests', async () => {
    const recorded = fileURLToPath(new URL('../../model/test/fixtures/oracle-model', import.meta.url))
    const file = fileURLToPath(new URL('e2e/content-types.gen.ts', import.meta.url))
    expect(await readFile(file, 'utf8')).toBe(printContentModel(await readContentModel({ project: recorded })))
  })

  it('generates the content types of the other tests', async () => {
    expect(printContentModel(await readContentModel({ project }))).toBe(await committed())
  })

  it('takes at most a kilobyte per type', async () => {
    const text = await committed()
    const types = text.match(/^export interface /gm)?.length ?? 0
    expect(text.length / types).toBeLessThan(1024)
  })

  it('supports every kind of link, and makes interface names unique', () => {
    const attributes = {
      any: { type: 'relation', relation: 'morphToOne' },
      many: { type: 'relation', relation: 'morphToMany' },
      tone: { type: 'enumeration', enum: ["it's", 'a "b"'], required: true },
      role: { type: 'string', required: true, default: 'x' },
      author: { type: 'relation', relation: 'oneToOne', target: 'admin::user' },
      part: { type: 'component', component: 'menu.item' },
    }
    const text = printContentModel(
      fromRegistry(
        createRegistry({
          contentTypes: {
            'api::json.json': { info: { singularName: 'json', pluralName: 'jsons' }, attributes: {} },
            'api::menu-item.menu-item': { info: { singularName: 'menu-item', pluralName: 'menu-items' }, attributes },
          },
          components: { 'menu.item': { attributes: { label: { type: 'string' } } } },
        }),
      ),
    )
    for (const line of [
      'export interface JsonType {',
      'export interface MenuItem {',
      'export interface MenuItemComponent {',
      'any: Morph<false>',
      'many: Morph<true>',
      `tone: 'it\\'s' | 'a "b"'`,
      "  required: 'tone'\n",
      'author: ToOne<AdminUser>',
      "    'menu-items': MenuItem\n",
    ]) {
      expect(text).toContain(line)
    }
  })
})

describe('a project with content types in code', () => {
  const type = 'src/api/page/content-types/page/schema.json'
  const page = (attributes: object) => ({
    kind: 'collectionType',
    info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
    attributes,
  })
  const product = { type: 'relation', relation: 'oneToOne', target: 'plugin::shop.product' }
  const writeProject = async (files: Readonly<Record<string, string>>) => {
    const folder = await temporaryFolder()
    for (const [file, text] of Object.entries({ [type]: JSON.stringify(page({ product })), ...files })) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    return folder
  }
  const generate = async (folder: string) => printContentModel(await readContentModel({ project: folder }))
  const server = 'node_modules/@content-api/server'
  /** Prints what the command of the server prints: the model, with the content types of plugins. */
  const command = (attributes: object, pluginTypes: object) => ({
    [`${server}/package.json`]: '{ "bin": { "content-api": "./bin.cjs" } }',
    [`${server}/bin.cjs`]: `if (process.argv[2] !== 'model' || process.argv[3] !== '--project') process.exit(1)
      console.log(${JSON.stringify(JSON.stringify({ contentTypes: { [type]: page(attributes) }, pluginTypes }))})`,
  })

  it('is read by the server that it has installed', async () => {
    const info = { singularName: 'product', pluralName: 'products', displayName: 'Product' }
    const types = {
      'plugin::shop.product': { kind: 'collectionType', info, attributes: { price: { type: 'integer' } } },
    }
    const text = await generate(await writeProject(command({ product }, types)))
    expect(text).toMatch(/product: ToOne<Product>/)
    expect(text).toMatch(/interface Product .*\n(?:.*\n)*? +price: number \| null/)
    const extension = { 'src/extensions/users-permissions/strapi-server.js': 'plugin.contentTypes' }
    const changed = command({ changed: { type: 'boolean' } }, {})
    const plain = { [type]: JSON.stringify(page({})) }
    expect(await generate(await writeProject({ ...plain, ...extension, ...changed }))).toMatch(/changed: boolean/)
    expect(await generate(await writeProject({ ...plain, ...changed }))).not.toMatch(/changed/)
  })

  it('lists what is missing without a server, and why a server fails', async () => {
    expect(await generate(await writeProject({}))).toMatch(
      /^\/\/ Without @content-api\/server in the project, .* missing: plugin::shop\.product\.$/m,
    )
    const failing = { ...command({}, {}), [`${server}/bin.cjs`]: `console.error('no model'); process.exit(1)` }
    await expect(generate(await writeProject(failing))).rejects.toThrow(/"content-api model" of .* fails: no model/)
  })
})

describe('imports', () => {
  const importsFor = (attributes: ContentTypeFile['attributes']) => {
    const info = { singularName: 'page', pluralName: 'pages' }
    const registry = createRegistry({ contentTypes: { 'api::page.page': { info, attributes } }, components: {} })
    const { collections, ...model } = fromRegistry(registry)
    const types = model.types.filter(({ name }) => name === 'Page')
    return printContentModel({ ...model, collections, types }).match(/^import .*$/gm)
  }

  it('name the types that attributes have', () => {
    expect(importsFor({ body: { type: 'blocks' }, extra: { type: 'json' } })).toEqual([
      "import type { Blocks, Json } from '@content-api/sdk'",
    ])
  })

  it('ignore attributes and enumeration values of the same name', () => {
    const attributes = { Json: { type: 'string' }, kind: { type: 'enumeration', enum: ['Blocks', "it's Json"] } }
    expect(importsFor(attributes)).toBeNull()
  })
})

describe('a running server', () => {
  const sourcesOf = async () => {
    const files = toSchemaFiles(await loadProject(project))
    const under = (part: string) =>
      Object.fromEntries(files.filter(({ path }) => path.includes(part)).map(({ path, json }) => [path, json]))
    return { contentTypes: under('/content-types/'), components: under('/components/') }
  }

  it('generates the same as its schema files', async () => {
    const sources = await sourcesOf()
    const { url, received } = await startServer(() => sources)
    expect(printContentModel(await readContentModel({ server: url, token: 't' }))).toBe(await committed())
    expect(received[0]).toMatchObject({ path: '/content-api/model.json', headers: { authorization: 'Bearer t' } })
  })

  it.each([
    ['is no content-api server', () => ({ data: null }), 'is it a content-api server in development?'],
    [
      'responds without JSON',
      (_: unknown, response: { end: (text: string) => void }) => response.end('<html>') as undefined,
      'responded with 200 and no JSON',
    ],
  ])('is rejected if it %s', async (_, respond, message) => {
    const { url } = await startServer(respond)
    await expect(readContentModel({ server: url })).rejects.toThrow(message)
  })
})

describe('a GraphQL schema', () => {
  it('generates what it shows, and lists its limits', async () => {
    const text = printContentModel(fromGraphQL(buildSchema(await sdl())))
    expect(text).toContain('// - passwords: they look like other text attributes')
    const expected = (await committed())
      // A GraphQL schema shows passwords like other attributes.
      .replace('  hidden: {\n    secret: string | null\n  }\n', '')
      .replace('    locale: string\n', '    locale: string\n    secret: string | null\n')
    const articles = (source: string) =>
      new Set(
        /export interface Article \{\n([^]*?)\n\}/
          .exec(source)?.[1]
          ?.split('\n')
          .map((line) => line.trim()),
      )
    expect(articles(text)).toEqual(articles(expected))
    const block = (source: string, name: string) =>
      new RegExp(`export interface ${name} \\{[^]*?\\n\\}`).exec(source)?.[0]
    for (const name of ['SharedSeo', 'SharedLink', 'BlocksQuote', 'BlocksGallery'])
      expect(block(text, name)).toBe(block(expected, name))
    expect(text).toContain('singles: {\n    homepage: Homepage\n  }')
    expect(text).toContain("'menu-items': MenuItem")
  })

  it('is read by introspection', async () => {
    const schema = buildSchema(await sdl())
    const { url } = await startServer(() => ({ data: introspectionFromSchema(schema) }))
    expect(printContentModel(await readContentModel({ graphql: url }))).toBe(printContentModel(fromGraphQL(schema)))
  })

  it('is expected in the response', async () => {
    const { url } = await startServer((_, response) => void response.end('null'))
    await expect(readContentModel({ graphql: url })).rejects.toThrow(`Introspection of ${url} failed (no data)`)
  })

  it('may be closed to introspection', async () => {
    const { url } = await startServer(() => ({ errors: [{ message: 'GraphQL introspection is not allowed' }] }))
    await expect(readContentModel({ graphql: url })).rejects.toThrow('not allowed). Servers usually disable it')
  })
})

describe('the command line', () => {
  it('writes, checks, and fails on drift with a message that shows the line', async () => {
    const folder = await temporaryFolder()
    const out = join(folder, 'types', 'content-types.gen.ts')
    const missing = await installed('--project', project, '--out', out, '--check')
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('does not exist') })
    expect(await cli('--project', project, '--out', out)).toMatchObject({ code: 0, out: `${out} written.\n` })
    expect(await readFile(out, 'utf8')).toBe(await committed())
    expect((await cli('--project', project, '--out', out, '--check')).code).toBe(0)

    const copy = join(folder, 'project')
    await cp(project, copy, { recursive: true })
    const tag = join(copy, 'src/api/tag/content-types/tag/schema.json')
    await writeFile(tag, (await readFile(tag, 'utf8')).replace('"weight"', '"mass"'))
    const drifted = await cli('--project', copy, '--out', out, '--check')
    expect(drifted.code).toBe(1)
    expect(drifted.err).toContain('weight: number | null\nand should be\n      mass: number | null')
    expect(await readFile(out, 'utf8')).toBe(await committed())
    await cli('--project', copy, '--out', out)
    expect(await readFile(out, 'utf8')).toContain('mass: number | null')
  })

  it.each([
    [[], 1, 'Name one source'],
    [['--project', project, '--server', 'http://x'], 1, 'Got project, server'],
    [['--projekt', project], 2, "Unknown option '--projekt'"],
    [['--project', '/nowhere'], 1, 'src/api'],
    [['check-upgrade'], 1, 'Unknown command'],
    [['--project', project, '--api', 'strapi6'], 1, '--api strapi6 is unknown. Expected strapi4 or strapi5.'],
    [['--server', 'http://127.0.0.1:1'], 1, "can't be reached"],
  ])('rejects %j', async (args, code, message) => {
    expect(await cli(...args)).toMatchObject({ code, err: expect.stringContaining(message) })
  })
})

describe('graphql-codegen', () => {
  it('writes typed documents and content types in one run, and fails on drift', async () => {
    const folder = await temporaryFolder()
    const documents = join(folder, 'articles.ts')
    await writeFile(
      documents,
      'const q = /* GraphQL */ `query Articles { articles { data { id attributes { title eventAt } } } }`\n',
    )
    const run = (check: boolean) =>
      generate(
        {
          schema: fixture('schema.graphql'),
          documents,
          silent: true,
          generates: { [`${folder}/content/`]: { preset, presetConfig: { project, check } } },
        },
        false,
      ) as Promise<{ filename: string; content: string }[]>
    const files = Object.fromEntries(
      (await run(false)).map(({ filename, content }) => [filename.slice(folder.length + 1), content]),
    )
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['content/gql.ts', 'content/graphql.ts', 'content/content-types.gen.ts']),
    )
    expect(files['content/content-types.gen.ts']?.trim()).toBe((await committed()).trim())
    expect(files['content/graphql.ts']).toContain('eventAt: string | null')
    expect(files['content/gql.ts']).toContain('import type {')
    expect(Object.values(files).join('\n')).not.toMatch(/^import \{/m)
    await expect(run(true)).rejects.toThrow('does not exist')
  })

  it('runs the plugin without a preset on the loaded schema', async () => {
    const schema = lexicographicSortSchema(buildSchema(await sdl()))
    expect(await plugin(schema, [], {})).toContain('export interface ContentTypes {')
    expect(() => validate(schema, [], {}, 'types.json', [])).toThrow('Rename types.json')
  })
})
