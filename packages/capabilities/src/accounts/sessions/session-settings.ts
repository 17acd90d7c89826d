import type { Config } from '@content-api/core/config/schema'
import { milliseconds } from '@content-api/core/config/values'

/** `auth.sessions` of the configuration, with its defaults. */
export interface SessionSettings {
  /** How long an access token is valid, such as `10m`. */
  readonly accessToken: string
  /** The same in milliseconds. */
  readonly access: number
  /** Milliseconds after which a session ends unless it is refreshed. */
  readonly idle: number
  /** Milliseconds after which a session ends in any case. */
  readonly total: number
  readonly perUser: number
  /** Whether refresh tokens are in a cookie even if the client doesn't request it. */
  readonly httpOnly: boolean
  /** Whether access tokens are also in a cookie, which requests may use in place of a header. */
  readonly accessCookie: boolean
  readonly cookie: CookieSettings
  /** Origins of other hosts whose pages may send cookies. */
  readonly trustedOrigins: readonly string[]
  /** The prefix of REST. */
  readonly prefix: string
}

export interface CookieSettings {
  readonly name: string
  readonly accessName: string
  /** The path of the cookie with the refresh token. */
  readonly path: string
  readonly domain: string | undefined
  readonly sameSite: 'strict' | 'lax' | 'none'
  readonly secure: boolean
}

/** Returns the settings of sessions; null unless the configuration has `auth.sessions`. */
export function sessionSettings(
  { auth, api, cors }: Pick<Config, 'auth' | 'api' | 'cors'>,
  { production }: { readonly production: boolean },
): SessionSettings | null {
  const { sessions } = auth
  if (!sessions) return null
  const { idle, total, cookie, trustedOrigins, ...rest } = sessions
  const { prefix } = api.rest
  return {
    ...rest,
    access: milliseconds(sessions.accessToken),
    idle: Math.min(milliseconds(idle), milliseconds(total)),
    total: milliseconds(total),
    prefix,
    cookie: {
      ...cookie,
      path: cookie.path ?? `${prefix === '/' ? '' : prefix}/auth`,
      domain: cookie.domain,
      secure: cookie.secure ?? production,
    },
    trustedOrigins: trustedOrigins ?? namedOrigins(cors.origins, production),
  }
}

/** In production, pages on any port of a host are as little trusted as those of any origin. */
function namedOrigins(origins: readonly string[], production: boolean): string[] {
  return origins.filter((origin) => origin !== '*' && !(production && origin.endsWith(':*')))
}
