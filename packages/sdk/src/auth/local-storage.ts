import type { TokenStorage } from './token-storage.js'

/**
 * Creates a storage in the browser's `localStorage`, shared by all tabs of the origin. On a server, and where
 * storage is disabled, it stores no token.
 *
 * @example
 * ```ts
 * const api = createClient({ baseURL: 'https://cms.example.org' }).with(auth({ storage: localStorageStorage() }))
 * ```
 */
export function localStorageStorage(key = 'content-api.token'): TokenStorage {
  return webStorage('localStorage', key)
}

/** Creates a storage in one of the storages of a browser. */
export function webStorage(name: 'localStorage' | 'sessionStorage', key: string): TokenStorage {
  const storage = (): Storage | undefined => {
    try {
      return globalThis[name]
    } catch {
      // Browsers throw where storage is disabled.
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
      // Browsers notify the other tabs, never the one that wrote. Without a key, the whole storage was cleared.
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === storage() && (event.key ?? key) === key) changed(event.newValue ?? undefined)
      }
      globalThis.addEventListener?.('storage', onStorage)
      return () => globalThis.removeEventListener?.('storage', onStorage)
    },
  }
}
