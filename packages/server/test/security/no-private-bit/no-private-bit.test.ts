import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentApi } from '../../../src/index.js'
import { databases } from '../../support/postgres.js'
import { graphqlProbes } from './graphql-probes.js'
import { prove } from './prove.js'
import { restProbes } from './rest-probes.js'
import { openWorld, type World } from './world.js'
import { writeProbes } from './write-probes.js'

/** Probes of reads on each database; every one of them in the long run. */
const sample = Number(process.env['PRIVATE_BIT_PROBES'] ?? 1500)

const everyRead = [...restProbes(3), ...graphqlProbes(3)]
/** Each so-manieth: prime to the number of operators, so that each of them comes by. */
const step = stepOf(everyRead.length, sample)
const probes = [...everyRead.filter((_probe, index) => index % step === 0), ...writeProbes]

describe.each(await databases())('what is hidden on $name', ({ name, connection }) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(createContentApi, connection)
  })
  afterAll(() => world.close())

  it('is told by no bit of any answer', { timeout: 1_800_000 }, async () => {
    const { requests, controls, leaks, blind } = await prove(world, probes)
    process.stdout.write(
      `${name}: ${probes.length} probes of ${everyRead.length + writeProbes.length}, ${leaks.length} leaked; ` +
        `${controls} of what lies open, ${controls - blind.length} told (${requests} requests)\n`,
    )
    expect(leaks).toEqual([])
    expect(blind).toEqual([])
    expect(world.failures).toEqual([])
  })
})

it('is asked for on every surface', () => {
  const count = (of: typeof probes) => new Set(of.map(({ surface }) => surface)).size
  expect(count(probes)).toBe(count([...everyRead, ...writeProbes]))
  expect(probes.length).toBeGreaterThanOrEqual(Math.min(sample, everyRead.length))
})

function stepOf(total: number, wanted: number): number {
  let step = Math.max(1, Math.floor(total / wanted))
  while (step > 1 && (step % 2 === 0 || step % 11 === 0)) step--
  return step
}
