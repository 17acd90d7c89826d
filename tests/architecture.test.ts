import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

/** The folders that the tables after a heading or a package's name list. */
function listed(packageName: string): string[] {
  const [, section = ''] = page.split(`\`packages/${packageName}/src\`\n`)
  const [table = ''] = section.split(/\n(?=`packages|## )/)
  return [...table.matchAll(/^\| `([\w/-]+)\/` \|/gm)].map(([, folder = '']) => folder)
}

/** The folders below a package's sources, to a depth. */
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
  ['server', 2],
  ['model', 1],
  ['sdk', 1],
  ['conformance', 1],
])('docs/architecture.md lists the folders of %s', (name, depth) => {
  expect(listed(name).toSorted()).toEqual(foldersOf(name, depth))
})

test('the files that docs/architecture.md names exist', () => {
  const names = [...page.matchAll(/`((?:packages\/)?(?:server|sdk|model|conformance)\/src\/[\w/.-]+\.ts)`/g)]
  const paths = names.map(([, path = '']) => (path.startsWith('packages/') ? path : `packages/${path}`))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
