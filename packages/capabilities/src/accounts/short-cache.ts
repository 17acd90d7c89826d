/** In milliseconds. What another process revokes stays effective for at most this time. */
const maximumAge = 1_000

/** A value that is read at most once a second. */
export interface ShortCache<Value> {
  get(): Promise<Value>
  /** Clears the cache. Call it after a change. Other processes see the change when their cache expires. */
  forget(): void
}

/** Caches a value for a second, so that not every request needs a query. */
export function createShortCache<Value>(
  load: () => Promise<Value>,
  now: () => number = () => performance.now(),
): ShortCache<Value> {
  let cached: { readonly at: number; readonly value: Promise<Value> } | undefined
  return {
    get() {
      if (cached && now() - cached.at < maximumAge) return cached.value
      const value = load()
      const entry = { at: now(), value }
      cached = entry
      // Failures aren't cached, so the next request tries again.
      value.catch(() => {
        if (cached === entry) cached = undefined
      })
      return value
    },
    forget() {
      cached = undefined
    },
  }
}
