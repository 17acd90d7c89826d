// A copy of the files that the `react-server` condition selects must hold the other file, too: Node.js, which
// runs the copy without the condition, loads that one.
import { isSentWithoutSignal as isSentWithoutSignalElsewhere } from './none.js'

/**
 * Returns whether the client sends a request without its own signal. React Server Components share equal GET
 * requests of one render, but only those without a signal
 * (https://nextjs.org/docs/app/guides/caching#request-memoization). The `react-server` condition selects this
 * file.
 */
export function isSentWithoutSignal(method: string): boolean {
  return method === 'GET' || isSentWithoutSignalElsewhere(method)
}
