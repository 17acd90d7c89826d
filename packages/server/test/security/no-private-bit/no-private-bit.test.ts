import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentApi } from '../../../src/index.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { graphqlProbes } from './graphql-probes.js'
import { prove } from './prove.js'
import { restProbes } from './rest-probes.js'
import { openWorld, type World } from './world.js'
import { writeProbes } from './write-probes.js'

/** The number of probes of reads on each database; all of them in the long run. */
const sample = Number(process.env['PRIVATE_BIT_PROBES'] ?? 850)

const everyRead = [...restProbes(3), ...graphqlProbes(3)]
/**
 * Every nth probe is used. n has no common factor with the number of operators, so each operator is tried.
 */
const step = stepOf(everyRead.length, sample)
const probes = [...everyRead.filter((_probe, index) => index % step === 0), ...writeProbes]

/** The probes for a service that accepts unknown parameters, which must reveal nothing either. */
const fewer = [...restProbes(1, ['$eq', '$startsWith']), ...graphqlProbes(1, ['$eq']), ...writeProbes]

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
    const all = strict ? ` of ${everyRead.length + writeProbes.length}` : ', unknown parameters accepted'
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stdout.write(
      `${name}: ${requested.length} probes${all}: ${leaks.length} leaked; open twins: ` +
        `${controls - blind.length} of ${controls} visible; ${requests} requests in ${seconds} s\n`,
    )
    expect(leaks).toEqual([])
    expect(blind).toEqual([])
    expect(world.failures).toEqual([])
  })
})

it('the probes cover every surface with each of its callers', () => {
  const count = (of: typeof probes) => new Set(of.map(({ surface, caller }) => `${surface} ${caller}`)).size
  expect(count(probes)).toBe(count([...everyRead, ...writeProbes]))
  expect(probes.length).toBeGreaterThanOrEqual(Math.min(sample, everyRead.length))
})

function stepOf(total: number, wanted: number): number {
  let step = Math.max(1, Math.floor(total / wanted))
  while (step > 1 && (step % 2 === 0 || step % 11 === 0)) step--
  return step
}
