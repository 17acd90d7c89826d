import { float } from './float.js'
import type { ScalarBehaviour } from './scalar-behaviour.js'

/** A JSON number like `float`. Its column is decimal if the database has that type. */
export const decimal: ScalarBehaviour = { ...float, storage: 'decimal' }
