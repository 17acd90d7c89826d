import type { SchemaShape } from '../contracts.js'
import { createScalars } from '../scalars.js'
import { generateSchema } from './generate-schema.js'

/** The schema of entries with `data` and `attributes`. */
export const entrySchema: SchemaShape = {
  generateSchema,
  createScalars: (registry, locales) => Object.values(createScalars(registry, locales)),
}
