import { type Can, allowEverything } from '../query/permissions.js'
import { createSession, type RequestSession } from '../storage/request-session.js'

/** Who asks, made once per request from its credentials. Callers with one `key` have the same rights: it names them in the plan cache. */
export interface Caller {
  readonly key: string
  readonly kind: 'public' | 'user' | 'token'
  /** The user who has signed in; null for everyone else. */
  readonly userId: number | null
  readonly user: SignedInUser | null
  /** Whether an action on a content type is allowed. */
  readonly can: Can
  /** Whether an action is allowed by its name, such as `plugin::upload.content-api.upload`. */
  readonly may: (action: string) => boolean
  /** The caller's request; absent for work without one. */
  readonly session?: RequestSession | undefined
}

/** The same caller, whose work runs to its end when the client disconnects. Its reads still take one connection. */
export function withoutCancelling(caller: Caller): Caller {
  const { session } = caller
  if (!session) return caller
  const { whenSent, observation, requestId } = session
  return {
    ...caller,
    session: createSession({
      client: () => session.client,
      signal: () => undefined,
      whenSent,
      observation,
      traceparent: () => session.traceparent,
      requestId,
    }),
  }
}

/** What code of a project is told of the user who has signed in: nothing that is secret. */
export interface SignedInUser {
  readonly id: number
  readonly username: string | null
  readonly email: string | null
  readonly confirmed: boolean | null
  readonly role: { readonly id: number; readonly name: string; readonly type: string } | null
}

/** May do everything. */
export const unrestricted: Caller = {
  key: '',
  kind: 'public',
  userId: null,
  user: null,
  can: allowEverything,
  may: () => true,
}
