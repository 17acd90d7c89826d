import { describe, expect, it } from 'vitest'
import { faultsOf, type Place } from './gap-list.js'

const fixed = [1, 2]

const step = (item: number, place: Place | null, asked: number, answered = asked + 1) => ({
  item,
  place,
  asked,
  answered,
})

describe('a list is right', () => {
  it('when it is that of the steps one after the other', () => {
    const steps = [step(10, 'end', 0), step(11, 'end', 2), step(12, { after: 1 }, 4), step(13, { before: 1 }, 6)]
    expect(faultsOf([1, 13, 2, 12, 10, 11], fixed, steps)).toEqual([])
  })

  it('in either order of two steps at once', () => {
    const steps = [step(10, 'start', 0, 5), step(11, 'start', 1, 4)]
    expect(faultsOf([10, 11, 1, 2], fixed, steps)).toEqual([])
    expect(faultsOf([11, 10, 1, 2], fixed, steps)).toEqual([])
  })

  it('when only the last step of an item shows', () => {
    expect(faultsOf([1, 2], fixed, [step(10, 'start', 0), step(10, null, 2)])).toEqual([])
  })
})

describe('a list is wrong', () => {
  const wrong: [string, number[], ReturnType<typeof step>[]][] = [
    ['an item stands twice', [1, 2, 10, 10], [step(10, 'end', 0)]],
    ['fixed items have moved', [2, 1], []],
    ['an item was lost', [1, 2], [step(10, 'end', 0)]],
    ['an item came back', [10, 1, 2], [step(10, 'start', 0), step(10, null, 2)]],
    ['an item is in another gap', [10, 1, 2], [step(10, 'end', 0)]],
    ['a later one at the end comes first', [1, 2, 11, 10], [step(10, 'end', 0), step(11, 'end', 2)]],
    ['a later one at the start comes second', [10, 11, 1, 2], [step(10, 'start', 0), step(11, 'start', 2)]],
    [
      'what was put to the left stands to the right',
      [1, 10, 11, 2],
      [step(10, { before: 1 }, 0), step(11, { after: 0 }, 2)],
    ],
  ]
  it.each(wrong)('when %s', (_what, list, steps) => {
    expect(faultsOf(list, fixed, steps)).not.toEqual([])
  })
})
