import { float } from './float.js'
import type { ScalarBehaviour } from './scalar-behaviour.js'

/** A JSON number like `float`; its column is decimal where the database has one. */
export const decimal: ScalarBehaviour = { ...float, storage: 'decimal' }
