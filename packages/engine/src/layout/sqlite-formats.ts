import type { Stored } from '../attributes/scalar-behaviour.js'
import { quoteText } from './names.js'
import { isInt64, type OwnFormats, type ValueKind } from './value-formats.js'

interface KindSql {
  /** The parameter with a cast. Without one, SQLite converts a parameter only when it is compared with a column. */
  bind(placeholder: string, value: Stored): string
  /** The value as JSON text; for NULL, the SQL expression `nullText`. */
  json(column: string, nullText: string): string
  /** The value as text; NULL for NULL. */
  text(column: string): string
}

const quoted = (text: string) => `'"' || ${text} || '"'`
/** The result of `json_quote` for NULL. */
const jsonNull = quoteText('null')

const text = {
  bind: (placeholder: string) => `cast(${placeholder} as text)`,
  // `json_quote` is faster than concatenating quotation marks, even for values without characters to escape,
  // such as dates.
  json: (column: string, nullText: string) =>
    nullText === jsonNull ? `json_quote(${column})` : `iif(${column} is null, ${nullText}, json_quote(${column}))`,
  text: (column: string) => column,
} satisfies KindSql

const integer = {
  bind: (placeholder: string, value: Stored) =>
    `cast(${placeholder} as ${value === null || isInt64(value) ? 'integer' : 'real'})`,
  json: (column: string, nullText: string) => `coalesce(cast(${column} as text), ${nullText})`,
  text: (column: string) => `cast(${column} as text)`,
} satisfies KindSql

const bigint: KindSql = {
  ...integer,
  json: (column, nullText) => `coalesce(${quoted(`cast(${column} as text)`)}, ${nullText})`,
}

const real: KindSql = {
  bind: (placeholder) => `cast(${placeholder} as real)`,
  // printf treats NULL as zero.
  json: (column, nullText) => `iif(${column} is null, ${nullText}, ${realJson(column)})`,
  text: (column) => `iif(${column} is null, null, ${realText(column)})`,
}

const kinds: Readonly<Record<ValueKind, KindSql>> = {
  id: integer,
  text,
  integer,
  bigint,
  timestamp: bigint,
  double: real,
  decimal: real,
  boolean: {
    bind: (placeholder) => placeholder,
    json: (column, nullText) => `iif(${column} is null, ${nullText}, iif(${column}, 'true', 'false'))`,
    text: (column) => `iif(${column} is null, null, iif(${column}, 'true', 'false'))`,
  },
  date: text,
  time: text,
  datetime: text,
  // The stored text comes from JSON.stringify, including `null`.
  json: { ...text, json: (column, nullText) => `coalesce(nullif(${column}, ${jsonNull}), ${nullText})` },
}

export const sqliteFormats: OwnFormats = {
  columnType: {
    // AUTOINCREMENT: the id of a deleted entry is never used again.
    id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    reference: 'INTEGER',
    position: 'REAL',
    text: 'TEXT',
    integer: 'INTEGER',
    bigint: 'INTEGER',
    double: 'REAL',
    decimal: 'REAL',
    boolean: 'INTEGER',
    date: 'TEXT',
    time: 'TEXT',
    datetime: 'TEXT',
    json: 'TEXT',
  },
  cell: (kind, placeholder) => `cast(${placeholder} as ${sqliteFormats.columnType[kind]})`,
  bind: (kind, placeholder, value) => kinds[kind].bind(placeholder, value),
  json: (kind, column, nullText = jsonNull) => kinds[kind].json(column, nullText),
  long: (column, nullText) =>
    `iif(${column} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}, ${sqliteFormats.json('integer', column, nullText)}, ${sqliteFormats.json('bigint', column, nullText)})`,
  time: (column, nullText) => sqliteFormats.json('time', column, nullText),
  instant(column, nullText = jsonNull) {
    // Formats whole seconds (rounded down) and the remaining milliseconds separately, because strftime would
    // round a fraction.
    const milliseconds = `((${column} % 1000 + 1000) % 1000)`
    const seconds = `((${column} - ${milliseconds}) / 1000)`
    const text = `strftime('%Y-%m-%dT%H:%M:%S', ${seconds}, 'unixepoch') || printf('.%03dZ', ${milliseconds})`
    return `coalesce(${quoted(text)}, ${nullText})`
  },
  text: (kind, column) => kinds[kind].text(column),
  equalsJson(column, placeholder, other = placeholder) {
    // The stored text comes from JSON.stringify, so equal values have equally long texts.
    const hasLength = `length(${column}) BETWEEN length(${other}) AND length(${placeholder})`
    // One row for each object, array and value, with its path. Numbers are compared as doubles, so they are exact.
    const valuesOf = (text: string) => `SELECT fullkey, type, atom FROM json_tree(${text})`
    const count = (text: string) => `(SELECT count(*) FROM json_tree(${text}))`
    const different = [...new Set([column, placeholder, other])].map(valuesOf).join(' EXCEPT ')
    const equal = `${count(column)} = ${count(placeholder)} AND NOT EXISTS (${different})`
    return `CASE WHEN ${hasLength} THEN ${equal} WHEN ${column} IS NOT NULL THEN 0 END`
  },
}

/**
 * SQL for a REAL that is not NULL as JSON text, from which `JSON.parse` returns the same double, with as few
 * digits as possible.
 *
 * SQLite's own JSON keeps 15 digits. Neither `printf('%!.17g')` nor `cast(text as real)` is exact to the last
 * bit; both are wrong for about one double in 100,000. So the SQL tries 15 and then 16 digits, and checks
 * each by arithmetic that IEEE 754 rounds correctly: it divides or multiplies an integer of at most 2^53 by a
 * power of ten of at most 10^22. If both checks fail, it prints 18 digits, which identify every double.
 */
function realJson(x: string): string {
  return digitsOf(x, 18)
}

/**
 * SQL for a REAL that is not NULL as text for searches, in PostgreSQL's notation: `0.30000000000000004` and
 * `1e-07`. A number that needs 17 digits has 17. SQLite gets the last digit wrong by one for about one such
 * double in 25, so this is for searches, not for JSON.
 */
function realText(x: string): string {
  return `replace(${digitsOf(x, 17)}, '.0e', 'e')`
}

function digitsOf(x: string, most: number): string {
  return [
    `case when abs(${x}) < 1e15 and ${x} = cast(${x} as integer) then cast(cast(${x} as integer) as text)`,
    // Most numbers have few decimals. For them the check needs arithmetic only, which is seven times faster.
    fewDecimals(x, '1e9', '1e6'),
    fewDecimals(x, '1e6', '1e9'),
    shortest(x, 15),
    shortest(x, 16),
    `else printf('%!.${most}g', ${x}) end`,
  ].join(' ')
}

/** The number has at most 15 digits, so the integer that consists of its digits is exact, and so is the division. */
function fewDecimals(x: string, limit: string, scale: string): string {
  const integer = `cast(${x} * ${scale} + iif(${x} < 0, -0.5, 0.5) as integer)`
  return `when abs(${x}) < ${limit} and ${integer} / ${scale} = ${x} then printf('%!.15g', ${x})`
}

function shortest(x: string, digits: number): string {
  const text = `printf('%!.${digits}g', ${x})`
  // Plain notation: `significand` is the digits without the point. The check divides it by 10^`decimals`.
  const significand = `cast(replace(${text}, '.', '') as integer)`
  const decimals = `(length(${text}) - instr(${text}, '.'))`
  // Exponent notation: `scale` is the number of decimals before the e, minus the exponent.
  const mark = `instr(${text}, 'e')`
  const mantissa = `cast(replace(substr(${text}, 1, ${mark} - 1), '.', '') as integer)`
  const scale = `(${mark} - 1 - instr(${text}, '.') - cast(substr(${text}, ${mark} + 1) as integer))`
  const exact = (integer: string) => `abs(${integer}) <= 9007199254740992`
  const power = (exponent: string) => `cast('1e' || (${exponent}) as real)`
  return [
    `when ${mark} = 0 and ${exact(significand)} and ${significand} / ${power(decimals)} = ${x} then ${text}`,
    `when ${mark} > 0 and ${exact(mantissa)} and ${scale} between 0 and 22 and ${mantissa} / ${power(scale)} = ${x} then ${text}`,
    `when ${mark} > 0 and ${exact(mantissa)} and ${scale} between -22 and -1 and ${mantissa} * ${power(`-${scale}`)} = ${x} then ${text}`,
  ].join(' ')
}
