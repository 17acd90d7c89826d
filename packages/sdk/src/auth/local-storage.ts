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
    watch(changed) {
      // Browsers tell the other tabs, never the one that wrote. Without a key, everything was cleared.
      const hear = (event: StorageEvent) => {
        if (event.storageArea === storage() && (event.key ?? key) === key) changed(event.newValue ?? undefined)
      }
      globalThis.addEventListener?.('storage', hear)
      return () => globalThis.removeEventListener?.('storage', hear)
    },
  }
}
