import { expect, it } from 'vitest'
import { UnorderedList } from './unordered-list.js'

it('keeps the other items when one is deleted, whether it was first, middle or last', () => {
  for (const gone of ['a', 'b', 'c']) {
    const list = new UnorderedList<string>()
    for (const item of ['a', 'b', 'c']) list.add(item)
    list.delete(gone)
    list.delete(gone)
    expect([...list].toSorted()).toEqual(['a', 'b', 'c'].filter((item) => item !== gone))
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
