import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect } from 'vitest'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import type * as Server from '../../src/index.js'
import { bundleFromSources } from './child-process.js'

/** A part of the source to replace with `without`. */
export interface LostGuard {
  /** The file, relative to `src`. */
  readonly file: string
  /** Must occur in the file exactly once. */
  readonly guard: string
  readonly without: string
}

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

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

/** Returns the source without the guard. Fails if the source has changed so that the guard isn't in it. */
export function mutated({ file, guard, without }: LostGuard): string {
  const source = readFileSync(join(packageFolder, 'src', file), 'utf8')
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
    external,
    plugins: [
      {
        name: 'mutant',
        setup(bundle) {
          if (!mutant) return
          const contents = mutated(mutant)
          const path = join(packageFolder, 'src', mutant.file)
          bundle.onLoad({ filter: /\.ts$/ }, (source) =>
            source.path === path ? { contents, loader: 'ts' } : undefined,
          )
        },
      },
    ],
  })
  return (await import(pathToFileURL(outfile).href)) as typeof Server
}
