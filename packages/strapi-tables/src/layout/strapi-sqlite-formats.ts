import { sqliteFormats, type ValueFormats } from '@content-api/engine/layout'
import { quoteText } from '@content-api/engine/write'

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

/**
 * An integer as JavaScript prints it after reading it as a double: with as few digits as identify the double,
 * then zeros.
 */
function asDouble(column: string): string {
  const double = `cast(${column} as real)`
  const integer = `cast(${double} as integer)`
  const rounded = ['0000', '000', '00', '0'].map((zeros) => {
    const unit = `1${zeros}`
    // Rounds to a multiple of the unit. The sum of an integer and half of the unit might overflow.
    const multiple = `(${integer} / ${unit} + (${integer} % ${unit}) / (${unit} / 2))`
    return ` WHEN cast(${multiple} * ${unit} as real) = ${double} THEN ${multiple} || '${zeros}'`
  })
  return `CASE WHEN ${isSafe(column)} THEN cast(${column} as text)${rounded.join('')} ELSE cast(${integer} as text) END`
}

/**
 * A column of type `json` converts the text of a number to a number. The text may be no JSON if another
 * program has written it, and is then a string.
 */
function json(column: string, nullText: string): string {
  const text = `iif(json_valid(${column}), nullif(${column}, ${jsonNull}), json_quote(${column}))`
  return `CASE typeof(${column}) WHEN 'text' THEN coalesce(${text}, ${nullText}) WHEN 'null' THEN ${nullText} ELSE ${sqliteFormats.json('double', column)} END`
}

const isSafe = (column: string) => `${column} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`

const bigint = (column: string, nullText: string) => `coalesce('"' || (${asDouble(column)}) || '"', ${nullText})`

/** The values in SQLite that Strapi 4 stores in another way than our own tables. */
export const strapiSqliteFormats: ValueFormats = {
  ...sqliteFormats,
  bind: (kind, placeholder, value) =>
    kind === 'datetime' ? milliseconds(placeholder) : sqliteFormats.bind(kind, placeholder, value),
  json(kind, column, nullText = jsonNull) {
    if (kind === 'datetime') return moment(column, nullText)
    if (kind === 'json') return json(column, nullText)
    if (kind === 'bigint') return bigint(column, nullText)
    return sqliteFormats.json(kind, column, nullText)
  },
  long: (column, nullText = jsonNull) =>
    `iif(${isSafe(column)}, ${sqliteFormats.json('integer', column, nullText)}, ${bigint(column, nullText)})`,
  instant: (column, nullText = jsonNull) => moment(column, nullText),
  text(kind, column) {
    if (kind === 'datetime') return momentText(column)
    return kind === 'json' ? `cast(${column} as text)` : sqliteFormats.text(kind, column)
  },
}

/** Returns formats in which integers above 2^53 keep their digits. */
export const withExactIntegers = (formats: ValueFormats): ValueFormats => ({
  ...formats,
  json: (kind, column, nullText) =>
    kind === 'bigint' ? sqliteFormats.json(kind, column, nullText) : formats.json(kind, column, nullText),
  long: (column, nullText) => sqliteFormats.long(column, nullText),
})
