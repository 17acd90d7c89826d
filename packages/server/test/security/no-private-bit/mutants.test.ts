import { describe, expect, it } from 'vitest'
import { buildServer, mutated } from '../../support/mutant-server.js'
import { graphqlProbes } from './graphql-probes.js'
import { type Mutant, mutants } from './mutants.js'
import type { Probe } from './probe.js'
import { firstLeak } from './prove.js'
import { restProbes } from './rest-probes.js'
import { openWorld } from './world.js'
import { writeProbes } from './write-probes.js'

/** A small part of the probes, on every surface. */
const probes = [...restProbes(1, ['$eq']), ...graphqlProbes(1, ['$eq']), ...writeProbes]

const surfaces = new Set(mutants.map(({ surface }) => surface))

/** `pnpm verify:long --only private-bit` tries all guards, `npm test` the first one of each surface. */
const isFullRun = process.env['PRIVATE_BIT_MUTANTS'] === 'all'
const tried = isFullRun
  ? mutants
  : [...surfaces].flatMap((surface) => mutants.find((mutant) => mutant.surface === surface) ?? [])

async function leakOf(requested: readonly Probe[], mutant?: Mutant): Promise<string | null> {
  const { createContentApi } = await buildServer(mutant)
  const world = await openWorld(createContentApi, { dialect: 'sqlite', file: ':memory:' })
  try {
    return await firstLeak(world, requested)
  } finally {
    await world.close()
  }
}

describe('the proof that responses reveal nothing hidden', () => {
  it('finds no leak in the server', async () => {
    // `no-private-bit.test.ts` sends others of these probes.
    const sample = isFullRun ? probes : probes.filter((_probe, index) => index % 3 === 0)
    expect(await leakOf(sample)).toBeNull()
  })

  it.each(mutants)('knows where the guard against $name is', (mutant) => {
    expect(mutated(mutant)).not.toContain(mutant.guard)
  })

  it.each(tried)('finds a leak without the guard against $name', async (mutant) => {
    const requested = probes.filter(({ surface }) => surface === mutant.surface)
    expect(await leakOf(requested, mutant)).toMatch(/ (shows|differs from a wrong guess|has an effect)/)
  })

  it('has a guard to remove on every surface', () => {
    expect(surfaces).toEqual(new Set(probes.map(({ surface }) => surface)))
  })
})
