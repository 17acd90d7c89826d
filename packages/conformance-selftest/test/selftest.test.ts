import { describe, expect, it } from 'vitest'
import { selftest } from '../src/selftest.js'

describe('the suite', () => {
  it('passes a correct server, kills every mutant, finds out every degenerate server, and proves something with every scenario', {
    timeout: 240_000,
  }, async () => {
    const { correct, mutants, degenerates, unbroken, neverFailed } = await selftest()
    expect(correct.others.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
    expect(mutants.length).toBeGreaterThanOrEqual(120)
    expect(mutants.filter(({ killedBy }) => killedBy.length === 0).map(({ mutant }) => mutant.id)).toEqual([])
    expect(degenerates.length).toBeGreaterThanOrEqual(10)
    expect(degenerates.filter(({ outcome }) => outcome === 'conformant')).toEqual([])
    expect(unbroken).toEqual([])
    expect(neverFailed).toEqual([])
  })
})
