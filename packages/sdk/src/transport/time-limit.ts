import { AbortError } from '../errors/abort-error.js'
import { TimeoutError } from '../errors/timeout-error.js'
import type { ApiRequest } from '../types/request.js'
import type { TransportOptions } from './transport-options.js'

/** The milliseconds of a call that names none. */
export const defaultTimeout = ({ defaults }: TransportOptions): number => defaults?.timeout ?? 30_000

/** The one time limit of all that a request needs: its tries, and what it waits for before or between them. */
export function timeLimit(request: ApiRequest, unlessGiven = Infinity) {
  const { method, path, options } = request
  const { timeout = unlessGiven } = options ?? {}
  const end = performance.now() + timeout
  // Whole ones: Node takes no others.
  const left = (): number => Math.max(0, Math.ceil(end - performance.now()))
  return {
    /** The request with the milliseconds that are left to it. */
    rest: (): ApiRequest => (timeout === Infinity ? request : { ...request, options: { ...options, timeout: left() } }),

    /** Waits for a promise. Throws an {@link AbortError} or a {@link TimeoutError} when the request itself would. */
    async wait<T>(promise: T | Promise<T>, forWhat: string): Promise<T> {
      const given = options?.signal
      const timer = timeout === Infinity ? [] : [AbortSignal.timeout(left())]
      const signal = AbortSignal.any([...(given ? [given] : []), ...timer])
      let giveUp = (): void => undefined
      const ended = new Promise<never>((_, reject) => {
        giveUp = () => {
          const what = `${method} ${path}`
          if (given?.aborted) reject(new AbortError(`${what} was aborted`, { cause: given.reason }))
          else reject(new TimeoutError(`${what} took over ${timeout} ms, waiting for ${forWhat}`))
        }
        if (signal.aborted) giveUp()
        else signal.addEventListener('abort', giveUp)
      })
      try {
        return await Promise.race([ended, promise])
      } finally {
        // Node keeps a signal that is listened to for as long as what it follows, which may be the life of a page.
        signal.removeEventListener('abort', giveUp)
      }
    },
  }
}
