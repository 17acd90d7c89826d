import { useEffect } from 'react'

/** Milliseconds between two questions whether the service is back. */
const pause = 2000

/** Asks `/readyz` again and again while the service is away, and calls `onReady` once it responds. */
export function useReadiness(isAway: boolean, onReady: (() => void) | undefined): void {
  useEffect(() => {
    if (!isAway || !onReady) return undefined
    const ask = async () => {
      try {
        if ((await fetch('/readyz', { cache: 'no-store' })).ok) onReady()
      } catch {
        // It is away still.
      }
    }
    const timer = setInterval(() => void ask(), pause)
    return () => clearInterval(timer)
  }, [isAway, onReady])
}
