import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { checks } from './support/block-checks.js'
import { type Block, blocksOf, pagesWithBlocks } from './support/documentation-blocks.js'
import { postgresDatabase } from './support/postgres.js'

const blocks = pagesWithBlocks().flatMap(blocksOf)

/** Returns a `require` that finds the dependencies of a package which the workspace installs. */
const requireOf = (path: string) =>
  createRequire(join(realpathSync(join(import.meta.dirname, '..', path)), 'package.json'))

const { transformSync } = requireOf('packages/server')('esbuild') as {
  readonly transformSync: (code: string, options: object) => unknown
}

/** @throws Error with the line of the first mistake */
const parseScript = (code: string, loader: 'ts' | 'tsx' = 'ts') =>
  void transformSync(code, { loader, jsx: 'preserve', logLevel: 'silent' })

/** Returns the problems of blocks, each with its page and line. */
async function problemsOf(selected: readonly Block[], parse: (code: string) => unknown): Promise<string[]> {
  const problems: string[] = []
  for (const { at, code } of selected) {
    try {
      await parse(code)
    } catch (error) {
      problems.push(`${at}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  expect(selected.length).toBeGreaterThan(0)
  return problems
}

test('Vue components compile', async () => {
  const vue = requireOf('docs/node_modules/vitepress')('vue/compiler-sfc') as VueCompiler
  const problems = await problemsOf(blocks.filter(checks.vue), (code) => {
    const { descriptor, errors } = vue.parse(code)
    if (errors[0]) throw errors[0]
    if (descriptor.scriptSetup) parseScript(vue.compileScript(descriptor, { id: 'block' }).content)
    if (!descriptor.template) return
    const source = descriptor.template.content
    const { errors: mistakes } = vue.compileTemplate({
      source,
      filename: 'block.vue',
      id: 'block',
      compilerOptions: { expressionPlugins: ['typescript'] },
    })
    if (mistakes[0]) throw new Error(typeof mistakes[0] === 'string' ? mistakes[0] : mistakes[0].message)
  })
  expect(problems).toEqual([])
})

/** The functions of `vue/compiler-sfc` that the test calls. VitePress brings it along. */
interface VueCompiler {
  parse(code: string): {
    readonly descriptor: {
      readonly scriptSetup: object | null
      readonly template: { readonly content: string } | null
    }
    readonly errors: readonly Error[]
  }
  compileScript(descriptor: object, options: { readonly id: string }): { readonly content: string }
  compileTemplate(options: object): { readonly errors: readonly (string | Error)[] }
}

test('Astro pages parse: the code between the fences as the body of a function, the template as JSX', async () => {
  const problems = await problemsOf(blocks.filter(checks.astro), (code) => {
    const [, script = '', template = ''] = /^---\n([^]*?)^---\n([^]*)$/m.exec(code) ?? []
    if (script === '') throw new Error('It has no code between two lines ---')
    const imports = script.match(/^import .*$/gm) ?? []
    const body = script.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, '')
    parseScript(`${imports.join('\n')}\nasync function page() {\n${body}\n}`)
    parseScript(`<>${template}</>`, 'tsx')
  })
  expect(problems).toEqual([])
})

test('the scripts of Svelte components parse', async () => {
  const problems = await problemsOf(blocks.filter(checks.svelteScripts), (code) => {
    const [, script] = /<script[^>]*>\n([^]*?)<\/script>/.exec(code) ?? []
    if (script === undefined) throw new Error('It has no script')
    parseScript(script)
  })
  expect(problems).toEqual([])
})

test('HTML parses without errors, and its scripts parse', async () => {
  const { parse, parseFragment } = requireOf('packages/sdk/node_modules/jsdom')('parse5') as Record<
    'parse' | 'parseFragment',
    (code: string, options: object) => unknown
  >
  const problems = await problemsOf(blocks.filter(checks.html), (code) => {
    const mistakes: string[] = []
    const onParseError = ({ code: name, startLine }: { code: string; startLine: number }) =>
      void mistakes.push(`${name} in line ${startLine}`)
    if (code.startsWith('<!doctype')) parse(code, { onParseError })
    else parseFragment(code, { onParseError })
    if (mistakes[0]) throw new Error(mistakes[0])
    for (const [, script = ''] of code.matchAll(/<script>([^]*?)<\/script>/g)) parseScript(script)
  })
  expect(problems).toEqual([])
})

test('GraphQL documents parse', async () => {
  const { parse } = requireOf('packages/server')('graphql') as { readonly parse: (code: string) => unknown }
  expect(await problemsOf(blocks.filter(checks.graphql), (code) => parse(code))).toEqual([])
})

test('HTTP requests have a line of request and headers', async () => {
  const problems = await problemsOf(blocks.filter(checks.requests), (code) => {
    const [head = '', ...headers] = code.trimEnd().split('\n\n')[0]?.split('\n') ?? []
    const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)$/.exec(head) ?? []
    const fields = headers.map((line) => /^([\w-]+): (.+)$/.exec(line)?.slice(1) as [string, string] | undefined)
    if (fields.includes(undefined)) throw new Error('One of its headers is not "name: value"')
    void new Request(new URL(path, 'http://docs.example'), { method, headers: fields as [string, string][] })
  })
  expect(problems).toEqual([])
})

/** The statements of SQLite. All others are for operators of PostgreSQL. */
const ofSqlite = ({ page }: Block) => page === 'docs/explanation/sql-writes-json.md'

test('SQL of PostgreSQL parses: PostgreSQL parses statements of a block that it never reaches', async () => {
  const { connection } = await postgresDatabase()
  const client = new Client({ connectionString: connection.url })
  await client.connect()
  try {
    const selected = blocks.filter((block) => checks.sql(block) && !ofSqlite(block))
    const problems = await problemsOf(selected, (code) =>
      client.query(`DO $block$ BEGIN RETURN;\n${code.trimEnd().replace(/;?$/, ';')}\nEND $block$`),
    )
    expect(problems).toEqual([])
  } finally {
    await client.end()
  }
})

test('SQL of SQLite is prepared', async () => {
  const { Database } = requireOf('packages/server')('sqlite3') as { Database: new (file: string) => SqliteDatabase }
  const database = new Database(':memory:')
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve())))
  await run('CREATE TABLE authors (id, name); CREATE TABLE articles (id, title, author_id, published_at)')
  const selected = blocks.filter((block) => checks.sql(block) && ofSqlite(block))
  expect(await problemsOf(selected, (code) => run(`EXPLAIN ${code}`))).toEqual([])
  await new Promise((resolve) => database.close(resolve))
})

interface SqliteDatabase {
  exec(sql: string, done: (error: Error | null) => void): void
  close(done: (error: Error | null) => void): void
}
