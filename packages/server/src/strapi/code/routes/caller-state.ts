import type { Caller } from '../../../entries/caller.js'
import type { ExtensionContext } from '../project-types.js'

const strategies = { public: 'users-permissions', user: 'users-permissions', token: 'api-token' } as const

/** Returns the caller in the form of `ctx.state` in Strapi 4. */
export function stateOf({ user, kind, may }: Caller): ExtensionContext['state'] {
  return {
    ...(user === null ? {} : { user }),
    isAuthenticated: kind !== 'public',
    auth: { strategy: { name: strategies[kind] }, can: may },
  }
}
