import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { envHelper } from '../packages/core/src/config/env-helper.js'
import { parseConfig } from '../packages/core/src/config/parse.js'
import { pageProject } from '../packages/server/test/support/page-project.js'
import { checks } from './support/block-checks.js'
import { type Block, blocksOf, pagesWithBlocks, readPage } from './support/documentation-blocks.js'

const root = join(import.meta.dirname, '..')
const blocks = pagesWithBlocks().flatMap(blocksOf)

const isModule = ({ language, code }: Block) => language !== 'js' || /^(?:import|export) /m.test(code)
const nameOf = ({ at }: Block) => at.replaceAll(/[^\w]+/g, '-')
/** Pages whose files import each other, with their folders. */
const folders: Readonly<Record<string, string>> = { 'docs/sdk/nextjs.md': '', 'docs/sdk/mocking.md': 'mocking' }
const sourceOf = (block: Block) =>
  block.page in folders && block.file !== undefined && block.language !== 'js'
    ? join(folders[block.page] ?? '', block.file)
    : `${nameOf(block)}.${block.language === 'js' ? (isModule(block) ? 'mjs' : 'cjs') : block.language}`
const compiled = blocks.filter(checks.compiled)

/** Packages that the blocks import, as npm would install them. */
const installed: Readonly<Record<string, string>> = {
  '@content-api/server': 'packages/server',
  '@content-api/sdk': 'packages/sdk',
  '@content-api/conformance': 'packages/conformance',
  '@playwright/test': 'examples/playwright/node_modules/@playwright/test',
  '@types/express': 'packages/server/node_modules/@types/express',
  '@types/node': 'node_modules/@types/node',
  '@types/react': 'examples/next/node_modules/@types/react',
  express: 'packages/server/node_modules/express',
  msw: 'packages/server/node_modules/msw',
  vitest: 'node_modules/vitest',
  next: 'examples/next/node_modules/next',
}

const options = {
  target: 'es2023',
  module: 'preserve',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  allowJs: true,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  outDir: 'out',
}

let folder: string
let errors: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-api-blocks-'))
  for (const [name, path] of Object.entries(installed)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, path), join(folder, 'node_modules', name))
  }
  cpSync(join(root, 'packages/sdk/test/fixtures/content-types.gen.ts'), join(folder, 'content-types.gen.ts'))
  cpSync(join(root, 'examples/next/src/content-types.gen.ts'), join(folder, 'src/content-types.gen.ts'))
  mkdirSync(join(folder, 'mocking/src/mocks'), { recursive: true })
  // As `content-api-types --fingerprint` writes it.
  const contentTypes = readFileSync(join(root, 'packages/sdk/test/fixtures/content-types.gen.ts'), 'utf8')
  writeFileSync(join(folder, 'mocking/src/content-types.gen.ts'), `${contentTypes}\nexport const fingerprint = ''\n`)
  // The file that `content-api record` writes for the lists of the page about mocks.
  cpSync(
    join(root, 'examples/storybook/src/mocks/content.recorded.ts'),
    join(folder, 'mocking/src/mocks/content.recorded.ts'),
  )
  for (const block of compiled) {
    mkdirSync(dirname(join(folder, sourceOf(block))), { recursive: true })
    writeFileSync(join(folder, sourceOf(block)), block.code)
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, rootDir: '.' }, exclude: ['node_modules', 'out'] }),
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  errors = spawnSync(process.execPath, [tsc, '-p', folder, '--checkers', '1'], { encoding: 'utf8' }).stdout
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('TypeScript blocks compile, and JavaScript blocks parse', () => {
  expect(errors).toBe('')
  expect(compiled.length).toBeGreaterThan(40)
})

test('programs that need no other service run', () => {
  const programs = compiled.filter(
    ({ page, language, code }) =>
      language === 'ts' &&
      /\/(?:library|import-export|testing|hooks-and-routes)\.md$/.test(page) &&
      !code.includes('playwright'),
  )
  const paths = programs.map((block) => join(folder, 'out', `${nameOf(block)}.js`))
  const project = pageProject(readPage('docs/reference/rest.md'))
  try {
    // Port 0: the system chooses a free port.
    for (const path of paths) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\b(?:1337|8080)\b/g, '0'))
    const script = `for (const path of ${JSON.stringify(paths)}) await import(path); process.exit()`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project.folder,
      encoding: 'utf8',
    })
    for (const printed of ['"title":"Trains"', "name: 'first'", "name: 'seed'"]) expect(output).toContain(printed)
    expect(paths).toHaveLength(6)
  } finally {
    project.remove()
  }
})

test('configurations are valid', async () => {
  const configurations = blocks.filter(
    ({ page, file, code }) =>
      !page.includes('conformance') &&
      !code.includes('cypress') &&
      (code.includes('defineConfig(') || (file ?? '').startsWith('content-api.config.')),
  )
  const problemOf = async (block: Block) => {
    try {
      const value = await valueOf(block)
      parseConfig(typeof value === 'function' ? await value({ env: envHelper({ NODE_ENV: 'development' }) }) : value)
      return []
    } catch (error) {
      return [`${block.at}: ${String(error)}`]
    }
  }
  expect((await Promise.all(configurations.map(problemOf))).flat()).toEqual([])
  expect(configurations.length).toBeGreaterThan(15)
})

/**
 * Returns what a configuration exports. Loading the server for `defineConfig`, which returns its argument,
 * takes a second.
 */
async function valueOf(block: Block): Promise<unknown> {
  if (block.language === 'json') return JSON.parse(block.code)
  const source = readFileSync(join(folder, 'out', sourceOf(block).replace(/ts$/, 'js')), 'utf8')
  const path = join(folder, 'out', `config-${sourceOf(block).replace(/ts$/, 'js')}`)
  writeFileSync(path, source.replace(/^import \{.*defineConfig.*$/m, 'const defineConfig = (value) => value'))
  return ((await import(path)) as { default: unknown }).default
}

test('JSON and YAML blocks parse', () => {
  const problemOf = ({ at, language, code }: Block) => {
    try {
      if (language === 'json') JSON.parse(code)
      else if (language === 'jsonl') for (const line of code.trim().split('\n')) JSON.parse(line)
      else for (const { errors } of parseAllDocuments(code)) if (errors[0]) throw errors[0]
      return []
    } catch (error) {
      return [`${at}: ${String(error)}`]
    }
  }
  expect(blocks.filter(checks.data).flatMap(problemOf)).toEqual([])
})

test('shell blocks parse', () => {
  const functions = blocks.filter(checks.shell).map(({ at, code }, index) => {
    const plain = code.replaceAll('…', '0').replaceAll(/<[\w-]+>/g, '0')
    return `# ${at}\nblock${index}() {\n${plain}\n}\n`
  })
  const { stderr } = spawnSync('sh', ['-n'], { input: functions.join(''), encoding: 'utf8' })
  expect(stderr).toBe('')
})
