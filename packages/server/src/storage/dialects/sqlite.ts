import type { StorageKind, Stored } from '../../attributes/scalar-behaviour.js'
import { quoteText } from '../names.js'
import { caseClass } from './case-classes.js'
import type { Dialect } from './dialect.js'
import { isInt64 } from './int64.js'
import { realJson, realText } from './sqlite-real.js'

type Kind = StorageKind | 'id'

interface KindSql {
  /** The parameter, cast: an expression that is no column carries no type that could convert it. */
  bind(placeholder: string, value: Stored): string
  /** The value as JSON text; `nothing`, which is SQL too, for NULL. */
  json(column: string, nothing: string): string
  /** The value as text; NULL for NULL. */
  text(column: string): string
}

const quoted = (text: string) => `'"' || ${text} || '"'`
/** What `json_quote` makes of NULL. */
const jsonNull = quoteText('null')

const text = {
  bind: (placeholder: string) => `cast(${placeholder} as text)`,
  // It takes less than to join quotation marks to what holds nothing that JSON would escape, such as dates.
  json: (column: string, nothing: string) =>
    nothing === jsonNull ? `json_quote(${column})` : `iif(${column} is null, ${nothing}, json_quote(${column}))`,
  text: (column: string) => column,
} satisfies KindSql

const integer = {
  bind: (placeholder: string, value: Stored) =>
    `cast(${placeholder} as ${value === null || isInt64(value) ? 'integer' : 'real'})`,
  json: (column: string, nothing: string) => `coalesce(cast(${column} as text), ${nothing})`,
  text: (column: string) => `cast(${column} as text)`,
} satisfies KindSql

const real: KindSql = {
  bind: (placeholder) => `cast(${placeholder} as real)`,
  // printf takes NULL for zero.
  json: (column, nothing) => `iif(${column} is null, ${nothing}, ${realJson(column)})`,
  text: (column) => `iif(${column} is null, null, ${realText(column)})`,
}

const kinds: Readonly<Record<Kind, KindSql>> = {
  id: integer,
  text,
  integer,
  bigint: { ...integer, json: (column, nothing) => `coalesce(${quoted(`cast(${column} as text)`)}, ${nothing})` },
  double: real,
  decimal: real,
  boolean: {
    bind: (placeholder) => placeholder,
    json: (column, nothing) => `iif(${column} is null, ${nothing}, iif(${column}, 'true', 'false'))`,
    text: (column) => `iif(${column} is null, null, iif(${column}, 'true', 'false'))`,
  },
  date: text,
  time: text,
  datetime: text,
  // What is stored was written by JSON.stringify, null included.
  json: { ...text, json: (column, nothing) => `coalesce(nullif(${column}, ${jsonNull}), ${nothing})` },
}

/** A class of one takes the special meaning from a character. */
function globCharacter(character: string): string {
  const variants = caseClass(character)
  if (variants !== character) return `[${variants}]`
  return '*?['.includes(character) ? `[${character}]` : character
}

/** SQLite functions take at most 100 arguments unless it is compiled for more. Longer lists nest. */
const argumentsPerCall = 90

function join(parts: readonly string[]): string {
  if (parts.length <= argumentsPerCall) return `concat(${parts.join(',')})`
  const groups: string[] = []
  for (let at = 0; at < parts.length; at += argumentsPerCall) groups.push(join(parts.slice(at, at + argumentsPerCall)))
  return join(groups)
}

export const sqlite: Dialect = {
  deferForeignKeys: 'PRAGMA defer_foreign_keys = ON',
  name: 'sqlite',
  placeholder: (index) => `?${index}`,
  columnType: {
    // AUTOINCREMENT: the id of a deleted entry is never given again.
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
  bind: (kind, placeholder, value) => kinds[kind].bind(placeholder, value),
  json: (kind, column, nothing = jsonNull) => kinds[kind].json(column, nothing),
  long: (column, nothing) =>
    `iif(${column} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}, ${sqlite.json('integer', column, nothing)}, ${sqlite.json('bigint', column, nothing)})`,
  instant(column, nothing = jsonNull) {
    // Whole seconds, rounded down, and what is left: a fraction would be rounded.
    const milliseconds = `((${column} % 1000 + 1000) % 1000)`
    const seconds = `((${column} - ${milliseconds}) / 1000)`
    const text = `strftime('%Y-%m-%dT%H:%M:%S', ${seconds}, 'unixepoch') || printf('.%03dZ', ${milliseconds})`
    return `coalesce(${quoted(text)}, ${nothing})`
  },
  text: (kind, column) => kinds[kind].text(column),
  matchesPattern: (text, placeholder) => `${text} GLOB ${placeholder}`,
  casePattern(value, { start, end }) {
    const body = Array.from(value, globCharacter).join('')
    return `${start ? '' : '*'}${body}${end ? '' : '*'}`
  },
  contains: (text, placeholder) => `instr(${text}, ${placeholder}) > 0`,
  startsWith: (text, placeholder) => `substr(${text}, 1, length(${placeholder})) = ${placeholder}`,
  // Counted from the start: counted from the end, an empty needle would mean the whole text.
  endsWith: (text, placeholder) => `substr(${text}, length(${text}) - length(${placeholder}) + 1) = ${placeholder}`,
  join,
  aggregate: (column) => `group_concat(${column}, ${quoteText(',')})`,
  // NULLs are the smallest value here.
  orderBy: (expression, direction) => `${expression} ${direction}`,
  jsonNumber: (text) => `iif(${text} GLOB '[-0-9]*', cast(${text} as real), null)`,
  jsonString: (text) => `json_quote(${text})`,
  among: (id, placeholder) => `${id} IN (SELECT value FROM json_each(${placeholder}))`,
  // No other join keeps its order: SQLite would rather walk the table than sort the rows.
  rowsById: (table, alias, ids) => `FROM (${ids}) given CROSS JOIN ${table} ${alias} WHERE ${alias}."id" = given."id"`,
  // Sorted as they are, rows of 1.5 kB took three times as long as their ids.
  rowsInOrder: (table, alias, ids) => sqlite.rowsById(table, alias, ids),
  // OFFSET can't stand without LIMIT.
  limit: (limit, offset) =>
    [limit || offset ? `LIMIT ${limit ?? -1}` : '', offset ? `OFFSET ${offset}` : ''].filter(Boolean).join(' '),
  rowLock: '',
}
