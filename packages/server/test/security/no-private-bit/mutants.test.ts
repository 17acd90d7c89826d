import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import type * as Server from '../../../src/index.js'
import { graphqlProbes } from './graphql-probes.js'
import { type Mutant, mutants } from './mutants.js'
import type { Probe } from './probe.js'
import { firstLeak } from './prove.js'
import { restProbes } from './rest-probes.js'
import { openWorld } from './world.js'
import { writeProbes } from './write-probes.js'

const packageFolder = fileURLToPath(new URL('../../..', import.meta.url))
const modelSource = fileURLToPath(new URL('../../../../model/src/index.ts', import.meta.url))

const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(join(packageFolder, 'package.json'), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, string>>>>
/** The server's own packages; what the model needs is bundled, but for what can't be. */
const external = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies, recheck: '' }).filter(
  (name) => !name.startsWith('@content-api/'),
)

// Two below the package, as its sources are, so that what isn't bundled and the package's own files are found.
const folder = mkdtempSync(join(packageFolder, 'node_modules', '.mutants-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Few of the proof's probes, on every surface. */
const probes = [...restProbes(1, ['$eq']), ...graphqlProbes(1, ['$eq']), ...writeProbes]

function mutated({ file, guard, without }: Mutant): string {
  const source = readFileSync(join(packageFolder, 'src', file), 'utf8')
  expect(source.split(guard).length - 1, `${file} holds once: ${guard}`).toBe(1)
  return source.replace(guard, () => without)
}

let built = 0
/** The server from its sources, with one of them changed. */
async function buildServer(mutant?: Mutant): Promise<typeof Server> {
  const outfile = join(folder, `${built++}.mjs`)
  await build({
    entryPoints: [join(packageFolder, 'src/index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: { '@content-api/model': modelSource },
    external,
    logLevel: 'silent',
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

async function leakOf(asked: readonly Probe[], mutant?: Mutant): Promise<string | null> {
  const { createContentApi } = await buildServer(mutant)
  const world = await openWorld(createContentApi, { dialect: 'sqlite', file: ':memory:' })
  try {
    return await firstLeak(world, asked)
  } finally {
    await world.close()
  }
}

describe('the proof that nothing hidden is told', () => {
  it('holds for the server as it is', { timeout: 300_000 }, async () => {
    expect(await leakOf(probes)).toBeNull()
  })

  it.each(mutants)('fails without the guard of $name', { timeout: 300_000 }, async (mutant) => {
    const asked = probes.filter(({ surface }) => surface === mutant.surface)
    expect(await leakOf(asked, mutant)).toMatch(/ (shows|is told from a wrong guess|is obeyed)/)
  })

  it('has a guard to lose on every surface', () => {
    const guarded = new Set(mutants.map(({ surface }) => surface))
    expect(guarded).toEqual(new Set(probes.map(({ surface }) => surface)))
  })
})
