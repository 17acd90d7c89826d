import type { ScalarType } from '@content-api/model'
import * as fc from 'fast-check'

/** Strings that break careless code: quotes, wildcards, other alphabets, SQL, and very long strings. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "'",
    '"',
    "' OR 1=1 --",
    "'; SELECT pg_sleep(600) --",
    '$1',
    ':id',
    '?',
    '\\',
    '%',
    '_',
    '*',
    '[a-z]',
    '\u0000',
    'İıſK',
    '👩‍👩‍👧',
    '__proto__',
    'NaN',
    'Infinity',
    '1e400',
    '0x10',
    '９',
    '-0',
    ' 1',
    'null',
    'x'.repeat(5_000),
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

const words = ['Alpha', 'alpha', 'lph', 'a', 'é', 'É', 'ß', 'ẞ', '%', '_', '[x', '*', 'Summary 1', 'news', '', '1']
const text = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 6 }))
const integer = fc.oneof(fc.integer({ min: -5, max: 15 }), fc.integer()).map(String)
const long = fc.oneof(
  fc.constantFrom('9223372036854775807', '-9223372036854775808', '10', '-1', '9007199254740993'),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
)
const real = fc.oneof(
  fc.constantFrom('0.1', '0.30000000000000004', '1', '1.25', '10.005', '-3', '99999999.99'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)
const day = fc.oneof(
  fc.constantFrom('2024-01-01', '2024-06-15', '2023-12-31'),
  fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
)
const time = fc.oneof(
  fc.constantFrom('00:00', '12:34:56', '12:34:56.789', '23:59:59.999'),
  fc.nat(86_399_999).map((ms) => new Date(ms).toISOString().slice(11, 23)),
)
const instant = fc.oneof(
  fc.constantFrom('2024-01-01T00:00:00.000Z', '2024-06-15T14:34:56.789+02:00', '2023-12-31'),
  fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
)
const json = fc.oneof(fc.constantFrom('alpha', '1', '{"k":1}', '[1,"two"]', 'null'), fc.json({ maxDepth: 2 }))

/** Strings that filters accept as a value of each type. */
export const comparable = {
  id: integer,
  string: text,
  text,
  richtext: text,
  enumeration: fc.constantFrom('news', 'opinion', 'review', 'alpha'),
  email: fc.oneof(fc.constantFrom('alpha1@example.com', '@example'), text),
  password: text,
  uid: fc.oneof(fc.constantFrom('slug-1', 'slug'), text),
  date: day,
  time,
  datetime: instant,
  timestamp: fc.oneof(instant, fc.constantFrom('1704067200000', '1704067199999')),
  integer,
  biginteger: long,
  float: real,
  decimal: real,
  boolean: fc.constantFrom('true', 'false', '1', '0'),
  array: json,
  json,
  blocks: json,
} as const satisfies Readonly<Record<ScalarType | 'id', fc.Arbitrary<string>>>
