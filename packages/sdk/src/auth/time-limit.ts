import { AbortError } from '../errors/abort-error.js'
import { TimeoutError } from '../errors/timeout-error.js'
import type { TransportOptions } from '../transport/transport-options.js'
import type { ApiRequest } from '../types/request.js'

/** The one time limit of all that a request needs: its tries, and the wait for a new token before or between them. */
export function timeLimit(request: ApiRequest, defaults: TransportOptions['defaults']) {
  const { method, path, options } = request
  const { timeout = 30_000 } = { ...defaults, ...options }
  const end = performance.now() + timeout
  // Whole ones: Node takes no others.
  const left = (): number => Math.max(0, Math.ceil(end - performance.now()))
  return {
    /** The request with the milliseconds that are left to it. */
    rest: (): ApiRequest => ({ ...request, options: { ...options, timeout: left() } }),

    /** Waits for a new token. Throws an {@link AbortError} or a {@link TimeoutError} when the request itself would. */
    async wait(renewed: Promise<void>): Promise<void> {
      const given = options?.signal
      const timer = AbortSignal.timeout(left())
      const signal = given ? AbortSignal.any([given, timer]) : timer
      const ended = new Promise<never>((_, reject) => {
        const end = () => {
          const what = `${method} ${path}`
          if (given?.aborted) reject(new AbortError(`${what} was aborted`, { cause: given.reason }))
          else reject(new TimeoutError(`${what} took over ${timeout} ms, waiting for a new token`))
        }
        if (signal.aborted) end()
        else signal.addEventListener('abort', end)
      })
      await Promise.race([ended, renewed])
    },
  }
}
