import { access, locales } from './access.js'
import { components } from './components.js'
import { contentTypes, optionalContentTypes } from './content-types.js'

/** The complete model as one JSON value, for targets that don't read schema files. */
export const modelDocument = {
  contentTypes,
  optionalContentTypes,
  components,
  access,
  locales,
} as const
