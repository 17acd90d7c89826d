import { expect, it } from 'vitest'
import { comparisonKey, hasInvisible, normalizeIdentifier } from './identifiers.js'

it.each([
  ['a@b.com', 'a@b.com'],
  ['A@B.com', 'a@b.com'],
  ['a@b.com ', 'a@b.com'],
  ['a@b.com\n', 'a@b.com'],
  ['\u{ff41}@b.com', 'a@b.com'],
  ['Admin', 'admin'],
  ['admin\u{200b}', 'admin'],
  ['ad\u{ad}min', 'admin'],
  ['\u{fb01}nn', 'finn'],
  ['e\u{301}', '\u{e9}'],
  ['İ', 'i̇'],
  ['A@BÜCHER.example', 'a@bücher.example'],
  ['a@xn--bcher-kva.example', 'a@bücher.example'],
  ['a@XN--BCHER-KVA.EXAMPLE', 'a@bücher.example'],
  ['a@bu\u{308}cher.example', 'a@bücher.example'],
  ['a@b\u{3002}com', 'a@b.com'],
  ['a@straße.example', 'a@straße.example'],
  ['a@xn--strae-oqa.example', 'a@straße.example'],
  ['xn--bcher-kva', 'xn--bcher-kva'],
  ['a@xn--a', 'a@xn--a'],
  ['a@0x7f.1', 'a@0x7f.1'],
])('maps %j to the comparison key %j', (input, key) => {
  expect(comparisonKey(input)).toBe(key)
  expect(comparisonKey(key)).toBe(key)
})

it('maps identifiers with different letters or inner spaces to different keys', () => {
  expect(comparisonKey('admin')).not.toBe(comparisonKey('аdmin'))
  expect(comparisonKey('a b')).not.toBe(comparisonKey('ab'))
  expect(comparisonKey('a@straße.example')).not.toBe(comparisonKey('a@strasse.example'))
  expect(comparisonKey('a@bücher.example')).not.toBe(comparisonKey('a@bucher.example'))
})

it('keeps upper case in the stored form, and detects invisible characters', () => {
  expect(normalizeIdentifier(' Ｄave ')).toBe('Dave')
  expect(hasInvisible('admin\u{200b}')).toBe(true)
  expect(hasInvisible('a\u{0}')).toBe(true)
  expect(hasInvisible('Zoë Müller')).toBe(false)
})
