import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Declarations with names that are not allowed, on the lines 1 to 8, and with names that are. */
const declarations = `const wasTold = 1
function below(gone: string): void {}
interface Limits { readonly patience: number; together(): void }
class Store { #there = 1 }
const { length: apart, ...literally } = 'text'
const goesWithoutSignal = (): void => {}
type dress = string
const [inData = 1] = [1]
const linksBelow = 1
const { below: links } = { below: 1 }
const { gone: { length } } = { gone: 'text', literally: 1 }
`
let tree = ''

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'words-'))
  for (const name of ['.oxlintrc.json', 'lint']) cpSync(join(root, name), join(tree, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const files = {
    'packages/sdk/src/errors/a.ts':
      '// The caller is told.\n/**\n * A foreign key, and `told` as code.\n * Keeps what is owed.\n */\nexport const code = 1\n',
    'packages/sdk/src/errors/names.ts': declarations,
    'packages/sdk/src/errors/names.test.ts': `${declarations}// The caller is told.\n`,
    'packages/sdk/src/errors/b.ts': [
      `/** ${'one line '.repeat(12)}*/`,
      `/** ${'one line '.repeat(13)}*/`,
      `// ${'several lines '.repeat(7)}`,
      `// ${'several lines '.repeat(8)}`,
      '/**',
      ` * ${'code '.repeat(25)}`,
      ' * ```',
      ` * ${'code '.repeat(25)}`,
      ' * ```',
      ' */',
      `// oxlint-disable-next-line ${'rule '.repeat(20)}`,
      `export const wide = 1 // ${'beside code '.repeat(10)}`,
    ].join('\n'),
    'README.md': '# Told\n\nThe server tells it. `told`, and "whoever" as a quotation.\n\n```\ntold\n```\n',
    'docs/page.md': 'The connection is refused.\n',
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), content)
  }
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

function run(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: tree })
  return { status, output: stdout.toString() }
}

/** Runs the linter on a file. Returns its findings as `line: rule: message`. */
function lint(path: string): readonly string[] {
  const { status, output } = run(join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', path)
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: readonly { code: string; message: string; labels: readonly { span: { line: number } }[] }[]
  }
  expect(status).toBe(1)
  return diagnostics.map(({ code, message, labels }) => `${labels[0]?.span.line}: ${code}: ${message}`).toSorted()
}

test('a comment that is too wide fails the linter, except beside code and in examples', () => {
  expect(lint('packages/sdk/src/errors/b.ts')).toEqual([
    '2: comments(width): The comment is 123 columns wide. Wrap it at 110.',
    '4: comments(width): The comment is 115 columns wide. Wrap it at 110.',
    '6: comments(width): The comment is 128 columns wide. Wrap it at 110.',
  ])
})

describe('a word of lint/words.mjs', () => {
  test('fails the linter in a comment, with its replacement', () => {
    expect(lint('packages/sdk/src/errors/a.ts')).toEqual([
      "1: words(plain): Don't write 'told'. Use: reports, returns, is notified of (lint/words.mjs).",
      "4: words(plain): Don't write 'owed'. Use: expected (lint/words.mjs).",
    ])
  })

  test('fails the linter as a name that a source declares, but not in tests or as a key that is read', () => {
    const named = lint('packages/sdk/src/errors/names.ts').filter((finding) => finding.includes('words(plain)'))
    expect(named.map((finding) => finding.replace(/ Use: .*/, ''))).toEqual([
      "1: words(plain): Don't write 'wasTold'.",
      "2: words(plain): Don't write 'below'.",
      "2: words(plain): Don't write 'gone'.",
      "3: words(plain): Don't write 'patience'.",
      "3: words(plain): Don't write 'together'.",
      "4: words(plain): Don't write 'there'.",
      "5: words(plain): Don't write 'apart'.",
      "5: words(plain): Don't write 'literally'.",
      "6: words(plain): Don't write 'goesWithoutSignal'.",
      "7: words(plain): Don't write 'dress'.",
      "8: words(plain): Don't write 'inData'.",
    ])
    const inTest = lint('packages/sdk/src/errors/names.test.ts').filter((finding) => finding.includes('words(plain)'))
    expect(inTest).toEqual([
      "12: words(plain): Don't write 'told'. Use: reports, returns, is notified of (lint/words.mjs).",
    ])
  })

  test('fails the check of documents, with its replacement', () => {
    const { status, output } = run('lint/check-documents.mjs')
    expect(status).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      "README.md:1: Don't write 'Told'. Use: reports, returns, is notified of (lint/words.mjs).",
      "README.md:3: Don't write 'tells'. Use: reports, returns, is notified of (lint/words.mjs).",
    ])
  })
})
