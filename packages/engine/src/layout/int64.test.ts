import { expect, test } from 'vitest'
import { isInt64 } from './value-formats.js'

test.each([0, -0, 5, -5, 2 ** 53, -(2 ** 63) + 1024, '0', '-1', '+7', '9223372036854775807', '-9223372036854775808'])(
  '%s is a 64-bit integer',
  (value) => expect(isInt64(value)).toBe(true),
)

test.each([
  1.5,
  2 ** 63,
  -(2 ** 63),
  Number.NaN,
  Infinity,
  '9223372036854775808',
  '-9223372036854775809',
  '1.0',
  '1e3',
  '',
  ' 1',
  true,
  null,
])('%s is not a 64-bit integer', (value) => expect(isInt64(value)).toBe(false))
