import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect } from 'vitest'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import type * as Server from '../../src/index.js'
import { bundleFromSources } from './child-process.js'

/** A part of the source to replace with `without`. */
export interface LostGuard {
  /** The file, relative to `src` of one of the packages with guards. */
  readonly file: string
  /** Must occur in the file exactly once. */
  readonly guard: string
  readonly without: string
}

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))
const packages = join(packageFolder, '..')
/** The packages with guards. */
const guarded = ['core', 'capabilities', 'interfaces', 'strapi-project', 'server']

const { dependencies, devDependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(join(packageFolder, 'package.json'), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, string>>>>
/** Dependencies of the server that are not bundled. */
const external = Object.keys({
  ...dependencies,
  // The published bundle contains the development dependencies that it uses. This bundle contains none of
  // them.
  ...devDependencies,
  ...optionalDependencies,
  ...peerDependencies,
}).filter((name) => !name.startsWith('@content-api/'))

/** Returns the path of a source of the packages with guards. */
function pathOf(file: string): string {
  const found = guarded.map((name) => join(packages, name, 'src', file)).filter((path) => existsSync(path))
  expect(found, file).toHaveLength(1)
  return found[0] as string
}

/** Returns the source without the guard. Fails if the source has changed so that the guard isn't in it. */
export function mutated({ file, guard, without }: LostGuard): string {
  const source = readFileSync(pathOf(file), 'utf8')
  expect(source.split(guard).length - 1, `${file} holds once: ${guard}`).toBe(1)
  return source.replace(guard, () => without)
}

/** Bundles the server from its sources, with one of them changed. */
export async function buildServer(mutant?: LostGuard): Promise<typeof Server> {
  // Two levels below the package, like its sources, so that relative paths and external modules resolve.
  const folder = mkdtempSync(join(packageFolder, 'node_modules', '.mutants-'))
  cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'server.mjs')
  await build({
    entryPoints: [join(packageFolder, 'src/index.ts')],
    outfile,
    ...bundleFromSources,
    // Libraries in the bundle use `require` for modules outside of it.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'\nconst require = createBundleRequire(import.meta.url)",
    },
    external,
    plugins: [
      {
        name: 'sources of the private packages',
        setup(bundle) {
          bundle.onResolve({ filter: /^@content-api\/[^/]+\/.+/ }, ({ path }) => {
            const [, name = '', file = ''] = /^@content-api\/([^/]+)\/(.+)$/.exec(path) ?? []
            const source = join(packages, name, 'src', `${file}.ts`)
            return existsSync(source) ? { path: source } : undefined
          })
        },
      },
      {
        name: 'mutant',
        setup(bundle) {
          if (!mutant) return
          const contents = mutated(mutant)
          const path = pathOf(mutant.file)
          bundle.onLoad({ filter: /\.ts$/ }, (source) =>
            source.path === path ? { contents, loader: 'ts' } : undefined,
          )
        },
      },
    ],
  })
  return (await import(pathToFileURL(outfile).href)) as typeof Server
}
