import { describe, expect, it } from 'vitest'
import { allOf } from './all-of.js'
import { stringify } from './stringify.js'

const searchOf = (filters: object) => decodeURIComponent(stringify({ filters }))

describe('allOf', () => {
  it('joins conditions', () => {
    const both = allOf({ title: { $containsi: 'x' } }, { kind: 'news' })
    expect(searchOf(both)).toBe('filters[$and][0][title][$containsi]=x&filters[$and][1][kind]=news')
  })

  it('ignores false, null, undefined and the empty string', () => {
    expect(allOf(false, null, undefined, '', { kind: 'news' })).toEqual({ $and: [{ kind: 'news' }] })
  })

  it('matches all entries without a condition', () => {
    expect(searchOf(allOf(''))).toBe('')
    expect(searchOf(allOf(allOf(''), {}, allOf()))).toBe('')
  })

  it('keeps the error about undefined inside a condition', () => {
    expect(() => searchOf(allOf({ kind: undefined }))).toThrow('filters[$and][0][kind] is undefined')
  })

  it.each([0, Number.NaN, true, 'text', 0n])('rejects %s, which is not a condition', (value) => {
    const call = () => allOf({ kind: 'news' }, value as never)
    expect(call).toThrow(`argument 2 of allOf is ${value}, not a condition: write value !== undefined && { … }`)
  })
})
