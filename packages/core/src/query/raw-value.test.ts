import { expect, it } from 'vitest'
import { readId } from './raw-value.js'

it.each([
  ['1', 1],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740992', null],
  ['99999999999999999999', null],
  ['0', null],
  ['01', null],
  ['-1', null],
  ['+1', null],
  ['1.5', null],
  ['1e0', null],
  [' 1', null],
  ['1 ', null],
  ['１', null],
  ['', null],
  [1, 1],
  [0, null],
  [-1, null],
  [1.5, null],
  [2 ** 53, null],
  [true, null],
  [null, null],
  [undefined, null],
  [['1'], null],
])('readId %j', (input, expected) => {
  expect(readId(input)).toBe(expected)
})
