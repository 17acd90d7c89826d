/**
 * Tells whether a request goes without a signal of its own, so that equal ones may share a response. Outside React Server
 * Components nothing shares the requests of `fetch`.
 */
export function goesWithoutSignal(_method: string): boolean {
  return false
}
