import type { ValueFormats } from '@content-api/engine/layout'
import { quoteText } from '@content-api/engine/write'

/** The JSON of a value, as Strapi 4 returns it. */
type JsonOf = (column: string, nullText: string) => string

const jsonNull = quoteText('null')

function withJson(formats: ValueFormats, json: (column: string, nullText: string, plain: JsonOf) => string) {
  const plain: JsonOf = (column, nullText) => formats.json('json', column, nullText)
  return {
    ...formats,
    json: (kind, column, nullText = jsonNull) =>
      kind === 'json' ? json(column, nullText, plain) : formats.json(kind, column, nullText),
  } satisfies ValueFormats
}

/**
 * Strapi 5 parses a JSON string once more: `"5"` is the number 5. If the string is no JSON, the value is the
 * stored text itself, with its quotes.
 */
export function withParsedStringsInSqlite(formats: ValueFormats): ValueFormats {
  return withJson(formats, (column, nullText, plain) => {
    const inner = `json_extract(${column}, '$')`
    const parsed = `iif(json_valid(${inner}), nullif(${inner}, ${jsonNull}), json_quote(${column}))`
    // The check of the first character keeps other values from being parsed.
    const isString = `typeof(${column}) = 'text' AND substr(ltrim(${column}), 1, 1) = '"' AND json_valid(${column})`
    return `CASE WHEN ${isString} THEN coalesce(${parsed}, ${nullText}) ELSE ${plain(column, nullText)} END`
  })
}

const numberOrWord = quoteText(String.raw`^\s*(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*$`)
const otherJson = quoteText(String.raw`^\s*["{[]`)

/**
 * Does the same on PostgreSQL. Versions before 16 can't check JSON: the read fails for a string that begins
 * like an object, an array or a string and isn't one.
 */
export function withParsedStringsInPostgres(formats: ValueFormats, checksJson: boolean): ValueFormats {
  return withJson(formats, (column, nullText, plain) => {
    // Some columns of Strapi's own tables have the type text.
    const inner = `(${column}::jsonb #>> '{}')`
    const isJson = checksJson
      ? `pg_input_is_valid(${inner}, 'jsonb')`
      : `${inner} ~ ${numberOrWord} OR ${inner} ~ ${otherJson}`
    const parsed = `CASE WHEN ${isJson} THEN ${plain(`(${inner}::jsonb)`, nullText)} ELSE to_json(${column}::text)::text END`
    return `CASE WHEN jsonb_typeof(${column}::jsonb) = 'string' THEN ${parsed} ELSE ${plain(column, nullText)} END`
  })
}
