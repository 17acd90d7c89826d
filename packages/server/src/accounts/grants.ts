import { digest } from '../secrets/digest.js'
import type { RolePermissions } from '@content-api/engine/accounts'

/** The permissions of a caller. Grants with the same `key` allow the same actions. */
export interface Grants {
  readonly key: string
  readonly may: (action: string) => boolean
}

export const everything: Grants = { key: '', may: () => true }

/** Allows every `find` and `findOne`, including those of users (as in Strapi 4.26). */
export const reading: Grants = { key: 'read', may: (action) => /\.find(One)?$/.test(action) }

export function grantsOf(actions: Iterable<string>): Grants {
  const granted = new Set(actions)
  return { key: digest(JSON.stringify([...granted].toSorted())), may: (action) => granted.has(action) }
}

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
