/** Milliseconds to wait after a failure: what `Retry-After` says (RFC 9110 §10.2.3), or 300, 600, 1200 … less some chance. */
export function retryDelay(response: Response | undefined, attempt: number): number {
  const header = response?.headers.get('retry-after') as string
  const own = 300 * 2 ** attempt * (1 - Math.random() / 2)
  return [Number(header) * 1000, Date.parse(header) - Date.now(), own].find((wait) => wait > 0) as number
}
