import type { Caller } from '../entries/caller.js'
import type { ExtensionContext } from './extension-input.js'

const strategies = { public: null, user: 'users-permissions', token: 'api-token' } as const

/** Who asks, as code written for Strapi 4 looks for it. */
export function stateOf({ userId, kind, may }: Caller): ExtensionContext['state'] {
  return {
    ...(userId === null ? {} : { user: { id: userId } }),
    isAuthenticated: kind !== 'public',
    auth: { strategy: strategies[kind], can: may },
  }
}
