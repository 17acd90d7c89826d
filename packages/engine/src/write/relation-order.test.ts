import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../plan/write-plan.js'
import { anchorsFirst, applySteps, arrange, type KnownList, type OrderSteps, type Place } from './relation-order.js'

const at = (id: number, position: Position = { end: true }) => ({ id, position })

function steps(connect: OrderSteps['connect'], disconnect: number[] = [], strict = true): OrderSteps {
  return { connect, disconnect, strict }
}

/** The part of a stored list that the steps name, as the database would return it. */
function known(stored: ReadonlyMap<number, number>, { connect, disconnect }: OrderSteps): KnownList {
  const numbers = [...stored.values()].toSorted((a, b) => a - b)
  const named = new Set([...disconnect, ...connect.flatMap(({ id, position }) => [id, ...Object.values(position)])])
  const places = new Map<number, Place>()
  for (const [id, position] of stored) {
    if (!named.has(id)) continue
    places.set(id, {
      position,
      previous: numbers.findLast((other) => other < position) ?? null,
      next: numbers.find((other) => other > position) ?? null,
    })
  }
  return { places, first: numbers[0] ?? null, last: numbers.at(-1) ?? null }
}

/** Applies the result of `arrange` and returns the list. */
function stored(list: readonly number[], order: OrderSteps): number[] {
  const rows = new Map(list.map((id, index) => [id, index + 1]))
  const numbers = arrange(known(rows, order), order)
  for (const id of order.disconnect) rows.delete(id)
  for (const [id, number] of numbers ?? []) rows.set(id, number)
  return [...rows].toSorted(([, a], [, b]) => a - b).map(([id]) => id)
}

/** A simple implementation of rule 3 on an array: one item after the other, except that anchors are placed first. */
function model(list: readonly number[], { connect, disconnect, strict }: OrderSteps): number[] {
  const result = list.filter((id) => !disconnect.includes(id))
  for (const { id, position } of anchorsFirst(connect, (id) => result.includes(id))) {
    const [[key, anchor]] = Object.entries(position) as [[string, number | true]]
    if (typeof anchor === 'number' && !result.includes(anchor) && strict) throw new Error(`no ${anchor}`)
    const place = (key === 'before' || key === 'after') && !result.includes(anchor as number) ? 'end' : key
    if (result.includes(id)) result.splice(result.indexOf(id), 1)
    const index = {
      start: 0,
      end: result.length,
      before: result.indexOf(anchor as number),
      after: result.indexOf(anchor as number) + 1,
    }
    result.splice(index[place as keyof typeof index], 0, id)
  }
  return result
}

/** Checks that both implementations agree, and returns their result. */
function result(list: readonly number[], order: OrderSteps): number[] {
  const whole = applySteps(list, order)
  expect(stored(list, order)).toEqual(whole)
  return whole
}

describe('the order of a relation', () => {
  it('matches the example in specification §4.4, rule 3', () => {
    const connect = [at(6, { after: 1 }), at(7, { before: 2 }), at(8, { end: true }), at(9), at(10, { start: true })]
    expect(result([1, 2], steps(connect))).toEqual([10, 1, 6, 7, 2, 8, 9])
  })

  it.each<[string, number[], OrderSteps, number[]]>([
    [
      'two after the same item end up reversed',
      [1, 2],
      steps([at(7, { after: 1 }), at(8, { after: 1 })]),
      [1, 8, 7, 2],
    ],
    ['two at the start end up reversed too', [1], steps([at(9, { start: true }), at(10, { start: true })]), [10, 9, 1]],
    ['two before the same item keep their order', [3], steps([at(4, { before: 3 }), at(5, { before: 3 })]), [4, 5, 3]],
    ['connecting again moves an item to the end', [3, 1, 2], steps([at(3)]), [1, 2, 3]],
    ['connecting again moves an item to a position', [1, 2, 5], steps([at(5, { start: true })]), [5, 1, 2]],
    ['connect wins over disconnect', [3, 7, 4], steps([at(7)], [7]), [3, 4, 7]],
    ['disconnecting an id that is not in the list changes nothing', [1], steps([], [9]), [1]],
    ['an anchor may be connected later', [4], steps([at(9, { after: 10 }), at(10, { start: true })]), [10, 9, 4]],
    ['an anchor may be moved later', [1, 2, 3], steps([at(9, { after: 1 }), at(1)]), [9, 2, 3, 1]],
    ['a missing anchor means the end in lenient mode', [1], steps([at(3, { before: 9 })], [], false), [1, 3]],
    ['an empty list accepts every position', [], steps([at(2), at(1, { start: true })]), [1, 2]],
    ['a disconnected anchor may be connected again', [11, 1], steps([at(3, { after: 11 }), at(11)], [11]), [1, 11, 3]],
  ])('is right when %s', (_name, list, order, expected) => {
    expect(result(list, order)).toEqual(expected)
  })

  it.each<[string, number[], OrderSteps, RegExp]>([
    [
      'a missing anchor',
      [1],
      steps([at(3, { before: 9 })]),
      /id 3 at position {"before":9}.*id 9 needs to be connected/,
    ],
    [
      'an anchor that is disconnected',
      [1],
      steps([at(3, { after: 1 })], [1]),
      /^There was a problem connecting relation with id 3 at position {"after":1}\. The same request disconnects the relation with id 1: use another position, or don't disconnect it\.$/,
    ],
    ['a circle', [1], steps([at(3, { after: 4 }), at(4, { after: 3 })]), /circular reference/],
    ['a long circle', [], steps([at(1, { after: 2 }), at(2, { after: 3 }), at(3, { after: 1 })]), /circular reference/],
  ])('rejects %s', (_name, list, order, message) => {
    expect(() => applySteps(list, order)).toThrow(message)
    expect(() => stored(list, order)).toThrow(message)
  })

  it('is stored as numbers, and rows that no step names keep theirs', () => {
    const numbers = arrange(
      known(
        new Map([
          [1, 10],
          [2, 20],
          [3, 30],
        ]),
        steps([at(9, { after: 1 })]),
      ),
      steps([at(9, { after: 1 })]),
    )
    expect(numbers).toEqual(new Map([[9, 15]]))
  })

  it('needs new numbers for all rows when no number is left between two rows', () => {
    const order = steps([at(9, { after: 1 })])
    expect(
      arrange(
        known(
          new Map([
            [1, 1],
            [2, 1 + Number.EPSILON],
          ]),
          order,
        ),
        order,
      ),
    ).toBeNull()
  })

  it('accepts thousands of steps', () => {
    const chain = Array.from({ length: 5000 }, (_, index) => at(index + 2, { after: index + 1 }))
    const list = [1, ...chain.map(({ id }) => id)]
    const order = steps(chain.toReversed())
    expect([...(arrange(known(new Map([[1, 1]]), order), order)?.keys() ?? [])]).toEqual(list.slice(1))
    expect(anchorsFirst(order.connect, (id) => id === 1)).toHaveLength(5000)
  })
})

describe('random steps on a random list', () => {
  const id = fc.integer({ min: 1, max: 12 })
  const position: fc.Arbitrary<Position> = fc.oneof(
    id.map((before) => ({ before })),
    id.map((after) => ({ after })),
    fc.constant({ start: true } as const),
    fc.constant({ end: true } as const),
  )
  const connect = fc
    .uniqueArray(fc.record({ id, position }), { selector: (item) => item.id, maxLength: 8 })
    .map((items) => items.filter(({ id, position }) => !Object.values(position).includes(id)))
  const order = fc.record({ connect, disconnect: fc.array(id, { maxLength: 4 }), strict: fc.boolean() })
  const list = fc.uniqueArray(id, { maxLength: 12 })

  function attempt(work: () => number[]): number[] | null {
    try {
      return work()
    } catch {
      return null
    }
  }

  it('give the same result as an array, on the whole list and on the known part', () => {
    fc.assert(
      fc.property(list, order, (list, order) => {
        const plain = attempt(() => model(list, order))
        expect(attempt(() => applySteps(list, order))).toEqual(plain)
        expect(attempt(() => stored(list, order))).toEqual(plain)
      }),
      { numRuns: 500 },
    )
  })

  it('keep each id once: every connected id, no disconnected id, and the others in their order', () => {
    fc.assert(
      fc.property(list, order, (list, order) => {
        const after = attempt(() => applySteps(list, order))
        if (!after) return
        expect(new Set(after).size).toBe(after.length)
        const connected = new Set(order.connect.map(({ id }) => id))
        const untouched = list.filter((id) => !connected.has(id) && !order.disconnect.includes(id))
        expect(after.filter((id) => !connected.has(id))).toEqual(untouched)
        for (const id of connected) expect(after).toContain(id)
      }),
      { numRuns: 500 },
    )
  })
})
