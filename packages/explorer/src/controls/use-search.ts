import { useEffect, useState } from 'react'

/** Returns the results for a text. The signal aborts when the text changes before they arrive. */
export type Search<Found> = (text: string, signal: AbortSignal) => Promise<readonly Found[]>

export interface SearchState<Found> {
  readonly found: readonly Found[]
  readonly isLoading: boolean
  readonly error: string | null
}

/** Milliseconds without a key press before a search is sent. */
const pause = 150

/**
 * Searches while `text` is not null. A new text aborts the running search. The previous results stay until
 * the new ones arrive.
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
    // An empty text lists the first choices, without a pause. Other texts wait until the user stops typing.
    const timer = setTimeout(() => void run(), text === '' ? 0 : pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search, text])
  return state
}
