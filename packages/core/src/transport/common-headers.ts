import type { Config } from '../config/schema.js'
import { callerVary } from '../message/message.js'
import { helmetHeaders, securityDefaults } from './helmet-headers.js'

/** Returns the default headers of all responses. A response may set its own values. */
export function commonHeaders({ http }: Pick<Config, 'http'>): Readonly<Record<string, string>> {
  const own = new Map(Object.entries(http.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const kept = Object.entries(securityHeaders(http)).filter(([name]) => !own.has(name.toLowerCase()))
  const set = Object.entries(http.headers).filter((header): header is [string, string] => header[1] !== null)
  return { ...Object.fromEntries(kept), ...Object.fromEntries(set), Vary: callerVary }
}

interface SecurityHeadersOptions {
  /** The `max-age` of `Strict-Transport-Security` in seconds. 0 leaves out the header. */
  readonly hsts: number
}

/**
 * Returns the headers that control how browsers may use a response. Pages and files replace some of them by
 * headers of their own.
 */
function securityHeaders({ hsts }: SecurityHeadersOptions): Readonly<Record<string, string>> {
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

/**
 * Returns the headers that replace those of `securityHeaders` for the files of a project: the policies of
 * Strapi 4.26, with which pages work and pages of other origins may show images. Headers that the
 * configuration sets stay.
 * @param configured `http.headers`
 */
export function publicFileHeaders(
  configured: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const { contentSecurityPolicy } = securityDefaults
  const set = helmetHeaders({ contentSecurityPolicy, xFrameOptions: { action: 'sameorigin' } })
  const names = new Set(Object.keys(configured).map((name) => name.toLowerCase()))
  const own = {
    'Content-Security-Policy': set['Content-Security-Policy'] ?? '',
    'X-Frame-Options': set['X-Frame-Options'] ?? '',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  return Object.fromEntries(Object.entries(own).filter(([name]) => !names.has(name.toLowerCase())))
}
