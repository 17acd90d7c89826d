const FIRST_DELAY = 300
const MAX_DELAY = 10_000

/**
 * Returns the milliseconds to wait before a request is tried again: the server's `Retry-After` (RFC 9110
 * §10.2.3) plus up to a quarter, otherwise a delay that doubles with every retry and varies by half. Varying delays
 * prevent clients that failed together from retrying together.
 */
export function retryDelay(response: Response | undefined, retries: number): number {
  const header = response?.headers.get('retry-after') ?? ''
  const seconds = Number(header)
  const requested = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  if (requested > 0) return requested * (1 + Math.random() / 4)
  return Math.min(MAX_DELAY, FIRST_DELAY * 2 ** retries) * (0.5 + Math.random() / 2)
}
