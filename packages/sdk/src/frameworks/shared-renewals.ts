import type { ShareRenewal } from '../auth/refresh-sessions.js'

/** How long requests may arrive that were sent before the browser received the new cookies. */
const MILLISECONDS = 30_000

interface Renewal {
  readonly response: Promise<unknown>
  endsAt: number
}

/** The latest renewals of this process, by the refresh token that they exchange, oldest first. */
const renewals = new Map<string, Renewal>()

/**
 * Exchanges each refresh token once, and returns the new tokens to all requests of the next 30 seconds that
 * hold the old one. A browser sends several requests with the same cookies, and services accept a refresh
 * token once.
 *
 * @example
 * ```ts
 * import { createClient, refreshSessions } from '@content-api/sdk'
 * import { shareRenewal } from '@content-api/sdk/frameworks'
 *
 * const api = createClient({ baseURL: 'https://cms.example.org' }).with(refreshSessions({ shareRenewal }))
 * ```
 */
export const shareRenewal: ShareRenewal = (refreshToken, renew) => {
  const now = Date.now()
  for (const [token, { endsAt }] of renewals) if (endsAt < now) renewals.delete(token)
  const known = renewals.get(refreshToken)
  if (known) return known.response
  const renewal: Renewal = { response: renewOnce(), endsAt: Infinity }
  renewals.set(refreshToken, renewal)
  return renewal.response

  async function renewOnce(): Promise<unknown> {
    try {
      const response = await renew()
      renewal.endsAt = Date.now() + MILLISECONDS
      return response
    } catch (error) {
      // The next request tries again.
      renewals.delete(refreshToken)
      throw error
    }
  }
}
