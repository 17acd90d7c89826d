import type { RolePermissions } from '../storage/accounts/roles.js'
import { type Grants, grantsOf } from './grants.js'

export interface RoleGrants {
  /** What a role grants; nothing, for one that doesn't exist. */
  of(role: string): Promise<Grants>
  /** Call it after a change: other processes hear of it when their copy has grown old. */
  forget(): void
}

/** So long may a permission that another process took away go on to count. */
const maximumAge = 1_000

const none = grantsOf([])

/** Keeps what roles grant for a second, so that requests don't pay a query each for what hardly ever changes. */
export function createRoleGrants(
  load: () => Promise<RolePermissions>,
  now: () => number = () => performance.now(),
): RoleGrants {
  let kept: { readonly at: number; readonly grants: Promise<ReadonlyMap<string, Grants>> } | undefined
  const current = () => {
    if (kept && now() - kept.at < maximumAge) return kept.grants
    const grants = load().then(
      (permissions) => new Map([...permissions].map(([role, actions]) => [role, grantsOf(actions)])),
    )
    const fresh = { at: now(), grants }
    kept = fresh
    // A failure isn't kept: the next request tries again.
    grants.catch(() => {
      if (kept === fresh) kept = undefined
    })
    return grants
  }
  return {
    of: async (role) => (await current()).get(role) ?? none,
    forget() {
      kept = undefined
    },
  }
}
