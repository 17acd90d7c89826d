import { type Can, allowEverything } from '../query/plan-context.js'
import { createSession, type RequestSession } from '@content-api/engine/database'

/**
 * The identity and permissions of a request, made once from its credentials. Callers with the same `key` have
 * the same permissions, so the plan cache uses it as part of its keys.
 */
export interface Caller {
  readonly key: string
  readonly kind: 'public' | 'user' | 'token'
  /** The id of the signed-in user; null for other callers. */
  readonly userId: number | null
  readonly user: SignedInUser | null
  /** The public id of the session that the user's token belongs to; null or absent if it belongs to none. */
  readonly signInSession?: string | null | undefined
  /** Returns whether an action on a content type is allowed. */
  readonly can: Can
  /** Returns whether the action with this full name is allowed, for example `plugin::upload.content-api.upload`. */
  readonly may: (action: string) => boolean
  /** The caller's request; absent for work without one. */
  readonly session?: RequestSession | undefined
}

/**
 * Returns a copy of the caller whose work continues when the client disconnects. Its reads still share one
 * connection.
 */
export function withoutCancelling(caller: Caller): Caller {
  const { session } = caller
  if (!session) return caller
  const { whenSent, observation, requestId, request } = session
  return {
    ...caller,
    session: createSession({
      client: () => session.client,
      signal: () => undefined,
      whenSent,
      observation,
      traceparent: () => session.traceparent,
      requestId,
      request,
    }),
  }
}

/** The signed-in user as the project's code sees it, without secrets. */
export interface SignedInUser {
  readonly id: number
  readonly username: string | null
  readonly email: string | null
  readonly confirmed: boolean | null
  readonly role: { readonly id: number; readonly name: string; readonly type: string } | null
}

/** A caller with all permissions. */
export const unrestricted: Caller = {
  key: '',
  kind: 'public',
  userId: null,
  user: null,
  can: allowEverything,
  may: () => true,
}
