import type { Caller } from '@content-api/core/entries/caller'
import type { HttpRequest, ProjectContext } from '@content-api/core/message/message'
import type { ExtensionContext } from '../project-types.js'

const strategies = { public: 'users-permissions', user: 'users-permissions', token: 'api-token' } as const

/** The names of the strategies that identify callers, as in Strapi 4. */
export const authStrategies = [...new Set(Object.values(strategies))]

/** Returns whether one of the strategies of a route identifies the caller. */
export function isIdentifiedBy(names: readonly string[] | undefined, { kind }: Pick<Caller, 'kind'>): boolean {
  return names === undefined || names.includes(strategies[kind])
}

/** Returns the caller in the form of `ctx.state` in Strapi 4. */
export function stateOf({ user, kind, may }: Caller): ExtensionContext['state'] {
  return {
    ...(user === null ? {} : { user }),
    isAuthenticated: kind !== 'public',
    auth: { strategy: { name: strategies[kind] }, credentials: user, can: may },
  }
}

/** Returns the Koa context of the caller's request; undefined without a request, and for projects without code. */
export function contextOf(caller: Caller): ProjectContext['koa'] | undefined {
  const request = caller.session?.request as HttpRequest | undefined
  const context = request?.projectContext?.koa
  if (context && !('auth' in context.state)) Object.assign(context.state, stateOf(caller))
  return context
}
