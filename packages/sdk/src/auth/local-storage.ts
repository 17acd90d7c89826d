import type { TokenStorage } from './token-storage.js'

/** In the browser's `localStorage`, for all tabs of the origin. On a server, and where it is forbidden, it keeps nothing. */
export function localStorageStorage(key = 'content-api.token'): TokenStorage {
  const storage = (): Storage | undefined => {
    try {
      return globalThis.localStorage
    } catch {
      // Browsers throw where storage is switched off.
      return undefined
    }
  }
  return {
    get: () => storage()?.getItem(key) ?? undefined,
    set(token) {
      if (token === undefined) storage()?.removeItem(key)
      else storage()?.setItem(key, token)
    },
  }
}
