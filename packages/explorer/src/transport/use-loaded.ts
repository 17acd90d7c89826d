import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, isAbort } from './response.js'
import { failureIn } from './transport.js'

export interface Loaded<T> {
  /** The result of the last finished request. */
  readonly value: T | undefined
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly reload: () => void
}

/**
 * Loads a value again whenever `key` changes, and aborts the previous request. A null key loads nothing.
 *
 * @param load loads the value. When the key changes, the hook calls the function that was passed in the same
 * render
 */
export function useLoaded<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [result, setResult] = useState<Omit<Loaded<T>, 'isLoading' | 'reload'> & { readonly of: string | null }>(
    nothing,
  )
  const [times, setTimes] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const current = key === null ? null : `${times} ${key}`
  useEffect(() => {
    if (current === null) return undefined
    const controller = new AbortController()
    const run = async () => {
      try {
        const value = await latest.current(controller.signal)
        if (!controller.signal.aborted) setResult({ of: current, value, failure: null })
      } catch (error) {
        if (controller.signal.aborted || isAbort(error)) return
        setResult({ of: current, value: undefined, failure: failureIn(error) })
      }
    }
    void run()
    return () => controller.abort()
  }, [current])
  const reload = useCallback(() => setTimes((count) => count + 1), [])
  return { value: result.value, failure: result.failure, isLoading: current !== null && result.of !== current, reload }
}

const nothing = { of: null, value: undefined, failure: null }
