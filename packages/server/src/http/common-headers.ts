import type { Config } from '../config/schema.js'
import { securityHeaders } from './security-headers.js'

/**
 * Sent with every answer that doesn't say otherwise. `Vary`, because whether CORS headers stand beside them depends on the
 * origin, and whether the body is compressed on what the client takes.
 */
export function commonHeaders({ http }: Pick<Config, 'http'>): Readonly<Record<string, string>> {
  return { ...securityHeaders(http), Vary: 'Origin, Accept-Encoding' }
}
