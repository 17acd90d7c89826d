import * as z from 'zod/mini'
import { duration, flag, milliseconds, origin, positive } from './values.js'

/** The name of a cookie, a token by RFC 6265. */
const cookieName = z
  .string()
  .check(z.refine((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name), { error: 'must be the name of a cookie.' }))

const cookiePath = z
  .string()
  .check(
    z.refine((path) => path.startsWith('/') && !/[;,\s]/.test(path), { error: 'must be a path such as "/api/auth".' }),
  )

const cookieDomain = z
  .string()
  .check(z.refine((domain) => /^[a-z0-9.-]+$/.test(domain), { error: 'must be a domain such as "example.com".' }))

const cookie = z
  .strictObject({
    /** The name of the cookie with the refresh token. */
    name: z._default(cookieName, 'strapi_up_refresh'),
    /** The name of the cookie with the access token. */
    accessName: z._default(cookieName, 'content_api_access'),
    /** The path of the cookie with the refresh token. By default the path of accounts, such as `/api/auth`. */
    path: z.optional(cookiePath),
    /** The domain whose hosts get the cookies. By default only the host of the service. */
    domain: z.optional(cookieDomain),
    sameSite: z._default(z.enum(['strict', 'lax', 'none']), 'lax'),
    /** Whether browsers only send the cookies over HTTPS. By default in production. */
    secure: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ sameSite, secure }) => sameSite !== 'none' || secure === true, {
      path: ['secure'],
      error: 'must be true with sameSite "none": browsers reject such a cookie otherwise.',
    }),
    z.refine(({ name, accessName }) => name !== accessName, {
      path: ['accessName'],
      error: 'must not be the name of the cookie with the refresh token.',
    }),
  )

const lifetime = duration.check(z.refine((of) => milliseconds(of) > 0, { error: 'must be longer than 0.' }))

export const sessions = z.strictObject({
  /** How long an access token is valid. */
  accessToken: z._default(lifetime, '10m'),
  /** The time after which a session ends unless it is refreshed, at most `total`. */
  idle: z._default(lifetime, '14d'),
  /** The time after which a session ends in any case. */
  total: z._default(lifetime, '30d'),
  /** The number of sessions of a user. A further sign-in ends the least recently used one. */
  perUser: z._default(positive.check(z.maximum(1_000)), 20),
  /** Whether refresh tokens are in an httpOnly cookie. Otherwise only clients that request it get the cookie. */
  httpOnly: flag(false),
  /** Whether access tokens are in an httpOnly cookie, too, which requests may use in place of a header. */
  accessCookie: flag(false),
  cookie: z.prefault(cookie, {}),
  /**
   * The origins of other hosts whose pages may send cookies. By default those that `cors.origins` lists by
   * name, in production without those that end in `:*`.
   */
  trustedOrigins: z.optional(
    z.array(origin.check(z.refine((one) => one !== '*', { error: 'must list origins: "*" would trust all pages.' }))),
  ),
})
