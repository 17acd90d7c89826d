/** Where a user's token is kept between requests, and between visits. */
export interface TokenStorage {
  get(): string | undefined | Promise<string | undefined>
  /** `undefined` forgets it. */
  set(token: string | undefined): void | Promise<void>
  /** Tells of changes that others make, such as other tabs. Gives the function that ends it. */
  watch?(changed: (token: string | undefined) => void): () => void
}

/** For one page view, one process or one request on a server. */
export function memoryStorage(token?: string): TokenStorage {
  let kept = token
  return {
    get: () => kept,
    set(token) {
      kept = token
    },
  }
}
