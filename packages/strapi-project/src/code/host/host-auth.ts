import { ApiError } from '@content-api/engine/errors'
import type { SignedInUser } from '@content-api/core/entries/caller'

/** The caller of a request, as `ctx.state.auth`. */
export interface CallerAuth {
  readonly strategy: { readonly name: string }
  /** The user who has signed in; null for visitors and API tokens. */
  readonly credentials: SignedInUser | null
  can(action: string): boolean
}

/** What a request needs, as in the config of a route. */
interface AuthConfig {
  /** The actions of which the caller needs every one. Absent: a user must have signed in. */
  readonly scope?: string | readonly string[] | undefined
}

/** Checks callers as `strapi.auth` of Strapi 4 does. */
export interface HostAuth {
  /**
   * Checks that a caller has permissions.
   * @param auth `ctx.state.auth`
   * @param config `false`: everybody may
   * @throws ApiError UnauthorizedError, ForbiddenError
   * @example await strapi.auth.verify(ctx.state.auth, { scope: 'api::city.city.find' })
   */
  verify(auth: CallerAuth | undefined, config?: AuthConfig | false): Promise<void>
}

export const hostAuth: HostAuth = {
  // Strapi returns a promise, whose rejection callers await.
  // oxlint-disable-next-line typescript/require-await
  async verify(auth, config = {}) {
    if (config === false) return
    if (!auth) throw new ApiError('UnauthorizedError')
    if (config.scope !== undefined) {
      if ([config.scope].flat().every((action) => auth.can(action))) return
      throw new ApiError('ForbiddenError')
    }
    if (auth.strategy.name === 'users-permissions') {
      if (auth.credentials) return
      throw new ApiError('UnauthorizedError')
    }
    // Of API tokens, only one with full access has an action without a name.
    if (!auth.can('')) throw new ApiError('ForbiddenError')
  },
}
