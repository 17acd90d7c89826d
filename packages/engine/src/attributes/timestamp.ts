import { datetime, readInstant } from './datetime.js'
import type { ScalarBehaviour } from './scalar-behaviour.js'

/** A date-time. Responses contain it as a string of milliseconds since 1970. */
export const timestamp: ScalarBehaviour = {
  ...datetime,
  storage: 'bigint',
  outputAsString: true,
  parse: (value, _attribute, name) => String(readInstant(value, name)),
  comparand: (value, _attribute, name) => String(readInstant(value, name)),
}
