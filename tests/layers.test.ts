import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let tree = ''

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'layers-'))
  for (const name of ['.oxlintrc.json', 'lint', 'tsconfig.base.json']) {
    cpSync(join(root, name), join(tree, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

interface Diagnostic {
  readonly code: string
  readonly message: string
  readonly filename: string
}

type Files = Readonly<Record<string, string>>

function write(folder: string, files: Files): void {
  const tsconfig = { extends: '../../../tsconfig.base.json', include: ['src'] }
  const all = {
    ...files,
    'packages/server/tsconfig.json': JSON.stringify(tsconfig),
    'packages/core/tsconfig.json': JSON.stringify(tsconfig),
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(tree, folder, path)), { recursive: true })
    writeFileSync(join(tree, folder, path), content)
  }
}

/** Lints folders with the configuration of the repository. Returns what the linter reports, by folder. */
function lint(folders: readonly string[], flags: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, ...flags, '-f', 'json', ...folders], { cwd: tree })
  const { diagnostics } = JSON.parse(stdout.toString()) as { diagnostics: readonly Diagnostic[] }
  const byFolder = new Map(folders.map((folder): [string, string[]] => [folder, []]))
  for (const { code, message, filename } of diagnostics) {
    byFolder.get(filename.split('/')[0] ?? '')?.push(`${code}: ${message}`)
  }
  expect([...byFolder.values()].flat()).toHaveLength(diagnostics.length)
  return byFolder
}

const value = 'export const value = 1\n'
const server = (path: string) => `packages/server/src/${path}`
const core = (path: string) => `packages/core/src/${path}`
const capabilities = (path: string) => `packages/capabilities/src/${path}`
const interfaces = (path: string) => `packages/interfaces/src/${path}`
const strapiProject = (path: string) => `packages/strapi-project/src/${path}`
const engine = (path: string) => `packages/engine/src/${path}`

interface Fault {
  readonly wrong: Files
  readonly right: Files
  readonly says: RegExp
  /** The minimum number of reported errors; 1 by default. */
  readonly times?: number
  /** Flags of the linter that this fault needs. */
  readonly flags?: readonly string[]
}

/** Files with one fault, and the same files without it. */
const faults: Record<string, Fault> = {
  'an import from a higher layer inside a folder': {
    wrong: {
      [strapiProject('code/run.ts')]: "export { value } from '../koa/context.js'\n",
      [strapiProject('koa/context.ts')]: value,
    },
    right: {
      [strapiProject('koa/context.ts')]: "export { value } from '../code/run.js'\n",
      [strapiProject('code/run.ts')]: value,
    },
    says: /'code' may not import 'koa'/,
  },
  'an import from a higher layer': {
    wrong: {
      [core('query/plan.ts')]: "export { value } from '../entries/row.js'\n",
      [core('entries/row.ts')]: value,
    },
    right: {
      [core('query/plan.ts')]: value,
      [core('entries/row.ts')]: "export { value } from '../query/plan.js'\n",
    },
    says: /^layers\(one-way\): 'query' may not import 'entries'/,
  },
  'an import of a type from a higher layer': {
    wrong: {
      [core('query/plan.ts')]: "import type { Row } from '../entries/row.js'\nexport type Plan = Row\n",
      [core('entries/row.ts')]: 'export type Row = string\n',
    },
    right: {
      [core('query/plan.ts')]: 'export type Plan = string\n',
      [core('entries/row.ts')]: "import type { Plan } from '../query/plan.js'\nexport type Row = Plan\n",
    },
    says: /^layers\(one-way\): 'query' may not import 'entries'/,
  },
  'a dynamic import from a higher layer, in a subfolder': {
    wrong: {
      [core('query/populate/plan.ts')]: "export const load = async () => await import('../../entries/row.js')\n",
      [core('entries/row.ts')]: value,
    },
    right: {
      [core('query/populate/plan.ts')]: value,
      [core('entries/row.ts')]: "export const load = async () => await import('../query/populate/plan.js')\n",
    },
    says: /^layers\(one-way\): 'query' may not import 'entries'/,
  },
  'REST importing GraphQL': {
    wrong: {
      [interfaces('rest/router.ts')]: "export * from '../graphql/schema.js'\n",
      [interfaces('graphql/schema.ts')]: value,
    },
    right: { [interfaces('rest/router.ts')]: "export * from '@content-api/core/query/plan'\n" },
    says: /^layers\(one-way\): 'rest' may not import 'graphql'/,
  },
  'GraphQL importing REST': {
    wrong: {
      [interfaces('graphql/schema.ts')]: "export * from '../rest/router.js'\n",
      [interfaces('rest/router.ts')]: value,
    },
    right: { [interfaces('graphql/schema.ts')]: "export * from '@content-api/core/query/plan'\n" },
    says: /^layers\(one-way\): 'graphql' may not import 'rest'/,
  },
  'SQL outside the engine': {
    wrong: {
      [capabilities('accounts/users.ts')]: [
        "export const all = 'SELECT * FROM users'\n",
        'export const remove = (table: string) => `DELETE FROM ${table}`\n',
        'export const change = (table: string) => `UPDATE ${table} SET "blocked" = 1`\n',
        'export const some = (id: string) => `WHERE "id" = ${id}`\n',
        "export const sorted = ['ORDER BY ', 'name'].join('')\n",
        'export const missing = (column: string) => `${column} IS NULL`\n',
        "export const small = 'select * from users'\n",
        "export const smaller = 'delete from users where id = 1'\n",
      ].join(''),
    },
    right: {
      [engine('accounts/users.ts')]: "export const all = 'SELECT * FROM users'\n",
      [capabilities('accounts/users.ts')]: "export const message = 'Select a user from the list where you update it'\n",
    },
    times: 8,
    says: /^layers\(sql-in-engine\): SQL belongs below packages\/engine\/src\//,
  },
  'the name of a column outside the layout': {
    wrong: {
      [engine('read/read.ts')]: [
        'export const drafts = (alias: string) => `${alias}."publishedAt" IS NULL`\n',
        'export const locale = (alias: string) => `${alias}."locale"`\n',
        'export const one = \'WHERE "id" = ?\'\n',
        'export const id = \'"id"\'\n',
        "import { quote } from '../layout/names.js'\nexport const group = quote('localization_group')\n",
      ].join(''),
      [engine('layout/names.ts')]: 'export const quote = (name: string) => name\n',
    },
    right: {
      [engine('read/read.ts')]: [
        'export const drafts = (column: string) => `${column} IS NULL`\n',
        'export const ids = (column: string) => `SELECT ${column} AS "id" FROM articles`\n',
        'export const message = \'Set "database" in the configuration\'\n',
      ].join(''),
      [engine('layout/names.ts')]: 'export const id = \'"id"\'\n',
    },
    times: 5,
    says: /^layers\(names-in-layout\): Names of columns belong to packages\/engine\/src\/layout\//,
  },
  'a normal form of a text of any length': {
    wrong: {
      [capabilities('accounts/roles.ts')]: "export const form = (name: string) => name.normalize('NFKD')\n",
      [core('query/a.ts')]: "export const form = (name: string) => name['normalize']()\n",
    },
    right: {
      [capabilities('accounts/normal-form.ts')]: "export const form = (name: string) => name.normalize('NFKD')\n",
      [capabilities('accounts/roles.ts')]: "export { form } from './normal-form.js'\n",
    },
    times: 2,
    says: /^layers\(bounded-normalize\): 'normalize' is slow for long texts/,
  },
  'a question of the core for Strapi or its version': {
    wrong: {
      [core('query/a.ts')]: [
        'export const tiesOf = (asStrapi: boolean) => asStrapi\n',
        'export interface Rules { readonly strapi?: boolean }\n',
        "export type Ties = 'database' | 'as-strapi'\n",
        'export const isNew = ({ version }: { version: number }) => version === 5\n',
        'export interface Project { readonly major: 4 | 5 }\n',
      ].join(''),
      [engine('read/read.ts')]: "export { value } from '../layout/strapi/names.js'\n",
      [engine('layout/strapi/names.ts')]: value,
    },
    right: {
      [core('query/a.ts')]: [
        '// As in Strapi 4.26.\n',
        "export const message = 'Strapi cannot be reached'\n",
        "export const code = 'STRAPI_NOT_FOUND_ERROR'\n",
        "export type Ties = 'database' | 'joined-rows'\n",
        'export const isFirst = ({ version }: { version: number }) => version === 1\n',
      ].join(''),
      ['packages/strapi-reads/src/rules/pages.ts']: 'export const isNew = (version: 4 | 5) => version === 5\n',
      ['packages/strapi-tables/src/layout/names.ts']: "export type Layout = 'own' | 'strapi'\n",
    },
    times: 7,
    says: /^layers\(core-without-strapi\): .+ asks for Strapi/,
  },
  'a framework outside its folder': {
    wrong: { [interfaces('rest/router.ts')]: "export { Router } from 'express'\n" },
    right: { [core('transport/app.ts')]: "export { Router } from 'express'\n" },
    says: /^layers\(one-way\): 'express' is imported by packages\/core\/src\/transport\/ alone/,
  },
  'a database driver outside its folder': {
    wrong: { [core('entries/find.ts')]: "export { Database } from 'sqlite3'\n" },
    right: { [engine('drivers/database.ts')]: "export { Database } from 'sqlite3'\n" },
    says: /^layers\(one-way\): 'sqlite3' is imported by/,
  },
  'an import of a package that this package must not depend on': {
    wrong: { [interfaces('rest/router.ts')]: "export { createClient } from '@content-api/sdk'\n" },
    right: { [interfaces('rest/router.ts')]: "export { closest } from '@content-api/model'\n" },
    says: /^layers\(one-way\): packages\/interfaces may not import @content-api\/sdk/,
  },
  "a path into another package's sources": {
    wrong: { [interfaces('rest/router.ts')]: "export { closest } from '../../../model/src/closest.js'\n" },
    right: { [interfaces('rest/router.ts')]: "export { closest } from '@content-api/model'\n" },
    says: /^layers\(one-way\): '.+' leaves the package/,
  },
  'a folder without a layer': {
    wrong: { [core('helpers/text.ts')]: value },
    right: { [core('query/text.ts')]: value },
    says: /^layers\(one-way\): 'helpers' is not among the layers/,
  },
  'an import cycle': {
    wrong: {
      [core('query/a.ts')]: "import { b } from './b.js'\nexport const a = () => b\n",
      [core('query/b.ts')]: "import { a } from './a.js'\nexport const b = () => a\n",
    },
    right: {
      [core('query/a.ts')]: "import { b } from './b.js'\nexport const a = () => b\n",
      [core('query/b.ts')]: 'export const b = 1\n',
    },
    says: /^import\(no-cycle\)/,
  },
  'an import cycle through a .tsx file': {
    wrong: {
      [core('query/a.tsx')]: "import { b } from './b.tsx'\nexport const a = () => b\n",
      [core('query/b.tsx')]: "import { a } from './a.tsx'\nexport const b = () => a\n",
    },
    right: {
      [core('query/a.tsx')]: "import { b } from './b.tsx'\nexport const a = () => b\n",
      [core('query/b.tsx')]: 'export const b = 1\n',
    },
    says: /^import\(no-cycle\)/,
  },
  'an import of a .tsx file that the rule for cycles would miss': {
    wrong: {
      [core('query/a.ts')]: "import { b } from './b.js'\nexport const a = () => b\n",
      [core('query/b.tsx')]: 'export const b = 1\n',
    },
    right: {
      [core('query/a.ts')]: "import { b } from './b.tsx'\nexport const a = () => b\n",
      [core('query/b.tsx')]: 'export const b = 1\n',
    },
    says: /^layers\(own-extension\): Write '.\/b\.tsx'/,
  },
  'a promise that is not awaited': {
    wrong: { [core('query/a.ts')]: 'export function a() {\n  Promise.reject(new Error())\n}\n' },
    right: { [core('query/a.ts')]: 'export async function a() {\n  await Promise.reject(new Error())\n}\n' },
    says: /^typescript\(no-floating-promises\)/,
    flags: ['--type-aware'],
  },
  'a leftover call of console.log': {
    wrong: { [core('query/a.ts')]: 'export const a = () => console.log(1)\n' },
    right: { [server('cli/a.ts')]: 'export const a = () => console.log(1)\n' },
    says: /^eslint\(no-console\)/,
  },
}

/** Each fault has a folder with it and one without it. One start of the linter checks many of them. */
const cases = Object.entries(faults).map(([name, fault], index) => ({ name, ...fault, folder: `fault-${index}` }))
const fixed = (folder: string) => `${folder}-fixed`
const reports = new Map<string, readonly string[]>()

beforeAll(() => {
  const flagsOf = ({ flags = [] }: Fault) => flags.join(' ')
  for (const flags of new Set(cases.map(flagsOf))) {
    const some = cases.filter((one) => flagsOf(one) === flags)
    for (const { folder, wrong, right } of some) {
      write(folder, wrong)
      write(fixed(folder), right)
    }
    const folders = some.flatMap(({ folder }) => [folder, fixed(folder)])
    for (const [folder, reported] of lint(folders, flags.split(' ').filter(Boolean))) reports.set(folder, reported)
  }
})

describe.each(cases)('a file with $name', ({ folder, says, times = 1 }) => {
  test('fails the linter', () => {
    const reported = reports.get(folder) ?? []
    expect(reported.length).toBeGreaterThanOrEqual(times)
    for (const message of reported) expect(message).toMatch(says)
  })

  test('passes the linter when it is fixed', () => {
    expect(reports.get(fixed(folder))).toEqual([])
  })
})
