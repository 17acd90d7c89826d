import { float } from './float.js'
import type { ScalarBehaviour } from './scalar-behaviour.js'

/** A JSON number like `float`. The column has a decimal type if the database supports one. */
export const decimal: ScalarBehaviour = { ...float, storage: 'decimal' }
