import type { Configuration } from '../profile/configuration.js'
import { HttpClient } from './http-client.js'
import type { Fetch } from './injected-fetch.js'
import { defaultRequestsPerSecond } from './live-safety.js'
import { readTls } from './tls.js'

/**
 * Returns the HTTP client of a target, according to its configuration.
 * @throws UsageError if the file of certificates can't be read
 */
export function clientOf(
  configuration: Configuration,
  baseUrl: URL,
  fetch?: Fetch,
  onWait?: (text: string) => void,
): HttpClient {
  const { timeout, requestsPerSecond, headers, tls } = configuration
  const pace = fetch ? Number.POSITIVE_INFINITY : defaultRequestsPerSecond(baseUrl)
  return new HttpClient({
    baseUrl,
    ...(fetch ? { fetch } : {}),
    timeoutMilliseconds: timeout,
    requestsPerSecond: requestsPerSecond ?? pace,
    headers,
    ...(onWait === undefined ? {} : { onWait }),
    ...(tls === undefined ? {} : { tls: readTls(tls) }),
  })
}
