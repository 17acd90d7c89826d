import type { ScalarAttribute, ScalarType } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { scalarFields } from './scalar-field.js'

const parse = (type: ScalarType, text: string) => scalarFields[type].parse(text, { type } satisfies ScalarAttribute)

describe('the text of a control', () => {
  it.each<[ScalarType, string, unknown]>([
    ['string', ' as written ', ' as written '],
    ['string', '', null],
    ['richtext', '# Title\n', '# Title\n'],
    ['integer', ' 42 ', 42],
    ['integer', '-0', -0],
    ['float', '1.5e3', 1500],
    ['decimal', '.25', 0.25],
    ['decimal', '', null],
    ['biginteger', '9223372036854775807', '9223372036854775807'],
    ['biginteger', '+7', '7'],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', '', null],
    ['enumeration', 'red', 'red'],
    ['date', '2026-02-03', '2026-02-03'],
    ['time', '10:30', '10:30:00'],
    ['time', '10:30:15.250', '10:30:15.250'],
    ['datetime', '2026-02-03T10:30', '2026-02-03T10:30:00.000Z'],
    ['datetime', '2026-02-03T10:30:15.250', '2026-02-03T10:30:15.250Z'],
    ['timestamp', '2026-02-03T10:30', '2026-02-03T10:30:00.000Z'],
    ['json', ' {"a": [1]} ', { a: [1] }],
    ['json', 'null', null],
    ['json', ' ', null],
    ['blocks', '[]', []],
  ])('%s: %j is %j', (type, text, value) => {
    expect(parse(type, text)).toEqual(value)
  })

  it.each<[ScalarType, string, RegExp]>([
    ['integer', '1.5', /whole number/],
    ['integer', '12345678901234567890', /15 digits/],
    ['float', '1,5', /decimal separator/],
    ['float', 'Infinity', /number/],
    ['biginteger', '1e3', /whole number/],
    ['datetime', 'tomorrow', /date and a time/],
    ['json', '{ a: 1 }', /^This is not JSON/],
    ['array', '{}', /array/],
    ['blocks', '"text"', /array/],
  ])('%s: %j is not valid', (type, text, message) => {
    expect(() => parse(type, text)).toThrow(message)
  })
})

it.each<[ScalarType, unknown, string]>([
  ['string', null, ''],
  ['boolean', false, 'false'],
  ['integer', 0, '0'],
  ['time', '10:30:00.000', '10:30:00'],
  ['datetime', '2026-02-03T10:30:00.000Z', '2026-02-03T10:30:00'],
  ['timestamp', '1770114600000', '2026-02-03T10:30:00'],
  ['json', { a: 1 }, '{\n  "a": 1\n}'],
  ['json', null, ''],
])('%s: the value %j is shown and read back', (type, value, text) => {
  expect(scalarFields[type].toText(value)).toBe(text)
  const again = parse(type, text)
  expect(type === 'time' || type === 'timestamp' ? scalarFields[type].toText(again) : again).toEqual(
    type === 'time' ? text : type === 'timestamp' ? '' : value,
  )
})
