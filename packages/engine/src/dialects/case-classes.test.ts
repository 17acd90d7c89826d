import { expect, test } from 'vitest'
import { caseClass } from './case-classes.js'

const sorted = (text: string) => Array.from(text).toSorted().join('')

/** Every character, in strings of 4,096, without surrogates. */
const planes = Array.from({ length: 0x110 }, (_, plane) => plane * 0x1000)
  .filter((start) => start < 0xd800 || start >= 0xe000)
  .map((start) => String.fromCodePoint(...Array.from({ length: 0x1000 }, (_, offset) => start + offset)))
const cased = planes.flatMap((plane) => plane.match(/[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/gu) ?? [])

test('every cased character of Unicode has the case class that JavaScript gives it', () => {
  expect(cased.length).toBeGreaterThan(2_800)
  const all = cased.join('')
  const wrong = cased.filter((character) => {
    const same = all.match(new RegExp(character, 'giu')) ?? []
    return sorted([...new Set(same)].join('')) !== sorted(caseClass(character))
  })
  expect(wrong).toEqual([])
})

test.each([
  ['s', 'Ssſ'],
  ['K', 'Kk\u212a'],
  ['\u00b5', '\u00b5\u039c\u03bc'],
  ['ς', 'Σςσ'],
  ['ß', 'ßẞ'],
  ['ж', 'Жж'],
  ['ı', 'ı'],
  ['i', 'Ii'],
  ['İ', 'İ'],
  ['1', '1'],
  ['[', '['],
  ['😀', '😀'],
])('matches %s and %s without regard to case', (character, expected) => {
  expect(sorted(caseClass(character))).toBe(expected)
})
