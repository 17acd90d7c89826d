import { AbortError } from '../errors/abort-error.js'
import { TimeoutError } from '../errors/timeout-error.js'
import type { ApiRequest } from '../types/request.js'
import { onAbort } from './on-abort.js'
import type { TransportOptions } from './transport-options.js'

const DEFAULT_TIMEOUT = 30_000

/** The maximum delay of a timer: timers with a longer one fire immediately. */
const MAX_DELAY = 2 ** 31 - 1

/** The time limit and the signal of one call. They apply to everything that the call waits for. */
export interface TimeLimit {
  /** Milliseconds until the limit ends; negative after it. */
  readonly left: () => number
  /**
   * Runs a task and waits for its result. Throws an {@link AbortError} or a {@link TimeoutError} when the
   * call ends first.
   */
  readonly wait: <T>(task: () => T | Promise<T>, waitingFor?: string) => Promise<T>
}

/** Returns the time limit of calls that don't set one. */
export function defaultTimeout({ defaults }: TransportOptions): number {
  return defaults?.timeout ?? DEFAULT_TIMEOUT
}

/** Starts the time limit of a request: its own `timeout`, or `otherwise`. `NaN` ends immediately. */
export function startTimeLimit({ method, path, options = {} }: ApiRequest, otherwise: number): TimeLimit {
  const { timeout = otherwise, signal } = options
  const what = `${method} ${path}`
  const end = performance.now() + timeout
  const left = () => end - performance.now()
  const aborted = () => new AbortError(`${what} was aborted`, { cause: signal?.reason })

  return {
    left,
    async wait<T>(task: () => T | Promise<T>, waitingFor = 'the response') {
      if (signal?.aborted) throw aborted()
      let stopListening: (() => void) | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      try {
        return await new Promise<T>((resolve, reject) => {
          if (signal) stopListening = onAbort(signal, () => reject(aborted()))
          const timedOut = () => reject(new TimeoutError(`${what} took over ${timeout} ms, waiting for ${waitingFor}`))
          timer = setTimeout(timedOut, Math.min(left(), MAX_DELAY))
          Promise.resolve(task()).then(resolve, reject)
        })
      } finally {
        // Both would keep the call in memory: the timer until the limit ends, the listener until the signal
        // is collected.
        clearTimeout(timer)
        stopListening?.()
      }
    },
  }
}
