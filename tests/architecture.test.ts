import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

/** Returns the folders in the table below the line `packages/<packageName>/src` of the page. */
function listed(packageName: string): string[] {
  const [, section = ''] = page.split(`\`packages/${packageName}/src\`\n`)
  const [table = ''] = section.split(/\n(?=`packages|## )/)
  return [...table.matchAll(/^\| `([\w/-]+)\/` \|/gm)].map(([, folder = '']) => folder)
}

/** Returns the folders below a package's sources, to a depth. */
function foldersOf(packageName: string, depth: number): string[] {
  const source = join(root, 'packages', packageName, 'src')
  const below = (folder: string, left: number): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => {
        const path = join(folder, name)
        return [relative(source, path).replaceAll('\\', '/'), ...(left > 1 ? below(path, left - 1) : [])]
      })
  return below(source, depth).toSorted()
}

test.each([
  ['server', 3],
  ['migrate', 2],
  ['core', 3],
  ['project-files', 2],
  ['capabilities', 3],
  ['interfaces', 3],
  ['strapi-project', 3],
  ['strapi-reads', 3],
  ['strapi-documents', 3],
  ['strapi-tables', 3],
  ['model', 1],
  ['sdk', 1],
  ['nuxt', 1],
  ['astro', 1],
  ['explorer', 1],
  ['conformance', 1],
])('docs/architecture.md lists the folders of %s', (name, depth) => {
  expect(listed(name).toSorted()).toEqual(foldersOf(name, depth))
})

/** Returns the files that pages for contributors name. A page names a file by the end of its path. */
function filesToName(): string[] {
  const folders = readdirSync(join(root, 'packages')).flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/test`,
    `packages/${name}/bin`,
  ])
  return [...folders, 'lint', 'scripts', 'tests']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `/${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
}

test('every file that pages for contributors and decisions name exists', () => {
  const decisions = readdirSync(join(root, 'decisions')).map((name) => `decisions/${name}`)
  const named = ['docs/architecture.md', 'docs/contributing/code.md', ...decisions].flatMap((path) =>
    // The pattern doesn't require backticks, because diagrams name files without them.
    [...readFileSync(join(root, path), 'utf8').matchAll(/[\w/.-]+\.(?:ts|mjs)\b/g)].map(([name]) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(60)
  const files = [...filesToName(), '/vitest.config.ts']
  const isFile = (path: string, name: string) =>
    files.some((file) => file.endsWith(`/${name}`)) || existsSync(join(root, path, '..', name))
  expect(named.filter(({ path, name }) => !isFile(path, name))).toEqual([])
})

/** Files of a user, which comments name too. */
const filesOfUsers = new Set([
  'conformance.config.ts',
  'content-api.config.ts',
  'nuxt.config.ts',
  'src/content.config.ts',
  'src/env.d.ts',
])

test('every file that a comment of the sources names exists', () => {
  const files = filesToName()
  const sources = files.filter((file) => /\/src\/.*\.tsx?$/.test(file))
  const named = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^\s*(?:\/\/|\/?\*).*/gm)].flatMap(([comment]) =>
      [...comment.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = '']) => ({ path, name })),
    ),
  )
  expect(named.length).toBeGreaterThan(15)
  const isFile = (name: string) => filesOfUsers.has(name) || files.some((file) => file.endsWith(`/${name}`))
  expect(named.filter(({ name }) => !isFile(name))).toEqual([])
})
