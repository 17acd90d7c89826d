import { access, locales } from './access.js'
import { components } from './components.js'
import { contentTypes, optionalContentTypes } from './content-types.js'

/** The whole model as one JSON value, for targets that are not set up from schema files. */
export const modelDocument = {
  contentTypes,
  optionalContentTypes,
  components,
  access,
  locales,
} as const
