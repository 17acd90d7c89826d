import { quoteText } from '../names.js'
import { sqliteFormats } from '../sqlite-formats.js'
import type { ValueFormats } from '../value-formats.js'

const jsonNull = quoteText('null')

/**
 * The moment in a column as text. Strapi stores milliseconds since 1970. Rows of other programs may contain a
 * text.
 */
const momentText = (column: string) =>
  `iif(typeof(${column}) = 'integer', strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', ${column}))`

const moment = (column: string, nullText: string) => `coalesce('"' || ${momentText(column)} || '"', ${nullText})`

/** Text in the form `YYYY-MM-DDTHH:mm:ss.SSSZ` as milliseconds. */
const milliseconds = (placeholder: string) =>
  `(unixepoch(${placeholder}) * 1000 + cast(substr(${placeholder}, 21, 3) as integer))`

/** JavaScript reads integers as doubles, and prints them with as few digits as possible, then zeros. */
function roundedInteger(column: string): string {
  const text = sqliteFormats.json('double', `cast(abs(${column}) as real)`)
  const digits = `replace(substr(${text}, 1, instr(${text}, 'e') - 1), '.', '')`
  const length = `(cast(substr(${text}, instr(${text}, 'e') + 1) as integer) + 1)`
  const sign = `iif(${column} < 0, '-', '')`
  return `iif(abs(${column} / 2) < 4503599627370496, cast(${column} as text), ${sign} || substr(${digits} || '0000000000000000000', 1, ${length}))`
}

/**
 * A column of type `json` converts the text of a number to a number. The text may be no JSON if another
 * program has written it, and is then a string.
 */
function json(column: string, nullText: string): string {
  const text = `iif(json_valid(${column}), nullif(${column}, ${jsonNull}), json_quote(${column}))`
  return `CASE typeof(${column}) WHEN 'text' THEN coalesce(${text}, ${nullText}) WHEN 'null' THEN ${nullText} ELSE ${sqliteFormats.json('double', column)} END`
}

/** The values in SQLite that Strapi 4 stores in another way than our own tables. */
export const strapiSqliteFormats: ValueFormats = {
  ...sqliteFormats,
  bind: (kind, placeholder, value) =>
    kind === 'datetime' ? milliseconds(placeholder) : sqliteFormats.bind(kind, placeholder, value),
  json(kind, column, nullText = jsonNull) {
    if (kind === 'datetime') return moment(column, nullText)
    if (kind === 'json') return json(column, nullText)
    if (kind === 'bigint') return `coalesce('"' || ${roundedInteger(column)} || '"', ${nullText})`
    return sqliteFormats.json(kind, column, nullText)
  },
  instant: (column, nullText = jsonNull) => moment(column, nullText),
  text(kind, column) {
    if (kind === 'datetime') return momentText(column)
    return kind === 'json' ? `cast(${column} as text)` : sqliteFormats.text(kind, column)
  },
}
