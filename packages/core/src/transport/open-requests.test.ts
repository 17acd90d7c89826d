import { expect, it } from 'vitest'
import { UnorderedList } from './open-requests.js'

it('holds the items that were added and not deleted', () => {
  for (const deleted of ['a', 'b', 'c']) {
    const list = new UnorderedList<string>()
    for (const item of ['a', 'b', 'c']) list.add(item)
    list.delete(deleted)
    list.delete(deleted)
    expect([...list].toSorted()).toEqual(['a', 'b', 'c'].filter((item) => item !== deleted))
    expect(list.size).toBe(2)
  }
})

it('iterates over all items, even when each is deleted during the iteration', () => {
  const list = new UnorderedList<string>()
  for (const item of ['a', 'b', 'c']) list.add(item)
  const seen: string[] = []
  for (const item of list) {
    seen.push(item)
    list.delete(item)
  }
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(list.size).toBe(0)
})
