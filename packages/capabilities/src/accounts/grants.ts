import { digest } from '@content-api/core/secrets/digest'
import type { RolePermissions } from '@content-api/engine/accounts'
import { createShortCache } from './short-cache.js'

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
  /** Clears the cache. Call it after a change. */
  forget(): void
}

export const none = grantsOf([])

/** Caches the permissions of roles for a second. They rarely change. */
export function createRoleGrants(load: () => Promise<RolePermissions>, now?: () => number): RoleGrants {
  const cache = createShortCache(async () => grantsOfRoles(await load()), now)
  return {
    of: async (role) => (await cache.get()).get(role) ?? none,
    forget: () => cache.forget(),
  }
}

function grantsOfRoles(permissions: RolePermissions): ReadonlyMap<string, Grants> {
  return new Map([...permissions].map(([role, actions]) => [role, grantsOf(actions)]))
}
