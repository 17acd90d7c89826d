import { ApiError, ImportError } from '@content-api/engine/errors'
import { ConfigError } from './config-error.js'
import { defineConfig } from './schema.js'

/** Exports of this package that start or embed a service, which files of a project don't. */
const forPrograms = ['createContentApi', 'surviveProjectCode', 'StrapiSourceError', 'ExtensionError']

/**
 * The values that files of a project get for imports of this package. The module loader would compile the
 * whole package and evaluate it a second time, which takes seconds.
 */
export const packageExports: Readonly<Record<string, unknown>> = withoutPrograms({
  ApiError,
  ConfigError,
  ImportError,
  defineConfig,
})

function withoutPrograms(exports: Record<string, unknown>): Readonly<Record<string, unknown>> {
  for (const name of forPrograms) {
    Object.defineProperty(exports, name, {
      get() {
        throw new Error(
          `${name} of @content-api/server is for programs that start a service. Configuration files can import ${Object.keys(exports).join(', ')}.`,
        )
      },
    })
  }
  return exports
}
