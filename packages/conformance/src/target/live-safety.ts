import { isIP } from 'node:net'

/** Whether a host name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  if (isIP(host) === 4) return host.startsWith('127.')
  return isIP(host) === 6 && host === '::1'
}

/**
 * Whether the suite may write to a target: always on this machine, elsewhere only to the very host that was named
 * (`host` or `host:port`), so that a copied command line cannot write to another deployment.
 */
export function mayWrite(url: URL, allowedHost: string | undefined): boolean {
  if (isLoopback(url.hostname)) return true
  return allowedHost !== undefined && (allowedHost === url.host || allowedHost === url.hostname)
}

/** How fast a target is asked where nobody says: another machine may have other things to do. */
export const defaultRequestsPerSecond = ({ hostname }: URL): number =>
  isLoopback(hostname) ? Number.POSITIVE_INFINITY : 10
