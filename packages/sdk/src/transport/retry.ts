/** Milliseconds to wait after a failure: what `Retry-After` says (RFC 9110 §10.2.3), or up to 300, 600, 1200 … by chance. */
export function retryDelay(response: Response | undefined, attempt: number): number {
  const header = response?.headers.get('retry-after') as string
  return [Number(header) * 1000, Date.parse(header) - Date.now(), 300 * 2 ** attempt * Math.random()].find(
    (wait) => wait > 0,
  ) as number
}
