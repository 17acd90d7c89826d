import { type ScalarAttribute, type ScalarType, scalarTypes } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { InvalidValue, type Stored } from './scalar-behaviour.js'
import { scalarBehaviours } from './scalar-behaviours.js'

const attributeOf = (type: ScalarType): ScalarAttribute =>
  type === 'enumeration' ? { type, enum: ['news', 'opinion', 'review'] } : { type }

const parse = (type: ScalarType, value: unknown) => scalarBehaviours[type].parse(value, attributeOf(type), 'field')
const compare = (type: ScalarType, value: string | number | boolean) =>
  scalarBehaviours[type].comparand(value, attributeOf(type), 'field')

function failure(run: () => unknown): InvalidValue {
  try {
    run()
  } catch (error) {
    if (error instanceof InvalidValue) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const int64 = { least: '-9223372036854775808', greatest: '9223372036854775807' }

describe('parse', () => {
  const stored: readonly [ScalarType, unknown, Stored][] = [
    ['string', 'a', 'a'],
    ['string', '', ''],
    ['string', '  padded  ', '  padded  '],
    ['text', 'emoji 😀', 'emoji 😀'],
    ['richtext', '# a', '# a'],
    ['password', 'secret', 'secret'],
    ['enumeration', 'review', 'review'],
    ['email', 'UPPER@EXAMPLE.COM', 'UPPER@EXAMPLE.COM'],
    ['email', 'josé.o@bücher.example', 'josé.o@bücher.example'],
    ['uid', 'a-B_c.d~1', 'a-B_c.d~1'],
    ['uid', '', ''],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2024-05-06T23:30:00.000Z', '2024-05-06'],
    ['date', '2019-08-08 12:11:12', '2019-08-08'],
    ['date', '0001-01-01', '0001-01-01'],
    ['time', '10:30:15', '10:30:15.000'],
    ['time', '10:30:15.5', '10:30:15.500'],
    ['datetime', '2024-05-06T10:00:00+02:00', '2024-05-06T08:00:00.000Z'],
    ['datetime', '2024-05-06T10:00:00-0330', '2024-05-06T13:30:00.000Z'],
    ['datetime', '2024-05-06T10:00:00.123456Z', '2024-05-06T10:00:00.123Z'],
    ['datetime', '2024-05-06', '2024-05-06T00:00:00.000Z'],
    ['datetime', 1704067200000, '2024-01-01T00:00:00.000Z'],
    ['datetime', '1704067200000', '2024-01-01T00:00:00.000Z'],
    ['datetime', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['timestamp', '2024-05-06T10:00:00.000Z', '1714989600000'],
    ['timestamp', 1704067200000, '1704067200000'],
    ['integer', 7, 7],
    ['integer', '42', 42],
    ['integer', -(2 ** 31), -(2 ** 31)],
    ['biginteger', 12, '12'],
    ['biginteger', '9007199254740993', '9007199254740993'],
    ['biginteger', '-0012', '-12'],
    ['biginteger', int64.least, int64.least],
    ['biginteger', int64.greatest, int64.greatest],
    ['float', '1.5', 1.5],
    ['float', 0.1 + 0.2, 0.30000000000000004],
    ['decimal', '2.50', 2.5],
    ['boolean', 'true', true],
    ['boolean', 1, true],
    ['boolean', '0', false],
    ['json', 'plain', '"plain"'],
    ['json', '{"a":1}', '"{\\"a\\":1}"'],
    ['json', { z: 1, a: [null] }, '{"z":1,"a":[null]}'],
    ['json', false, 'false'],
    ['array', [1, 'a', null], '[1,"a",null]'],
  ]
  it.each(stored)('parses a %s from %j', (type, value, expected) => {
    expect(parse(type, value)).toStrictEqual(expected)
  })

  const text = (value: unknown) =>
    `field must be a \`string\` type, but the final value was: \`${JSON.stringify(value)}\`.`
  const number = (value: unknown) =>
    `field must be a \`number\` type, but the final value was: \`${JSON.stringify(value)}\`.`
  const rejected: readonly [ScalarType, unknown, string | RegExp][] = [
    ['string', 123, text(123)],
    ['string', true, text(true)],
    ['string', ['a'], text(['a'])],
    ['string', 'a\0b', /NUL characters/],
    ['string', '\ud800', /unpaired surrogates/],
    ['text', { toString: 1 }, text({ toString: 1 })],
    ['enumeration', 'reveiw', /one of the following values: news, opinion, review. Did you mean review\?/],
    ['enumeration', '', /one of the following values/],
    ['email', 'nope', 'field must be a valid email'],
    ['email', 'a@b', 'field must be a valid email'],
    ['email', 'a b@c.de', 'field must be a valid email'],
    ['email', `a@${'b'.repeat(250)}.de`, 'field must be a valid email'],
    ['uid', 'a b!', 'field must match the following: "/^[A-Za-z0-9-_.~]*$/"'],
    ['date', 'yesterday', /^Invalid format, expected yyyy-MM-dd/],
    ['date', '2024/01/01', /^Invalid format, expected yyyy-MM-dd/],
    ['date', 1704067200000, /^Invalid format, expected yyyy-MM-dd/],
    ['date', '2024-02-30', /^Invalid date/],
    ['date', '0000-01-01', /^Invalid date/],
    ['time', '10:30', /^Invalid time format, expected HH:mm:ss.SSS/],
    ['time', '25:00:00', /^Invalid time format/],
    ['datetime', 'soon', /^Invalid format, expected a timestamp or an ISO date/],
    ['datetime', '2024-02-30', /^Invalid format/],
    ['datetime', '2024-01-01T24:00:00Z', /^Invalid format/],
    ['datetime', '10000-01-01T00:00:00Z', /^Invalid format/],
    ['datetime', 8.64e15, /^Invalid format/],
    ['datetime', Number.NaN, /^Invalid format/],
    ['datetime', true, /^Invalid format/],
    ['timestamp', 'x', /^Invalid format/],
    ['integer', 'abc', number('abc')],
    ['integer', '', number('')],
    ['integer', true, number(true)],
    ['integer', [1], number([1])],
    ['integer', '12abc', number('12abc')],
    ['integer', Number.POSITIVE_INFINITY, number(null)],
    ['integer', 1.5, 'field must be an integer'],
    ['integer', 3_000_000_000, /^field must be between -2147483648 and 2147483647/],
    ['biginteger', 2 ** 53, /^field must be an integer/],
    ['biginteger', '1.5', /^field must be an integer/],
    ['biginteger', 'abc', /^field must be an integer/],
    ['biginteger', '9'.repeat(100_000), /^field must be an integer/],
    ['biginteger', '9223372036854775808', /^field must be between/],
    ['float', 'Infinity', number('Infinity')],
    ['float', '1e400', number('1e400')],
    ['decimal', 'abc', number('abc')],
    ['boolean', 'yes', 'field must be a `boolean` type, but the final value was: `"yes"`.'],
    ['boolean', 2, /^field must be a `boolean` type/],
    ['boolean', 't', /^field must be a `boolean` type/],
    ['json', { a: '\ud800' }, /unpaired surrogates/],
    ['json', { '\0': 1 }, /NUL characters/],
    ['json', ['\\\0'], /NUL characters/],
    ['json', ['\u0001\udc00'], /unpaired surrogates/],
    ['json', nested(101), /nested more than 100 levels/],
    ['array', { 0: 1 }, /^field must be a `array` type/],
    ['blocks', 'x', /^field must be a `array` type/],
  ]
  it.each(rejected)('rejects the %s %j', (type, value, message) => {
    expect(failure(() => parse(type, value)).message).toMatch(message)
  })

  it('accepts JSON with the text of escapes, other control characters and pairs of surrogates', () => {
    const value = { [String.raw`\u0000`]: [String.raw`\\ud800`, '\u0001\\', '\ud83d\ude00'] }
    expect(parse('json', value)).toBe(JSON.stringify(value))
  })

  it('accepts JSON that is nested 100 levels deep', () => {
    expect(parse('json', nested(100))).toHaveLength(200)
  })

  it.each(['date', 'time', 'datetime', 'timestamp'] as const)(
    'reports an invalid %s without a list of details',
    (type) => {
      expect(failure(() => parse(type, 'x')).withoutDetails).toBe(true)
    },
  )

  it.each(['email', 'uid', 'date', 'time', 'datetime'] as const)('parses a long %s in linear time', (type) => {
    const before = process.cpuUsage()
    const size = 200_000
    for (const long of [
      `${'1'.repeat(size)} `,
      `${'a.'.repeat(size)}@`,
      `a@${'a-'.repeat(size)}`,
      `a@${'a.'.repeat(size)}`,
    ]) {
      failure(() => parse(type, long))
    }
    // Microseconds of processor time. A quadratic regular expression takes minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })
})

describe('blocks', () => {
  const leaf = { type: 'text', text: 'h', bold: true }
  it.each([
    [[{ type: 'paragraph', children: [leaf, { type: 'link', url: '/', children: [leaf] }] }]],
    [[{ type: 'heading', level: 2, children: [leaf] }]],
    [
      [
        {
          type: 'list',
          format: 'ordered',
          children: [
            { type: 'list-item', children: [leaf] },
            {
              type: 'list',
              format: 'unordered',
              children: [{ type: 'list-item', children: [{ type: 'text', text: '' }] }],
            },
          ],
        },
      ],
    ],
    [[{ type: 'image', image: { url: '/a.png' }, children: [leaf] }]],
    [[]],
  ])('accepts %j', (value) => {
    expect(parse('blocks', value)).toBe(JSON.stringify(value))
  })

  it.each([
    [[{ type: 'nope', children: [] }], [0], /^Block node is of invalid type/],
    [['text'], [0], /^Block node is of invalid type/],
    [[{ type: 'constructor', children: [] }], [0], /^Block node is of invalid type/],
    [[{ type: 'paragraph' }], [0, 'children'], /must be an array/],
    [[{ type: 'paragraph', children: [{ type: 'text', text: 1 }] }], [0, 'children', 0, 'text'], /must be a string/],
    [[{ type: 'paragraph', children: [] }], [0, 'children'], /at least one node/],
    [[{ type: 'heading', level: 7, children: [] }], [0, 'level'], /integer from 1 to 6/],
    [[{ type: 'list', format: 'x', children: [] }], [0, 'format'], /ordered or unordered/],
  ])('rejects %j', (value, path, message) => {
    const error = failure(() => parse('blocks', value))
    expect(error.path).toEqual(path)
    expect(error.message).toMatch(message)
  })
})

describe('comparand', () => {
  const compared: readonly [ScalarType, string | number | boolean, Stored][] = [
    ['string', 5, '5'],
    ['enumeration', 'omega', 'omega'],
    ['integer', '10', 10],
    ['integer', '', 0],
    ['integer', '1e1', 10],
    ['integer', '0xa', 10],
    ['integer', ' 10', 10],
    ['integer', '2.5', 2.5],
    ['integer', '3000000000', 3_000_000_000],
    ['biginteger', '9007199254740993', '9007199254740993'],
    ['biginteger', '1e3', '1000'],
    ['biginteger', '99999999999999999999', '99999999999999999999'],
    ['decimal', '1234567890.12', 1234567890.12],
    ['boolean', 'yes', true],
    ['boolean', 'TRUE', true],
    ['boolean', 'no', false],
    ['boolean', 't', true],
    ['boolean', 'f', false],
    ['boolean', '', false],
    ['boolean', true, true],
    ['date', '2024-01-01T00:00:00.000Z', '2024-01-01'],
    ['time', '00:00:00', '00:00:00.000'],
    ['datetime', '1704067200000', '2024-01-01T00:00:00.000Z'],
    ['timestamp', '2024-01-01', '1704067200000'],
    ['json', 'str', '"str"'],
    ['json', 0, '0'],
  ]
  it.each(compared)('converts the %s %j', (type, value, expected) => {
    expect(compare(type, value)).toStrictEqual(expected)
  })

  it.each([
    ['integer', 'abc', 'field must be compared with a number, not with "abc"'],
    ['float', 'Infinity', 'field must be compared with a number, not with "Infinity"'],
    ['boolean', 'tru', 'field must be compared with true or false, not with "tru". Did you mean true?'],
    ['date', 'notadate', 'Invalid format, expected yyyy-MM-dd: field is "notadate"'],
    ['time', 'noon', 'Invalid time format, expected HH:mm:ss.SSS: field is "noon"'],
    ['string', '\0', 'field must not contain NUL characters or unpaired surrogates'],
    ['json', '\0', 'field must not contain NUL characters or unpaired surrogates'],
  ] as const)('rejects the %s %j', (type, value, message) => {
    expect(failure(() => compare(type, value)).message).toBe(message)
  })
})

it('excludes hidden types from filters, sorts and searches', () => {
  const hidden = scalarTypes.filter((type) => scalarBehaviours[type].hidden)
  expect(hidden).toEqual(['password'])
  for (const type of hidden) {
    expect(scalarBehaviours[type]).toMatchObject({ filterable: false, sortable: false, searchable: 'never' })
  }
})

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 1; level < depth; level++) value = [value]
  return value
}
