import type { Config } from '../config/schema.js'
import { securityHeaders } from './security-headers.js'

/**
 * Sent with every response that doesn't set them itself. `Vary`: the origin decides on CORS headers, `Accept-Encoding` on
 * compression, and what a caller may see depends on `Authorization`, also when there is none.
 */
export function commonHeaders({ http }: Pick<Config, 'http'>): Readonly<Record<string, string>> {
  return { ...securityHeaders(http), Vary: 'Origin, Accept-Encoding, Authorization' }
}

/** Of files and pages, which are the same for everybody. */
export const publicVary = 'Origin, Accept-Encoding'
