import { useEffect, useState } from 'react'

/** Returns what a text finds; called again with an aborted signal when the text changes first. */
export type Search<Found> = (text: string, signal: AbortSignal) => Promise<readonly Found[]>

export interface SearchState<Found> {
  readonly found: readonly Found[]
  readonly isLoading: boolean
  readonly error: string | null
}

/** Milliseconds without a key press before a search is sent. */
const pause = 150

/**
 * Searches while `text` is not null. The hits of the last search stay until those of the next arrive; a search that is under
 * way is aborted when the text changes.
 */
export function useSearch<Found>(search: Search<Found>, text: string | null): SearchState<Found> {
  const [state, setState] = useState<SearchState<Found>>({ found: [], isLoading: false, error: null })
  useEffect(() => {
    if (text === null) return undefined
    const controller = new AbortController()
    const { signal } = controller
    setState((before) => ({ ...before, isLoading: true, error: null }))
    const run = async () => {
      try {
        const found = await search(text, signal)
        if (!signal.aborted) setState({ found, isLoading: false, error: null })
      } catch (error) {
        if (!signal.aborted) setState({ found: [], isLoading: false, error: (error as Error).message })
      }
    }
    // The first list appears at once; only typing waits.
    const timer = setTimeout(() => void run(), text === '' ? 0 : pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search, text])
  return state
}
