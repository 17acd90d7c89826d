import type { RolePermissions } from '@content-api/engine/accounts'
import { type Grants, grantsOf } from './grants.js'

export interface RoleGrants {
  /** Returns the permissions of a role. A role that doesn't exist has none. */
  of(role: string): Promise<Grants>
  /** Clears the cache. Call it after a change. Other processes see the change when their cache expires. */
  forget(): void
}

/** In milliseconds. A permission that another process revokes stays effective for at most this time. */
const maximumAge = 1_000

const none = grantsOf([])

/** Caches the permissions of roles for a second, so that not every request needs a query. They rarely change. */
export function createRoleGrants(
  load: () => Promise<RolePermissions>,
  now: () => number = () => performance.now(),
): RoleGrants {
  let cached: { readonly at: number; readonly grants: Promise<ReadonlyMap<string, Grants>> } | undefined
  const current = () => {
    if (cached && now() - cached.at < maximumAge) return cached.grants
    const grants = load().then(
      (permissions) => new Map([...permissions].map(([role, actions]) => [role, grantsOf(actions)])),
    )
    const entry = { at: now(), grants }
    cached = entry
    // Failures aren't cached, so the next request tries again.
    grants.catch(() => {
      if (cached === entry) cached = undefined
    })
    return grants
  }
  return {
    of: async (role) => (await current()).get(role) ?? none,
    forget() {
      cached = undefined
    },
  }
}
