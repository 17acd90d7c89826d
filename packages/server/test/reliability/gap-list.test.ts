import { describe, expect, it } from 'vitest'
import { faultsOf, type Place } from './gap-list.js'

const fixed = [1, 2]

const step = (item: number, place: Place | null, requested: number, responded = requested + 1) => ({
  item,
  place,
  requested,
  responded,
})

describe('a list is correct', () => {
  it('when it is the result of the steps in their order', () => {
    const steps = [step(10, 'end', 0), step(11, 'end', 2), step(12, { after: 1 }, 4), step(13, { before: 1 }, 6)]
    expect(faultsOf([1, 13, 2, 12, 10, 11], fixed, steps)).toEqual([])
  })

  it('in either order of two concurrent steps', () => {
    const steps = [step(10, 'start', 0, 5), step(11, 'start', 1, 4)]
    expect(faultsOf([10, 11, 1, 2], fixed, steps)).toEqual([])
    expect(faultsOf([11, 10, 1, 2], fixed, steps)).toEqual([])
  })

  it('when only the last step of an item has an effect', () => {
    expect(faultsOf([1, 2], fixed, [step(10, 'start', 0), step(10, null, 2)])).toEqual([])
  })
})

describe('a list is wrong', () => {
  const wrong: [string, number[], ReturnType<typeof step>[]][] = [
    ['an item is in it twice', [1, 2, 10, 10], [step(10, 'end', 0)]],
    ['fixed items have moved', [2, 1], []],
    ['an item is missing', [1, 2], [step(10, 'end', 0)]],
    ['a removed item is in it', [10, 1, 2], [step(10, 'start', 0), step(10, null, 2)]],
    ['an item is in another gap', [10, 1, 2], [step(10, 'end', 0)]],
    ['a later item at the end comes first', [1, 2, 11, 10], [step(10, 'end', 0), step(11, 'end', 2)]],
    ['a later item at the start comes second', [10, 11, 1, 2], [step(10, 'start', 0), step(11, 'start', 2)]],
    [
      'an item of the left end comes after one of the right end',
      [1, 10, 11, 2],
      [step(10, { before: 1 }, 0), step(11, { after: 0 }, 2)],
    ],
  ]
  it.each(wrong)('when %s', (_what, list, steps) => {
    expect(faultsOf(list, fixed, steps)).not.toEqual([])
  })
})
