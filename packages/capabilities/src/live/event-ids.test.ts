import { expect, it } from 'vitest'
import { createEventIds } from './event-ids.js'

const ids = createEventIds(['a-secret'])

it('an id has its position, and reveals nothing about it', () => {
  const positions = [0, 1, 2, 99_999, 2 ** 48 - 1]
  const made = positions.flatMap((position) => [ids.of(position), ids.of(position)])
  expect(made.map(ids.positionOf)).toEqual(positions.flatMap((position) => [position, position]))
  expect(new Set(made).size).toBe(made.length)
  expect(new Set(made.map(({ length }) => length)).size).toBe(1)
})

it('other processes with the secret know an id, also after a change of the secret', () => {
  const id = ids.of(7)
  expect(createEventIds(['a-secret']).positionOf(id)).toBe(7)
  expect(createEventIds(['another', 'a-secret']).positionOf(id)).toBe(7)
  expect(createEventIds(['another']).positionOf(id)).toBeNaN()
})

it('other ids have no position', () => {
  const id = ids.of(7)
  const changed = Array.from(id, (letter, at) => id.slice(0, at) + (letter === 'A' ? 'B' : 'A') + id.slice(at + 1))
  for (const other of [...changed, '', '7', '122', id.slice(1), `${id}A`, `${id} `, 'é'.repeat(22)]) {
    expect([other, ids.positionOf(other)]).toEqual([other, Number.NaN])
  }
})
