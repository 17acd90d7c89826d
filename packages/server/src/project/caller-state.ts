import type { Caller } from '../entries/caller.js'
import type { ExtensionContext } from './project-types.js'

const strategies = { public: 'users-permissions', user: 'users-permissions', token: 'api-token' } as const

/** Who asks, as code written for Strapi 4 looks for it. */
export function stateOf({ user, kind, may }: Caller): ExtensionContext['state'] {
  return {
    ...(user === null ? {} : { user }),
    isAuthenticated: kind !== 'public',
    auth: { strategy: { name: strategies[kind] }, can: may },
  }
}
