import type { TokenStorage } from './token-storage.js'

/** The options of {@link cookieStorage}. */
export interface CookieOptions {
  /** Default `content-api.token`. */
  readonly name?: string
  /** Seconds that the cookie lasts. Default 30 days, as long as a JWT of Strapi. */
  readonly maxAge?: number
  /** Default true, except on pages that were loaded over plain HTTP. */
  readonly secure?: boolean
  /**
   * Hides the cookie from scripts of the page: for servers, with `read` and `write`. Then only the server can
   * send requests with the token. Default false.
   */
  readonly httpOnly?: boolean
  /** Returns the `Cookie` header of the request. Default: `document.cookie`. */
  readonly read?: () => string | null | undefined
  /** Adds a `Set-Cookie` header to the response. Default: sets `document.cookie`. */
  readonly write?: (cookie: string) => void
}

/**
 * Creates a storage in a cookie that both browser and server can read, so the token survives a reload with
 * server-side rendering. On a server, pass `read` and `write` to access the request and its response.
 *
 * @throws TypeError for `httpOnly` without `read` and `write`
 * @example
 * ```ts
 * const storageOf = (request: Request, response: Headers) =>
 *   cookieStorage({
 *     read: () => request.headers.get('cookie'),
 *     write: (cookie) => response.append('set-cookie', cookie),
 *   })
 * ```
 */
export function cookieStorage(options: CookieOptions = {}): TokenStorage {
  const { name = 'content-api.token', maxAge = 30 * 24 * 60 * 60, httpOnly = false } = options
  if (httpOnly && !(options.read && options.write)) {
    throw new TypeError('httpOnly needs `read` and `write`: scripts of a page have no access to such a cookie')
  }
  const read = options.read ?? (() => globalThis.document?.cookie)
  const write =
    options.write ??
    ((cookie: string) => {
      if (globalThis.document) globalThis.document.cookie = cookie
    })
  const secure = options.secure ?? globalThis.location?.protocol !== 'http:'
  // The header of a request keeps the old value until the response has been sent. In a browser, other tabs
  // may have changed the cookie.
  let written: { readonly token: string | undefined } | undefined
  return {
    get: () => (written && options.read ? written.token : valueOf(read() ?? '', name)),
    set(token) {
      written = { token }
      const flags = `${secure ? '; Secure' : ''}${httpOnly ? '; HttpOnly' : ''}`
      const rest = `Path=/; SameSite=Lax; Max-Age=${token === undefined ? 0 : maxAge}${flags}`
      write(`${name}=${encodeURIComponent(token ?? '')}; ${rest}`)
    },
  }
}

function valueOf(header: string, name: string): string | undefined {
  const found = header.split(/; */).find((pair) => pair.startsWith(`${name}=`))
  try {
    return found ? decodeURIComponent(found.slice(name.length + 1)) || undefined : undefined
  } catch {
    // Another application's cookie of that name.
    return undefined
  }
}
