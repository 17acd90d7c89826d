import type { Config } from '../config/schema.js'
import { callerVary } from '../message/message.js'
import { securityHeaders } from './security-headers.js'

/** Returns the default headers of all responses. A response may set its own values. */
export function commonHeaders({ http }: Pick<Config, 'http'>): Readonly<Record<string, string>> {
  const own = new Map(Object.entries(http.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const kept = Object.entries(securityHeaders(http)).filter(([name]) => !own.has(name.toLowerCase()))
  const set = Object.entries(http.headers).filter((header): header is [string, string] => header[1] !== null)
  return { ...Object.fromEntries(kept), ...Object.fromEntries(set), Vary: callerVary }
}
