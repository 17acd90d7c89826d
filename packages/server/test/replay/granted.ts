import type { Seed } from './seed.js'

const reads = new Set(['find', 'findOne'])

/**
 * Returns a function that checks whether the seed allows an action to a caller (`public`, a user or an API
 * token): `may('erin', 'find', 'api::memo.memo')`.
 */
export function grantedBy(seed: Seed): (role: string, action: string, uid: string) => boolean {
  const ofRole = (type: string) => seed.roles.find((role) => role.type === type)?.permissions ?? []
  const custom = seed.apiTokens.find(({ type }) => type === 'custom')?.permissions ?? []
  const lists: Readonly<Record<string, readonly string[]>> = {
    public: ofRole('public'),
    alice: ofRole('authenticated'),
    carol: ofRole('authenticated'),
    erin: ofRole('editor'),
    custom,
  }
  return (role, action, uid) => {
    if (role === 'full') return true
    if (role === 'read') return reads.has(action)
    return lists[role]?.includes(`${uid}.${action}`) ?? false
  }
}
