import type { ContentType } from '@content-api/model'
import type { RequestSession } from '@content-api/engine/database'
import type { Caller, SignedInUser } from '@content-api/core/entries/caller'
import type { Action } from '@content-api/core/query/plan-context'
import type { AccountReader } from './account-reader.js'
import { actionUid } from './actions.js'
import type { Grants } from './grants.js'

/**
 * Returns the caller for an `Authorization` header, or for the token of a cookie if there is no header.
 * @throws ApiError UnauthorizedError for invalid credentials; the error of `cookieToken`
 */
export type Identify = (
  authorization: string | undefined,
  session?: RequestSession,
  cookieToken?: () => string | null,
) => Promise<Caller>

export function createIdentify(accounts: AccountReader): Identify {
  const nameOf: AccountReader['nameOf'] = (action, type) => accounts.nameOf(action, type)
  return async (authorization, session, cookieToken) => {
    const sent = accounts.tokenOf(authorization)
    const token = sent ?? cookieToken?.() ?? null
    if (token === null) return callerWith(await accounts.ofPublic(), 'public', { session, nameOf })
    // Cookies have tokens of users only.
    if (sent !== null && !isJwt(sent)) return callerWith(await accounts.ofApiToken(sent), 'token', { session, nameOf })
    const { user, grants, signInSession } = await accounts.ofJwt(token)
    return callerWith(grants, 'user', { user, signInSession, session, nameOf })
  }
}

/** Returns whether a token is a JWT, which has three parts. API tokens contain no dots. */
function isJwt(token: string): boolean {
  return token.split('.').length === 3
}

interface CallerOptions {
  readonly user?: SignedInUser | null
  readonly signInSession?: string | null | undefined
  readonly session?: RequestSession | undefined
  readonly nameOf?: AccountReader['nameOf']
}

/** Returns a caller with these grants. All permission checks of a request use this object. */
export function callerWith(
  grants: Grants,
  kind: Caller['kind'],
  { user = null, signInSession, session, nameOf = ownNameOf }: CallerOptions = {},
): Caller {
  return {
    key: grants.key,
    kind,
    userId: user?.id ?? null,
    user,
    ...(signInSession && { signInSession }),
    may: grants.may,
    can(action, type) {
      const name = nameOf(action, type)
      return name !== null && grants.may(name)
    },
    session,
  }
}

/**
 * Returns the name of an action on a content type of this server. No caller may read or write administrators:
 * responses show them only in `createdBy` and `updatedBy` of entries.
 */
export function ownNameOf(action: Action, type: ContentType): string | null {
  return type.uid.startsWith('admin::') ? null : actionUid(action, type)
}
