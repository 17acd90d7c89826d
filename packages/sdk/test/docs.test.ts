import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const docs = fileURLToPath(new URL('../../../docs/sdk', import.meta.url))
/** Inside the package, so that imports of the package and its dependencies resolve. */
const folder = join(packageRoot, '.tmp', 'docs')
const run = promisify(execFile)
const folderOf = (dependency: string) => dirname(createRequire(import.meta.url).resolve(`${dependency}/package.json`))
const tsc = join(folderOf('typescript'), 'bin', 'tsc')
const vitest = join(folderOf('vitest'), 'vitest.mjs')

/**
 * Returns one module for each snippet of a page except the first. Each module also contains the first
 * snippet, whose names the other one may use.
 */
function modulesOf(page: string): string[] {
  const [first = '', ...others] = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code)
  const isImport = /^import .*\n/gm
  const importsOf = (code: string) => code.match(isImport) ?? []
  return others.map((code) => {
    const imports = new Set([...importsOf(first), ...importsOf(code)])
    return [...imports, first.replaceAll(isImport, ''), `{\n${code.replaceAll(isImport, '')}}`, 'export {}\n'].join(
      '\n',
    )
  })
}

/**
 * Joins the snippets of a page to one module: imports first, then the first snippet, then each of the others
 * in a block.
 */
function moduleOf(page: string): string | undefined {
  const snippets = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code)
  if (snippets.length === 0) return undefined
  const imports = snippets.flatMap((code) => code.match(/^import .*$/gm) ?? [])
  const [first = '', ...others] = snippets.map((code) => code.replaceAll(/^import .*\n/gm, ''))
  return [...new Set(imports), first, ...others.map((code) => `{\n${code}}\n`), 'export {}\n'].join('\n')
}

const tsconfig = {
  extends: '../../../../tsconfig.base.json',
  compilerOptions: {
    composite: false,
    declaration: false,
    rootDir: '.',
    outDir: 'out',
    noUnusedLocals: false,
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    // The pages of frameworks import types of their packages, which aren't dependencies of the SDK.
    paths: { '@content-api/astro': ['../../../astro/dist/index.d.ts'] },
  },
  include: ['*.ts'],
}

/** The parts of Nuxt in the snippets, which is too large to install for a type check. */
const frameworks = `
declare module 'h3' {
  export interface H3Event { readonly method: string }
}
declare function toWebRequest(event: import('h3').H3Event): Request
declare function useStorage(name: string): { clear(base: string): Promise<void> }
declare function useRuntimeConfig(event: import('h3').H3Event): { readonly webhookSecret: string }
`

/** Gives titles the minimum length whose error a page shows, and a value for each locale. */
async function changeTitle(file: string): Promise<void> {
  const schema = JSON.parse(await readFile(file, 'utf8')) as { attributes: { title: object } }
  Object.assign(schema.attributes.title, { minLength: 3, pluginOptions: { i18n: { localized: true } } })
  await writeFile(file, JSON.stringify(schema))
}

/** The code of the documentation pages by module name. A page that contains tests becomes a test file. */
const pages = new Map<string, string>()
const isTest = (name: string) => name.endsWith('.test')

beforeAll(async () => {
  const names = (await readdir(docs)).filter((name) => name.endsWith('.md'))
  const alone: [string, string][] = []
  for (const path of [join(packageRoot, 'README.md'), ...names.map((name) => join(docs, name))]) {
    const text = await readFile(path, 'utf8')
    const code = moduleOf(text)
    const name = basename(path, '.md').toLowerCase()
    alone.push(...modulesOf(text).map((each, index): [string, string] => [`${name}-${index + 2}`, each]))
    if (code) pages.set(code.includes("from 'vitest'") ? `${name}.test` : name, code)
  }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of ['content-types.gen.ts', 'documents.gen.ts'])
    await cp(join(packageRoot, 'test/fixtures', name), join(folder, name))
  await cp(join(packageRoot, 'test/fixtures/project'), join(folder, 'cms'), { recursive: true })
  await changeTitle(join(folder, 'cms/src/api/article/content-types/article/schema.json'))
  for (const [name, code] of [...pages, ...alone]) await writeFile(join(folder, `${name}.ts`), code)
  await writeFile(join(folder, 'frameworks.d.ts'), frameworks)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  // Without its own configuration, vitest would use that of the workspace.
  await writeFile(join(folder, 'vitest.config.mjs'), "export default { test: { include: ['out/*.test.js'] } }\n")
})

describe('the snippets of the documentation', () => {
  it('compile', async () => {
    const errors = await run(process.execPath, [tsc, '-p', folder, '--checkers', '1']).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
    expect(errors).toBe('')
    expect(pages.size).toBeGreaterThanOrEqual(10)
  })

  it('run', async () => {
    // The URLs again, because the page deletes the picture before.
    const names = [...pages.keys(), 'media-5'].filter((name) => !isTest(name))
    const compiled = names.map((name) => join(folder, 'out', `${name}.js`))
    const script = join(packageRoot, 'test/support/run-pages.mjs')
    const { stdout } = await run(process.execPath, [script, join(folder, 'cms'), ...compiled], {
      env: { ...process.env, NODE_ENV: 'production' },
    })
    for (const line of [
      '1 articles, the first by Ada\n',
      'The long way home The long way home 1 1',
      'title title must be at least 3 characters',
      'entries without a request of the browser\n4\n',
      'filters[slug][$eq] is undefined',
      'filters[title][$null]=true&populate[author][fields][0]=name',
      'ada Authenticated',
      'welcome ada',
      'signed out by logout',
      '1 articles, the first is The long way home\n',
      'https://cms.example.org/uploads/small_a.png https://cms.example.org/uploads/small_a.png 400w, https://cms.example.org/uploads/a.png 800w',
    ]) {
      expect(stdout).toContain(line)
    }
    expect(stdout.match(/^# /gm)).toHaveLength(compiled.length)
  })

  it('pass if they are tests', async () => {
    expect([...pages.keys()].filter(isTest)).toEqual(['mocking.test'])
    const { stdout } = await run(process.execPath, [vitest, 'run'], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/Tests +2 passed/)
  })

  it('are on the pages to which the README links', async () => {
    const readme = await readFile(join(packageRoot, 'README.md'), 'utf8')
    const linked = [...readme.matchAll(/content-api\.example\/sdk\/([\w-]+)/g)].map(([, name]) => `${name}.md`)
    expect([...new Set(linked)].toSorted()).toEqual((await readdir(docs)).toSorted())
  })
})
