import { expect, it } from 'vitest'
import { strapiEnv } from './strapi-env.js'

const env = strapiEnv({
  NAME: 'shop',
  EMPTY: '',
  COUNT: '12',
  PRICE: '1.5',
  ON: 'true',
  YES: 'yes',
  JSON: '{"a":[1]}',
  LIST: 'a, "b",c',
  BRACKETS: '["x","y"]',
  DAY: '2026-01-02T03:04:05Z',
})

it.each<[name: string, value: unknown, expected: unknown]>([
  ['a string', env('NAME'), 'shop'],
  ['an empty string, although there is a default', env('EMPTY', 'x'), ''],
  ['the default of a variable that is not set', env('OTHER', 'x'), 'x'],
  ['nothing without a default', env('OTHER'), undefined],
  ['int', env.int('COUNT'), 12],
  ['int of another value', env.int('NAME', 1), NaN],
  ['float', env.float('PRICE'), 1.5],
  ['bool', env.bool('ON'), true],
  ['bool of another word', env.bool('YES', true), false],
  ['bool by default', env.bool('OTHER', true), true],
  ['json', env.json('JSON'), { a: [1] }],
  ['array', env.array('LIST'), ['a', 'b', 'c']],
  ['array in brackets', env.array('BRACKETS'), ['x', 'y']],
  ['date', env.date('DAY'), new Date('2026-01-02T03:04:05Z')],
  ['oneOf', env.oneOf('NAME', ['shop', 'blog'], 'blog'), 'shop'],
  ['oneOf of another value', env.oneOf('COUNT', ['shop', 'blog'], 'blog'), 'blog'],
])('reads %s as Strapi does', (_name, value, expected) => {
  expect(value).toEqual(expected)
})

it('throws for values without a meaning, and does not show them', () => {
  expect(() => env.json('NAME')).toThrow('The variable NAME must be JSON.')
  expect(() => env.oneOf('NAME', ['a'], 'b')).toThrow('The default of env.oneOf("NAME") must be one of a.')
})
