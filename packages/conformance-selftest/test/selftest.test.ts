import { describe, expect, it } from 'vitest'
import { selftest } from '../src/selftest.js'

/** Every nth mutant and degenerate server is tried; `pnpm selftest` and `pnpm verify:long --only selftest` try all. */
const every = 8

describe('the suite', () => {
  it(`passes a correct server, kills every ${every}th mutant and rejects every ${every}th degenerate server`, async () => {
    const { correct, mutants, degenerates, unbroken } = await selftest({ every })
    expect(correct.others.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
    expect(mutants.length).toBeGreaterThanOrEqual(40)
    expect(mutants.filter(({ killedBy }) => killedBy.length === 0).map(({ mutant }) => mutant.id)).toEqual([])
    expect(degenerates.length).toBeGreaterThanOrEqual(3)
    expect(degenerates.filter(({ outcome }) => outcome === 'conformant')).toEqual([])
    expect(unbroken).toEqual([])
  })
})
