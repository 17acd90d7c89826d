import * as z from 'zod/mini'

const pattern = /^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:(\d{1,5}|\*))?$/

export const origin = z.string().check(
  z.refine((text) => text === '*' || pattern.test(text), {
    error: 'must be an origin such as "https://app.example" (no path, small letters), "http://localhost:*" or "*".',
  }),
)

/** Whether pages of this origin may call the service. `allowed` holds checked origins. */
export function allowsOrigin(allowed: readonly string[], given: string): boolean {
  return allowed.some((entry) => {
    if (entry === '*' || entry === given) return true
    if (!entry.endsWith(':*')) return false
    const host = entry.slice(0, -2)
    return given === host || (given.startsWith(`${host}:`) && /^\d{1,5}$/.test(given.slice(host.length + 1)))
  })
}
