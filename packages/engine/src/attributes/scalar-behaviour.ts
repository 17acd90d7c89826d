import type { ScalarAttribute } from '@content-api/model'

/**
 * How the database stores a value. For each kind a layout defines the column type, how a parameter is bound
 * and how the column becomes JSON text.
 */
export type StorageKind =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'double'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'json'

/**
 * A value as it is bound to a statement. bigint is a string of decimal digits, and json is JSON text. date is
 * `YYYY-MM-DD`, time is `HH:mm:ss.SSS`, and datetime is ISO 8601 in UTC with milliseconds.
 */
export type Stored = string | number | boolean | null

/** A value that isn't valid for its attribute type. The message is a whole sentence and names the attribute. */
export class InvalidValue extends Error {
  constructor(
    message: string,
    /** True when the error has no `details.errors`, as in Strapi 4.26 for dates and times. */
    readonly withoutDetails = false,
    /** The path of the mistake inside the value. It is relative to the path of the attribute. */
    readonly path: readonly (string | number)[] = [],
  ) {
    super(message)
  }
}

/** Describes one attribute type. Nothing here knows SQL. */
export interface ScalarBehaviour {
  readonly storage: StorageKind
  /** Responses contain the stored number as a JSON string, so that no digit is lost: `biginteger` and `timestamp`. */
  readonly outputAsString: boolean
  /** Filters may use the attribute. False for passwords. */
  readonly filterable: boolean
  readonly sortable: boolean
  /** When `_q` searches the attribute. `by-number`: when the search string is a number. */
  readonly searchable: 'always' | 'by-number' | 'never'
  /** No response ever contains the attribute. */
  readonly hidden: boolean
  /**
   * Checks a value of a request body (never null or undefined) and returns its stored form. Like Strapi 4.26,
   * it converts numeric strings to numbers, and `"true"` and `1` to booleans. `query/body/plan-field.ts`
   * checks options such as min and regex.
   * @throws InvalidValue
   */
  parse(value: unknown, attribute: ScalarAttribute, name: string): Stored
  /** Replaces `parse` in a lenient service: accepts more values, as Strapi 4.26 does. @throws InvalidValue */
  parseLenient?(value: unknown, attribute: ScalarAttribute, name: string): Stored
  /**
   * Turns the value of a filter into a value to compare with. REST passes strings; GraphQL passes strings,
   * numbers or booleans. The result may be a value that the column can't store: an integer may be compared
   * with 2.5 or 10¹².
   * @throws InvalidValue
   */
  comparand(value: string | number | boolean, attribute: ScalarAttribute, name: string): Stored
}

/** The answers of most types. */
export const usualBehaviour = {
  outputAsString: false,
  filterable: true,
  sortable: true,
  searchable: 'never',
  hidden: false,
} as const

const longestPrinted = 100

/** Names of JSON types in error messages. */
export type JsonKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

export function invalidType(name: string, kind: JsonKind, value: unknown): InvalidValue {
  return new InvalidValue(`${name} must be a \`${kind}\` type, but the final value was: \`${printed(value)}\`.`)
}

/** Formats a value for an error message: as JSON, shortened to 100 characters. */
export function printed(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestPrinted ? `${text.slice(0, longestPrinted)}…` : text
}
