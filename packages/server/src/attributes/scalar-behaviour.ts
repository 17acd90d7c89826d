import type { ScalarAttribute } from '@content-api/model'

/**
 * How a value lies in the database. Each dialect says, once per kind, which column it is, how a parameter is bound and
 * how the column becomes JSON text.
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
 * A value as it is bound to a statement. bigint: decimal digits as text; json: JSON text; date `YYYY-MM-DD`;
 * time `HH:mm:ss.SSS`; datetime ISO 8601 in UTC with milliseconds.
 */
export type Stored = string | number | boolean | null

/** A value that its type can't take. The message is a whole sentence that names the attribute. */
export class InvalidValue extends Error {
  constructor(
    message: string,
    /** True when the observed error carries no `details.errors` (dates and times). */
    readonly bare = false,
    /** Where inside the value the mistake is, below the attribute's own path. */
    readonly path: readonly (string | number)[] = [],
  ) {
    super(message)
  }
}

/** What one attribute type answers about itself. Nothing here knows SQL. */
export interface ScalarBehaviour {
  readonly storage: StorageKind
  /** The JSON of the stored number is a string: `biginteger` and `timestamp` (decision: no loss). */
  readonly answeredAsString: boolean
  /** Values may be named in filters. Passwords may not. */
  readonly filterable: boolean
  readonly sortable: boolean
  /** When `_q` looks into it: `by-number` when the text is a number. */
  readonly searchable: 'always' | 'by-number' | 'never'
  /** Never answered, whatever is asked. */
  readonly hidden: boolean
  /**
   * Checks a body value (never null or undefined) and gives what is stored. Converts as observed: number text for numbers,
   * `true|t|1` for booleans. Options such as min, maxLength or regex are checked elsewhere (`query/body/constraints.ts`).
   * @throws InvalidValue
   */
  parse(value: unknown, attribute: ScalarAttribute, name: string): Stored
  /** In place of `parse` where a service is lenient: takes what was observed to be taken besides. @throws InvalidValue */
  parseLenient?(value: unknown, attribute: ScalarAttribute, name: string): Stored
  /**
   * Turns what a filter gives (text in REST; text, number or boolean in GraphQL) into a value to compare with. It need
   * not be one that the column could hold: an integer may be compared with 2.5 or 10¹².
   * @throws InvalidValue
   */
  comparand(value: string | number | boolean, attribute: ScalarAttribute, name: string): Stored
}
