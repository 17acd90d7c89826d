/**
 * Returns whether the client sends a request without its own signal, so that equal requests can share a
 * response. Only React Server Components share the requests of `fetch`.
 */
export function isSentWithoutSignal(_method: string): boolean {
  return false
}
