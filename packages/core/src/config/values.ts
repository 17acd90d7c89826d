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

/** A duration such as `30d`, `12h`, `10m` or `90s`. */
export const duration = z
  .string()
  .check(z.regex(/^\d+(s|m|h|d)$/, { error: 'must be a duration such as "30d" or "12h".' }))

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Returns a duration in milliseconds. */
export const milliseconds = (of: string): number => Number(of.slice(0, -1)) * units[of.slice(-1) as keyof typeof units]

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
