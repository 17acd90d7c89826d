import { useCallback, useEffect, useState } from 'react'

export interface RequestState<Value> {
  /** The last answer, kept while the next one is on its way. */
  readonly value: Value | undefined
  readonly error: unknown
  readonly loading: boolean
  /** Asks once more. */
  readonly again: () => void
}

/** Asks whenever `load` changes (keep it with `useCallback`) and gives up what nobody waits for any more. */
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
