import { postgresFormats, withoutTypes, type ValueFormats } from '@content-api/engine/layout'
import { quoteText } from '@content-api/engine/write'
import { repeatedMinutes } from './repeated-minutes.js'

const jsonNull = quoteText('null')

/** The spaces after colons and commas that are outside strings. */
const spaces = String.raw`("(?:[^"\\]|\\.)*")|([:,]) `

/**
 * The text of a jsonb has spaces after colons and commas, which JSON.stringify doesn't write.
 * `json_strip_nulls` writes none, in a seventh of the time of a regular expression. It omits nulls, so values
 * that may have some take the regular expression.
 */
const compact = (column: string) =>
  `CASE WHEN position('null' in ${column}::text) = 0 THEN json_strip_nulls(${column}::json)::text ` +
  `ELSE regexp_replace(${column}::text, ${quoteText(spaces)}, ${quoteText(String.raw`\1\2`)}, 'g') END`

/**
 * A local time as a moment. When clocks are set back, local times exist twice: PostgreSQL returns the later
 * moment, JavaScript the earlier one.
 */
function momentOf(column: string, zone: string, repeats: readonly number[]): string {
  const later = `(${column} at time zone ${zone})`
  if (repeats.length === 0) return later
  const cases = repeats.map((minutes) => {
    const earlier = `(${later} - interval '${minutes} minutes')`
    return ` WHEN (${earlier} at time zone ${zone}) = ${column} THEN ${earlier}`
  })
  return `CASE${cases.join('')} ELSE ${later} END`
}

/**
 * The values in PostgreSQL that Strapi 4 stores in another way than our own tables. Its date-times are local
 * times of its process.
 */
export function strapiPostgresFormats(timeZone: string): ValueFormats {
  const isUtc = /^(?:UTC|Etc\/UTC|GMT|Etc\/GMT)$/.test(timeZone)
  const zone = quoteText(timeZone)
  const repeats = isUtc ? [] : repeatedMinutes(timeZone)
  /** A stored moment as a timestamp in UTC. */
  const inUtc = (column: string) => (isUtc ? column : `(${momentOf(column, zone, repeats)} at time zone 'UTC')`)
  /** A moment with a time zone in the form in which it is stored. */
  const stored = (moment: string) => `(${moment} at time zone ${zone})`
  const text = (column: string) => `to_char(${inUtc(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  // As in our own formats, with a microsecond so that the fraction has six digits.
  const moment = (column: string) =>
    `replace(to_json(date_trunc('milliseconds', ${inUtc(column)}) + interval '1 microsecond')::text, '001"', 'Z"')`
  const milliseconds = (column: string) => `floor(extract(epoch from ${inUtc(column)}) * 1000)::bigint::text`
  const orNull = (json: string, nullText = jsonNull) => `coalesce(${json}, ${nullText})`
  return {
    ...postgresFormats,
    bind(kind, placeholder, value) {
      if (kind === 'datetime') return stored(`${placeholder}::timestamptz`)
      if (kind === 'timestamp') return stored(`to_timestamp(${placeholder}::bigint / 1000.0)`)
      return postgresFormats.bind(kind, placeholder, value)
    },
    json(kind, column, nullText = jsonNull) {
      switch (kind) {
        case 'datetime':
          return orNull(moment(column), nullText)
        case 'timestamp':
          return orNull(`'"' || ${milliseconds(column)} || '"'`, nullText)
        case 'time':
          return orNull(`'"' || ${column}::text || '"'`, nullText)
        case 'json':
          return orNull(`nullif(${compact(column)}, ${jsonNull})`, nullText)
        default:
          return postgresFormats.json(kind, column, nullText)
      }
    },
    instant: (column, nullText) => orNull(moment(column), nullText),
    text(kind, column) {
      if (kind === 'datetime') return text(column)
      if (kind === 'timestamp') return milliseconds(column)
      if (kind === 'time') return `${column}::text`
      return kind === 'json' ? `((${compact(column)}) COLLATE "C")` : postgresFormats.text(kind, column)
    },
    equalsJson: (column, placeholder, other) =>
      other === undefined
        ? `(${column} = ${placeholder}::jsonb)`
        : `(${other}::text IS NOT NULL AND ${withoutTypes(column)} = ${withoutTypes(placeholder)})`,
  }
}
