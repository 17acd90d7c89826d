import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const MOST_LINES = 500

/** Returns whether a package exports this source as an entry point. */
function isEntryPoint(path: string): boolean {
  const [, folder = '', file = ''] = /^(packages\/[^/]+)\/src\/(.+)\.ts$/.exec(path) ?? []
  return readFileSync(join(root, folder, 'package.json'), 'utf8').includes(`"./dist/${file}.js"`)
}

const binary = /\.(png|jpe?g|gif|webp|avif|ico|pdf|woff2?|db|sqlite|gz|tgz)$/

/** Committed and new files, as `[path, content]`. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  .toString()
  .split('\0')
  .filter((path) => path !== '' && !binary.test(path) && existsSync(join(root, path)))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

/** Returns every line that matches the pattern, as `path:line`. */
const linesWith = (pattern: RegExp, among = files) =>
  among.flatMap(([path, content]) =>
    content.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  )

test('the repository has files to check', () => {
  expect(files.map(([path]) => path)).toContain('package.json')
})

describe('a file never names', () => {
  test("a folder of the author's machine", () => {
    expect(linesWith(/(?<![\w.:-])\/(?:root|work|(?:home|Users)\/[\w.-]+|private\/var|tmp)\/[\w.]/)).toEqual([])
  })

  test('a package registry', () => {
    expect(linesWith(/registry\.(?:npmjs|yarnpkg|npmmirror)|[a]rtifactory|_auth[T]oken|npm\.pkg\.github/)).toEqual([])
  })
})

test('the lockfile names no registry', () => {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  expect(lockfile).toMatch(/resolution: \{integrity: sha512-/)
  expect(lockfile).not.toMatch(/tarball:|https?:\/\//)
})

test('changesets describe published packages only', () => {
  const names = files
    .filter(([path]) => /^packages\/[^/]+\/package\.json$/.test(path))
    .map(([, content]) => JSON.parse(content) as { name: string; private?: boolean })
    .filter((manifest) => !manifest.private)
    .map(({ name }) => name)
  const named = files
    .filter(([path]) => path.startsWith('.changeset/') && path.endsWith('.md'))
    .flatMap(([, content]) => [...content.matchAll(/^'(@content-api\/.+)': (?:patch|minor|major)$/gm)])
    .map(([, name]) => name)
  expect(names).toContain('@content-api/server')
  expect(named).toContain('@content-api/server')
  expect(named.filter((name) => !names.includes(name ?? ''))).toEqual([])
})

describe('sources', () => {
  const sources = files.filter(([path]) => /\.[cm]?[jt]sx?$/.test(path) && !/\.gen(\.ts$|\/)/.test(path))
  const length = (content: string) => content.trimEnd().split('\n').length

  test(`have at most ${MOST_LINES} lines`, () => {
    const long = sources.filter(([, content]) => length(content) > MOST_LINES)
    expect(long.map(([path, content]) => `${path}: ${length(content)}`)).toEqual([])
  })

  // `listed` writes `none` for an empty list, so that no message ends with "There are: .". The explorer and the suite
  // check the lists themselves, because they don't contain the model.
  test('list names in messages with `listed`', () => {
    const messages = sources.filter(([path]) =>
      /^packages\/(?!conformance|explorer).+\/src\/.+(?<!\.test)\.tsx?$/.test(path),
    )
    const joined =
      /(?:[Tt]here are|[Kk]nown are|\bare|[Oo]ne of|values|[Uu]se|\bwith|send|by name|only|allows|keys):? \$\{(?:[^{}]|\{[^{}]*\})*\.join\(', '\)/
    expect(joined.test("`is not known. There are: ${known.join(', ')}.`")).toBe(true)
    expect(linesWith(joined, messages)).toEqual([])
  })

  test('have no barrel inside a package, and no file of mixed utilities', () => {
    const paths = sources.map(([path]) => path)
    const inner = paths.filter((path) => /^packages\/[^/]+\/src\/.+\/index\.ts$/.test(path))
    expect(inner.filter((path) => !isEntryPoint(path))).toEqual([])
    expect(paths.filter((path) => /\/(utils?|helpers?|misc|common)\.[cm]?[jt]s$/.test(path))).toEqual([])
  })
})

/** Returns the anchors of a Markdown document: of its headings, as GitHub generates them, and explicit ones. */
function anchorsOf(document: string): ReadonlySet<string> {
  const headings = [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/\]\([^)]*\)/g, '')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
  return new Set([...headings, ...[...document.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

describe('documents', () => {
  const documents = files.filter(([path]) => /(^|\/)(README|CONTRIBUTING)\.md$|^(docs|decisions)\/.*\.md$/.test(path))

  test('link to existing files', () => {
    const broken = documents.flatMap(([path, content]) =>
      [...content.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(root, path, '..', target)))
        .map((target) => `${path}: ${target}`),
    )
    expect(broken).toEqual([])
  })

  const readme = readFileSync(join(root, 'decisions', 'README.md'), 'utf8')
  const records = documents.flatMap(([path, content]) => {
    const file = /^decisions\/(\d{4}-[a-z\d-]+\.md)$/.exec(path)?.[1]
    return file === undefined ? [] : [{ file, number: file.slice(0, 4), content }]
  })

  test('about decisions have unique numbers, four sections and a line in the index', () => {
    const numbers = records.map(({ number }) => number)
    expect(numbers).not.toEqual([])
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
    for (const { file, number, content } of records) {
      const title = /^# (.+)\n/.exec(content)?.[1]
      const sections = [...content.matchAll(/^## (.+)$/gm)].map(([, section]) => section)
      expect(sections, file).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives'])
      expect(readme, file).toContain(`- [${number} ${title}](${file})`)
    }
  })

  test('link to existing headings and anchors', () => {
    const anchors = new Map(documents.map(([path, content]) => [join(root, path), anchorsOf(content)]))
    const broken = documents.flatMap(([path, content]) =>
      [...content.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g)]
        .filter(([, target = '', anchor = '']) => {
          const known = anchors.get(target === '' ? join(root, path) : join(root, path, '..', target))
          return known !== undefined && !known.has(anchor)
        })
        .map(([link]) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('mention only existing decisions', () => {
    const known = new Set(records.map(({ number }) => number))
    const unknown = files
      .filter(([path]) => !path.startsWith('decisions/'))
      .flatMap(([path, content]) =>
        [...content.matchAll(/\bdecision (0\d{3})\b/g)]
          .filter(([, number = '']) => !known.has(number))
          .map(([mention]) => `${path}: ${mention}`),
      )
    expect(unknown).toEqual([])
  })

  test('for contributors name existing files', () => {
    const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    const rows = contributing.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'))
    const paths = rows.flatMap((row) => [...row.matchAll(/`([\w.-]+\/[^`<>*]*)`/g)].map(([, path = '']) => path))
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
