import { describe, expect, it } from 'vitest'
import { buildServer } from '../../support/mutant-server.js'
import { graphqlProbes } from './graphql-probes.js'
import { type Mutant, mutants } from './mutants.js'
import type { Probe } from './probe.js'
import { firstLeak } from './prove.js'
import { restProbes } from './rest-probes.js'
import { openWorld } from './world.js'
import { writeProbes } from './write-probes.js'

/** A small part of the probes, on every surface. */
const probes = [...restProbes(1, ['$eq']), ...graphqlProbes(1, ['$eq']), ...writeProbes]

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
    expect(await leakOf(probes)).toBeNull()
  })

  it.each(mutants)('finds a leak without the guard against $name', async (mutant) => {
    const requested = probes.filter(({ surface }) => surface === mutant.surface)
    expect(await leakOf(requested, mutant)).toMatch(/ (shows|differs from a wrong guess|has an effect)/)
  })

  it('has a guard to remove on every surface', () => {
    const guarded = new Set(mutants.map(({ surface }) => surface))
    expect(guarded).toEqual(new Set(probes.map(({ surface }) => surface)))
  })
})
