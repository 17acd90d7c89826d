import { useCallback, useEffect, useState } from 'react'

export interface RequestState<Value> {
  /** The last response, kept while the next request is under way. */
  readonly value: Value | undefined
  readonly error: unknown
  readonly loading: boolean
  /** Sends the request again. */
  readonly again: () => void
}

/** Sends a request whenever `load` changes (memoize it with `useCallback`), and aborts outdated requests. */
export function useRequest<Value>(load: (signal: AbortSignal) => Promise<Value>): RequestState<Value> {
  const [state, setState] = useState<{ value?: Value; error?: unknown; loading: boolean }>({ loading: true })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const isWanted = () => !controller.signal.aborted
    setState(({ value }) => ({ ...(value !== undefined && { value }), loading: true }))
    load(controller.signal).then(
      (value) => isWanted() && setState({ value, loading: false }),
      (error: unknown) => isWanted() && setState({ error, loading: false }),
    )
    return () => controller.abort()
  }, [load, attempt])
  const again = useCallback(() => setAttempt((count) => count + 1), [])
  return { value: state.value, error: state.error, loading: state.loading, again }
}
