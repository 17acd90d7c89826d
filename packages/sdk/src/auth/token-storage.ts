/** Keeps a user's token between requests and, if the storage is persistent, between visits. */
export interface TokenStorage {
  get(): string | undefined | Promise<string | undefined>
  /** `undefined` forgets the token. */
  set(token: string | undefined): void | Promise<void>
  /** Calls `changed` after changes elsewhere, such as in other tabs. Returns a function that stops it. */
  watch?(changed: (token: string | undefined) => void): () => void
}

/**
 * Creates a storage in memory: for one page view, one process, or one request on a server.
 *
 * @example
 * ```ts
 * const api = createClient({ baseURL: 'https://cms.example.org' }).with(auth({ storage: memoryStorage() }))
 * ```
 */
export function memoryStorage(token?: string): TokenStorage {
  let kept = token
  return {
    get: () => kept,
    set(token) {
      kept = token
    },
  }
}
