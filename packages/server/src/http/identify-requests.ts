import { createSession } from '@content-api/engine/database'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import type { ActAs } from '@content-api/capabilities/accounts/act-as'
import { accessTokenIn } from '@content-api/capabilities/accounts/sessions/cookies'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import { clientNetwork } from '@content-api/core/message/client-network'
import type { HttpRequest } from '@content-api/core/message/message'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { traceparentOf } from '@content-api/core/telemetry/traces'
import type { Positions } from './positions.js'

interface IdentifyOptions {
  readonly config: Pick<Config, 'http'>
  readonly accounts: Accounts
  /** Null outside of development. */
  readonly actAs: ActAs | null
  /** Null if the database has no replicas. */
  readonly positions: Positions | null
  /** Shows the caller to code of the project, and returns it; null for a project without code. */
  readonly withState: ((request: HttpRequest, caller: Caller) => Caller) | null
}

/** Returns a function that identifies callers. Each gets a session, which the database uses. */
export function identifyRequests(options: IdentifyOptions): IdentifyRequest {
  const { config, accounts, actAs, positions, withState } = options
  const sessionOf = (request: HttpRequest) =>
    createSession({
      client: () => clientNetwork(request.address, config.http.ipv6Prefix),
      signal: () => request.signal,
      whenSent: request.whenSent && ((work) => request.whenSent?.(work)),
      readsAfter: positions ? () => positions.readAfter(request) : undefined,
      observation: request.observation,
      traceparent: () => traceparentOf(request),
      requestId: request.id,
      request,
    })
  const settings = accounts.scope.sessions?.settings
  const cookieOf = settings?.accessCookie ? (request: HttpRequest) => () => accessTokenIn(settings, request) : null
  return (request) => {
    const session = sessionOf(request)
    const caller =
      actAs?.current(session) ?? accounts.identify(request.header('authorization'), session, cookieOf?.(request))
    return withState ? caller.then((known) => withState(request, known)) : caller
  }
}
