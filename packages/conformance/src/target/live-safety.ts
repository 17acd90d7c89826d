import { isIP } from 'node:net'

/** Returns whether a host name always refers to this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  if (isIP(host) === 4) return host.startsWith('127.')
  return isIP(host) === 6 && host === '::1'
}

/**
 * Returns whether the suite may write to a target: always on this machine, elsewhere only to the host that
 * was named explicitly (`host` or `host:port`), so that a copied command can't write to another deployment.
 */
export function mayWrite(url: URL, allowedHost: string | undefined): boolean {
  if (isLoopback(url.hostname)) return true
  return allowedHost !== undefined && (allowedHost === url.host || allowedHost === url.hostname)
}

/** The default request rate. Targets on other machines get a lower one, because they may serve other clients. */
export const defaultRequestsPerSecond = ({ hostname }: URL): number =>
  isLoopback(hostname) ? Number.POSITIVE_INFINITY : 10
