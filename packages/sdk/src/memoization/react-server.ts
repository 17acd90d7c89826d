/**
 * Returns whether the client sends a request without its own signal. React Server Components share equal GET
 * requests of one render, but only those without a signal
 * (https://nextjs.org/docs/app/guides/caching#request-memoization). The `react-server` condition selects this
 * file.
 */
export function goesWithoutSignal(method: string): boolean {
  return method === 'GET'
}
