import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8')

interface Package {
  readonly dependencies: Readonly<Record<string, string>>
  readonly scripts?: { readonly prepack?: string }
}

const read = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Package

/** Returns the folders of a package and of the workspace packages that it depends on. */
function withWorkspaceDependencies(folder: string): readonly string[] {
  const own = Object.entries(read(folder).dependencies).filter(([, version]) => version.startsWith('workspace:'))
  return [folder, ...own.flatMap(([name]) => withWorkspaceDependencies(`packages/${name.split('/')[1]}`))]
}

// `pnpm deploy` packs the packages without their `prepack` scripts.
test('the image is built with all that publishing adds to the server and its packages', () => {
  const scripts = withWorkspaceDependencies('packages/server').flatMap((folder) =>
    [...(read(folder).scripts?.prepack ?? '').matchAll(/node (\S+)/g)].map(([, path = '']) => join(folder, path)),
  )
  expect(scripts).toContain('packages/server/scripts/bundle.mjs')
  expect(scripts.filter((script) => !containerfile.includes(`node ${script} `))).toEqual([])
})
