import type { Config } from '../config/schema.js'
import type { LogOptions } from './logger.js'

/** What the configuration leaves open depends on whether a server logs, whose output the log is, or another program. */
export function logOptions({ level, format }: Config['log'], serving: boolean): LogOptions {
  return {
    level: level ?? (serving ? 'info' : 'warn'),
    format: format ?? (process.env['NODE_ENV'] === 'production' ? 'json' : 'text'),
    to: serving ? 'stdout' : 'stderr',
  }
}
