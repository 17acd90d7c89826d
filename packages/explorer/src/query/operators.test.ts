import { describe, expect, it } from 'vitest'
import { convertValue } from './operators.js'

describe('the value of a condition', () => {
  it.each([
    ['true', '$eq', '$ne', 'true'],
    ['false', '$eq', '$in', ['false']],
    ['true', '$null', '$eq', null],
    ['a', '$eq', '$notNull', 'true'],
    [['1', '2'], '$between', '$gt', '1'],
    ['1', '$gt', '$between', ['1', '']],
  ])('%j of %s becomes the value of %s', (value, from, to, expected) => {
    expect(convertValue(value, { from, to })).toEqual(expected)
  })
})
