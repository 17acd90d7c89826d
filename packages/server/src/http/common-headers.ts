import type { Config } from '../config/schema.js'
import { callerVary } from '../message/message.js'
import { securityHeaders } from './security-headers.js'

/** Sent with every response that doesn't set them itself. */
export function commonHeaders({ http }: Pick<Config, 'http'>): Readonly<Record<string, string>> {
  return { ...securityHeaders(http), Vary: callerVary }
}

/** Of files and pages, which are the same for everybody. */
export const publicVary = 'Origin, Accept-Encoding'
