import { access } from '@content-api/conformance'
import { RequestError } from './request-error.js'

/** The caller of a request, and its permissions. */
export interface Caller {
  readonly user?: number
  can(uid: string, action: string): boolean
}

const limited = (actions: readonly string[], user?: number): Caller => ({
  ...(user === undefined ? {} : { user }),
  can: (uid, action) => actions.includes(`${uid}.${action}`),
})

const full: Caller = { can: () => true }

export const publicCaller = limited(access.roles.public)

/** @throws RequestError 401 for unknown credentials */
export function callerOf(header: string | null, userOf: (jwt: string) => number | undefined): Caller {
  const match = /^Bearer (\S+)$/i.exec(header ?? '')
  const token = match?.[1]
  if (token === undefined) return publicCaller
  if (token === access.tokens.full.key) return full
  if (token === access.tokens.restricted.key) return limited(access.tokens.restricted.actions)
  const user = userOf(token)
  if (user === undefined) throw new RequestError(401, 'Missing or invalid credentials')
  return limited(access.roles.authenticated, user)
}

/** @throws RequestError 403 */
export function demand(caller: Caller, uid: string, action: string): void {
  if (!caller.can(uid, action)) throw new RequestError(403, 'Forbidden')
}
