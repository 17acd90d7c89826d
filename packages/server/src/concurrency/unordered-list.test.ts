import { expect, it } from 'vitest'
import { UnorderedList } from './unordered-list.js'

it('holds what was added and not deleted, whichever is deleted', () => {
  for (const gone of ['a', 'b', 'c']) {
    const list = new UnorderedList<string>()
    for (const item of ['a', 'b', 'c']) list.add(item)
    list.delete(gone)
    list.delete(gone)
    expect([...list].toSorted()).toEqual(['a', 'b', 'c'].filter((item) => item !== gone))
    expect(list.size).toBe(2)
  }
})

it('goes through the items of one moment', () => {
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
