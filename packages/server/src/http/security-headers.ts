import { helmetHeaders } from '../config/helmet-headers.js'

export interface SecurityHeadersOptions {
  /** The `max-age` of `Strict-Transport-Security` in seconds. 0 leaves out the header. */
  readonly hsts: number
}

/**
 * Returns the headers that control how browsers may use a response. Pages and files replace some of them by
 * headers of their own.
 */
export function securityHeaders({ hsts }: SecurityHeadersOptions): Readonly<Record<string, string>> {
  return helmetHeaders({
    // Responses are data. A browser that opens one as a page may not load or run anything, or show it in a frame.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    frameguard: { action: 'deny' },
    strictTransportSecurity: hsts === 0 ? false : { maxAge: hsts, includeSubDomains: false },
    // These headers only concern pages, or browsers that are no longer in use.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xXssProtection: false,
  })
}
