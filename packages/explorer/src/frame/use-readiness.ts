import { useEffect } from 'react'

/** Milliseconds between two requests for `/readyz`. */
const pause = 2000

/** Requests `/readyz` repeatedly while the service doesn't respond. Calls `onReady` once it does. */
export function useReadiness(isAway: boolean, onReady: (() => void) | undefined): void {
  useEffect(() => {
    if (!isAway || !onReady) return undefined
    const ask = async () => {
      try {
        if ((await fetch('/readyz', { cache: 'no-store' })).ok) onReady()
      } catch {
        // The service still doesn't respond.
      }
    }
    const timer = setInterval(() => void ask(), pause)
    return () => clearInterval(timer)
  }, [isAway, onReady])
}
