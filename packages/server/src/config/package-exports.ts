import { ApiError } from '../errors/api-error.js'
import { ConfigError } from './config-error.js'
import { defineConfig } from './schema.js'

/**
 * The values that files of a project get for imports of this package. The module loader would compile the
 * whole package and evaluate it a second time, which takes seconds.
 */
export const packageExports = { ApiError, ConfigError, defineConfig }
