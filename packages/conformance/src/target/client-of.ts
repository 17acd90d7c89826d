import type { Configuration } from '../profile/configuration.js'
import { HttpClient } from './http-client.js'
import type { Fetch } from './injected-fetch.js'
import { defaultRequestsPerSecond } from './live-safety.js'
import { readTls } from './tls.js'

/**
 * Returns the client of a target as its configuration has it.
 * @throws UsageError when the file of certificates cannot be read
 */
export function clientOf(configuration: Configuration, baseUrl: URL, fetch?: Fetch): HttpClient {
  const { timeout, requestsPerSecond, headers, tls } = configuration
  const pace = fetch ? Number.POSITIVE_INFINITY : defaultRequestsPerSecond(baseUrl)
  return new HttpClient({
    baseUrl,
    ...(fetch ? { fetch } : {}),
    timeoutMilliseconds: timeout,
    requestsPerSecond: requestsPerSecond ?? pace,
    headers,
    ...(tls === undefined ? {} : { tls: readTls(tls) }),
  })
}
