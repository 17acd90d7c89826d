import type { Config } from '../config/schema.js'
import { callerVary } from '../message/message.js'
import { securityHeaders } from './security-headers.js'

/** Returns the default headers of all responses. A response may set its own values. */
export function commonHeaders({ http }: Pick<Config, 'http'>): Readonly<Record<string, string>> {
  return { ...securityHeaders(http), Vary: callerVary }
}

/** The `Vary` header of files and pages, which are the same for every caller. */
export const publicVary = 'Origin, Accept-Encoding'
