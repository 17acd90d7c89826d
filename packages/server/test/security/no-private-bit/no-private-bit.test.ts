import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentApi } from '../../../src/index.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { graphqlProbes } from './graphql-probes.js'
import type { Probe } from './probe.js'
import { prove } from './prove.js'
import { restProbes } from './rest-probes.js'
import { openWorld, type World } from './world.js'
import { writeProbes } from './write-probes.js'

/** The number of probes of reads on each service; all of them in the long run. */
const sample = Number(process.env['PRIVATE_BIT_PROBES'] ?? 120)

const everyRead = [...restProbes(3), ...graphqlProbes(3)]
const probes = [...sampleOf(everyRead), ...writeProbes]

/** The probes for a service that accepts unknown parameters, which must reveal nothing either. */
const fewerReads = [...restProbes(1, ['$eq', '$startsWith']), ...graphqlProbes(1, ['$eq'])]
const fewer = [...sampleOf(fewerReads), ...writeProbes]

const services = [
  ...(await databases()).map((database) => ({ ...database, strict: true, requested: probes })),
  ...(await databases()).map((database) => ({ ...database, strict: false, requested: fewer })),
]

describe.each(services)('hidden data on $name (strict: $strict)', ({ name, connection, strict, requested }) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(createContentApi, connection, strict)
  })
  afterAll(() => world.close())

  it('is revealed by no bit of any response', { timeout: 3_600_000 }, async () => {
    const began = performance.now()
    const { requests, controls, leaks, blind } = await prove(world, requested)
    const all = (strict ? everyRead : fewerReads).length + writeProbes.length
    const accepted = strict ? '' : ', unknown parameters accepted'
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stdout.write(
      `${name}: ${requested.length} probes of ${all}${accepted}: ${leaks.length} leaked; open twins: ` +
        `${controls - blind.length} of ${controls} visible; ${requests} requests in ${seconds} s\n`,
    )
    expect(leaks).toEqual([])
    expect(blind).toEqual([])
    expect(world.failures).toEqual([])
  })
})

it('the probes cover every surface with each of its callers', () => {
  const count = (of: readonly Probe[]) => new Set(of.map(surfaceAndCaller)).size
  expect(count(probes)).toBe(count([...everyRead, ...writeProbes]))
  expect(count(fewer)).toBe(count([...fewerReads, ...writeProbes]))
  expect(probes.length).toBeGreaterThanOrEqual(Math.min(sample, everyRead.length))
  expect(fewer.length).toBeGreaterThanOrEqual(Math.min(sample, fewerReads.length))
})

function surfaceAndCaller({ surface, caller }: Probe): string {
  return `${surface} ${caller}`
}

/**
 * Returns every nth probe, and the first one of each surface and caller. n has no common factor with the
 * number of operators, so each operator is tried.
 */
function sampleOf(all: readonly Probe[]): Probe[] {
  const step = stepOf(all.length, sample)
  const seen = new Set<string>()
  return all.filter((probe, index) => {
    const isFirst = !seen.has(surfaceAndCaller(probe))
    seen.add(surfaceAndCaller(probe))
    return isFirst || index % step === 0
  })
}

function stepOf(total: number, wanted: number): number {
  let step = Math.max(1, Math.floor(total / wanted))
  while (step > 1 && (step % 2 === 0 || step % 11 === 0)) step--
  return step
}
