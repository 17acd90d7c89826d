import { datetime, readInstant } from './datetime.js'
import type { ScalarBehaviour } from './scalar-behaviour.js'

/** A date-time whose answer is its milliseconds since 1970, as text. */
export const timestamp: ScalarBehaviour = {
  ...datetime,
  storage: 'bigint',
  answeredAsString: true,
  parse: (value, _attribute, name) => String(readInstant(value, name)),
  comparand: (value, _attribute, name) => String(readInstant(value, name)),
}
