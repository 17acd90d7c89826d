import { describe, expect, it } from 'vitest'
import { absent, differences } from './difference.js'

describe('differences', () => {
  it('ignores the order of keys', () => {
    expect(differences({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toEqual([])
  })

  it('names the path of each difference', () => {
    expect(differences({ data: [{ id: 1 }, { id: 3 }] }, { data: [{ id: 1 }, { id: 2 }] })).toEqual([
      { path: 'data[1].id', expected: 2, actual: 3 },
    ])
  })

  it('distinguishes an absent key from null', () => {
    expect(differences({}, { meta: null })).toEqual([{ path: 'meta', expected: null, actual: absent }])
    expect(differences({ error: null }, {})).toEqual([{ path: 'error', expected: absent, actual: null }])
  })

  it('compares the order and the length of arrays', () => {
    expect(differences([2, 1], [1, 2])).toHaveLength(2)
    expect(differences([1, 2, 3], [1, 2])).toEqual([{ path: '[2]', expected: absent, actual: 3 }])
  })

  it('distinguishes arrays from objects', () => {
    expect(differences([], {})).toEqual([{ path: '', expected: {}, actual: [] }])
  })
})
