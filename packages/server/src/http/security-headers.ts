import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

export interface SecurityHeadersOptions {
  /** Seconds for which browsers shall use HTTPS alone; 0: not said. */
  readonly hsts: number
}

/**
 * What every answer says of how a browser may use it, worked out once. An answer that is a page or a file says something
 * else instead: its own headers win.
 */
export function securityHeaders({ hsts }: SecurityHeadersOptions): Readonly<Record<string, string>> {
  const protect = helmet({
    // Answers are data: opened as a page they may load nothing, run nothing and be framed by nobody.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    frameguard: { action: 'deny' },
    strictTransportSecurity: hsts === 0 ? false : { maxAge: hsts, includeSubDomains: false },
    // These are about pages, or about browsers that are gone.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xXssProtection: false,
  })
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: () => undefined,
  }
  protect({} as IncomingMessage, response as unknown as ServerResponse, () => undefined)
  return headers
}
