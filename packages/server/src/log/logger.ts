import type { Config } from '../config/schema.js'

/** The log levels, the most severe first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]

/** The fields of an event: JSON values, and `error` for a thrown error. */
export type LogFields = Readonly<Record<string, unknown>>

/** Writes one line for each event. Secrets are removed. */
export interface Logger extends Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>> {
  readonly format: LogOptions['format']
  /** Returns whether events of this level are logged. Call it first if computing the fields of an event takes time. */
  isEnabled(level: LogLevel): boolean
  /** Opens the output now. Otherwise it is opened soon after the first line. */
  load(): Promise<void>
  /** Resolves when all lines are written. */
  flush(): Promise<void>
}

export interface LogOptions {
  /** The least severe level that is logged; `silent` logs nothing. */
  readonly level: LogLevel | 'silent'
  /** Lines of JSON for programs, or of text for people. */
  readonly format: 'json' | 'text'
  readonly to: 'stdout' | 'stderr'
  /** Whether other processes write to the same output. */
  readonly isShared?: boolean
}

/**
 * Returns the options, with defaults for those that the configuration leaves open. `serving` is true for a
 * server, which logs to standard output; other programs log to standard error.
 */
export function logOptions({ level, format }: Config['log'], serving: boolean): LogOptions {
  return {
    level: level ?? (serving ? 'info' : 'warn'),
    format: format ?? (process.env['NODE_ENV'] === 'production' ? 'json' : 'text'),
    to: serving ? 'stdout' : 'stderr',
  }
}
