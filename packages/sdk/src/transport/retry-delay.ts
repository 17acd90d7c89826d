const FIRST_DELAY = 300
const MAX_DELAY = 10_000

/**
 * Returns the delay before a retry in milliseconds: the server's `Retry-After` (RFC 9110 §10.2.3) plus up to
 * a quarter. Without that header the delay doubles with every retry and varies by half, so that clients that
 * failed together retry at different times.
 */
export function retryDelay(response: Response | undefined, retries: number): number {
  const header = response?.headers.get('retry-after') ?? ''
  const seconds = Number(header)
  const requested = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  if (requested > 0) return requested * (1 + Math.random() / 4)
  return Math.min(MAX_DELAY, FIRST_DELAY * 2 ** retries) * (0.5 + Math.random() / 2)
}
