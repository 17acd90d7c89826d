import type { Config } from '../config/schema.js'
/** From what needs somebody's attention to what only helps to find a fault. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]

/** What is known of an event beside its message: JSON values, and `error` for what was thrown. */
export type LogFields = Readonly<Record<string, unknown>>

/** Says what happens in a service, one line an event. Secrets are taken out. */
export interface Logger extends Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>> {
  readonly format: LogOptions['format']
  /** Whether events of this level are told, for those that cost something to describe. */
  tells(level: LogLevel): boolean
  /** Resolves when everything is written. */
  flush(): Promise<void>
}

export interface LogOptions {
  /** The least that is told; `silent` for nothing. */
  readonly level: LogLevel | 'silent'
  /** A line of JSON for programs, or of text for people. */
  readonly format: 'json' | 'text'
  readonly to: 'stdout' | 'stderr'
  /** Whether other processes write to the same output. */
  readonly isShared?: boolean
}

/** What the configuration leaves open depends on whether a server logs, whose output the log is, or another program. */
export function logOptions({ level, format }: Config['log'], serving: boolean): LogOptions {
  return {
    level: level ?? (serving ? 'info' : 'warn'),
    format: format ?? (process.env['NODE_ENV'] === 'production' ? 'json' : 'text'),
    to: serving ? 'stdout' : 'stderr',
  }
}
