import { inspect } from 'node:util'
import type { Logger, LogLevel } from '../log/logger.js'
import type { ExtensionHost } from './project-types.js'

/** The levels of Strapi 4, with those of the log. */
const levels = {
  silly: 'debug',
  debug: 'debug',
  verbose: 'debug',
  http: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const satisfies Readonly<Record<string, LogLevel>>

/** Creates `strapi.log`, which writes to the log of the service. */
export function projectLog(logger: Logger): ExtensionHost['log'] {
  const entries = Object.entries(levels).map(([name, level]) => [
    name,
    (...values: readonly unknown[]) => {
      if (!logger.isEnabled(level)) return
      const error = values.find((value) => value instanceof Error)
      logger[level](values.map(textOf).join(' '), error ? { error } : {})
    },
  ])
  return Object.fromEntries(entries) as ExtensionHost['log']
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? value.message : inspect(value, { depth: 4, breakLength: Infinity })
}
