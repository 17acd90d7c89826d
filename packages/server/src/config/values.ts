import * as z from 'zod/mini'

export const positive = z.int().check(z.positive())
export const text = z.string().check(z.minLength(1))
export const flag = (value: boolean) => z._default(z.boolean(), value)

/**
 * A path prefix such as `/api` or `/v1/content`. `/` is not allowed, because it would leave no paths for
 * anything else.
 */
export const path = z.string().check(z.regex(/^(\/[\w.~-]+)+$/, { error: 'must be a path such as "/api".' }))

/** The address of a server, without a query string. A path is allowed. */
export const publicUrl = z.string().check(
  z.refine((value) => /^https?:\/\/[^?#]+$/.test(value) && URL.canParse(value) && new URL(value).username === '', {
    error: 'must be a URL such as "https://cms.example.org".',
  }),
)

const pattern = /^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:(\d{1,5}|\*))?$/

export const origin = z.string().check(
  z.refine((text) => text === '*' || pattern.test(text), {
    error: 'must be an origin such as "https://app.example" (no path, lower case), "http://localhost:*" or "*".',
  }),
)

/** Returns whether pages of `requested` may call the service. `allowed` holds checked origins. */
export function allowsOrigin(allowed: readonly string[], requested: string): boolean {
  return allowed.some((entry) => {
    if (entry === '*' || entry === requested) return true
    if (!entry.endsWith(':*')) return false
    const host = entry.slice(0, -2)
    return (
      requested === host || (requested.startsWith(`${host}:`) && /^\d{1,5}$/.test(requested.slice(host.length + 1)))
    )
  })
}
