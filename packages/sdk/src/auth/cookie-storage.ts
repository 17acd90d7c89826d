import type { TokenStorage } from './token-storage.js'

export interface CookieOptions {
  /** Default `content-api.token`. */
  readonly name?: string
  /** Seconds. Default 30 days, as long as a JWT of Strapi lasts. */
  readonly maxAge?: number
  /** Default true, except on pages that came over plain HTTP. */
  readonly secure?: boolean
  /** Gives the `Cookie` header of the request. Default: `document.cookie`. */
  readonly read?: () => string | null | undefined
  /** Takes a `Set-Cookie` header for the response. Default: `document.cookie`. */
  readonly write?: (cookie: string) => void
}

/**
 * In a cookie that both sides can read: on a server, `read` and `write` reach the request and its response, so that the
 * token survives a reload with server-side rendering.
 */
export function cookieStorage(options: CookieOptions = {}): TokenStorage {
  const { name = 'content-api.token', maxAge = 30 * 24 * 60 * 60 } = options
  const read = options.read ?? (() => globalThis.document?.cookie)
  const write =
    options.write ??
    ((cookie: string) => {
      if (globalThis.document) globalThis.document.cookie = cookie
    })
  const secure = options.secure ?? globalThis.location?.protocol !== 'http:'
  // Until the response has gone out, the request's header still holds what was.
  let written: { readonly token: string | undefined } | undefined
  return {
    get: () => (written ? written.token : valueOf(read() ?? '', name)),
    set(token) {
      written = { token }
      const rest = `Path=/; SameSite=Lax; Max-Age=${token === undefined ? 0 : maxAge}${secure ? '; Secure' : ''}`
      write(`${name}=${encodeURIComponent(token ?? '')}; ${rest}`)
    },
  }
}

function valueOf(header: string, name: string): string | undefined {
  const found = header.split(/; */).find((pair) => pair.startsWith(`${name}=`))
  try {
    return found ? decodeURIComponent(found.slice(name.length + 1)) || undefined : undefined
  } catch {
    // Somebody else's cookie of that name.
    return undefined
  }
}
