import { describe, expect, test } from 'vitest'
import { comparisons } from '../bench/peers/comparisons.js'
import { checkRatios, leastOf, meanOf, ratioOf, ratioText } from '../bench/peers/ratios.js'
import { describeDifference } from '../bench/peers/same-content.js'

describe('the ratios of pnpm bench:peers', () => {
  test('are the medians of the rounds, with their extremes', () => {
    const ratio = ratioOf('list', [100, 200, 150], [1_000, 1_000, 3_000])
    expect(ratio).toEqual({ workload: 'list', ours: 150, theirs: 1_000, ratio: 10, smallest: 5, largest: 20 })
  })

  test('have no figures without costs', () => {
    const ratio = ratioOf('list', [], [], 'the responses differ')
    expect([ratio.ratio, meanOf([ratioOf('find one', [1], [4]), ratio])]).toEqual([Number.NaN, Number.NaN])
    expect(ratioText(ratio.ratio)).toBe('–')
  })

  test('fail below the limit of the workload, or else below that of all', () => {
    const limits = { each: 9, workloads: { create: 10 } }
    const ratios = [ratioOf('list', [1], [9]), ratioOf('create', [1], [9]), ratioOf('find one', [1], [8.99])]
    expect(checkRatios('peer', ratios, limits, true)).toEqual([
      { name: 'peer/list' },
      { name: 'peer/create', failure: '9.00 is below 10' },
      { name: 'peer/find one', failure: '8.99 is below 9' },
    ])
    expect(leastOf('update', limits)).toBe(9)
  })

  test('fail with a problem, whatever the figure is', () => {
    const ratios = [ratioOf('list', [1], [99], '3 requests failed')]
    expect(checkRatios('peer', ratios, {}, true)).toEqual([{ name: 'peer/list', failure: '3 requests failed' }])
  })

  test('fail below the mean only if all workloads were measured', () => {
    const ratios = [ratioOf('list', [1], [2]), ratioOf('find one', [1], [8])]
    expect(checkRatios('peer', ratios, { mean: 4.1 }, true).at(-1)).toEqual({
      name: 'peer, geometric mean',
      failure: '4.00 is below 4.1',
    })
    expect(checkRatios('peer', ratios, { mean: 4 }, true).at(-1)?.failure).toBeUndefined()
    expect(checkRatios('peer', ratios, { mean: 4.1 }, false)).toHaveLength(2)
  })

  test('fail with a mean that has no figure', () => {
    const checks = checkRatios('peer', [ratioOf('list', [], [], 'differs')], { mean: 1 }, true)
    expect(checks.map(({ failure }) => failure)).toEqual(['differs', '– is below 1'])
  })
})

describe('compared responses', () => {
  const [a, b] = [{ title: 'a' }, { title: 'b' }]

  test.each([
    [{ entries: [a, b] }, { entries: [b, a] }, 'entry 0 is {"title":"a"} and {"title":"b"}'],
    [{ entries: [a] }, { entries: [a, b] }, '1 and 2 entries'],
    [{ total: 1, entries: [a] }, { total: 2, entries: [a] }, 'totals 1 and 2'],
    [{ total: 1, entries: [a] }, { entries: [a] }, undefined],
  ])('%j and %j', (one, other, difference) => {
    expect(describeDifference(one, other)).toBe(difference)
  })
})

test('comparisons have different names, and limits only for their own workloads', () => {
  expect(new Set(comparisons.map(({ name }) => name)).size).toBe(comparisons.length)
  for (const { name, workloads, limits } of comparisons) {
    expect(workloads.length, name).toBeGreaterThan(0)
    expect(workloads, name).toEqual(expect.arrayContaining(Object.keys(limits.workloads ?? {})))
  }
})
