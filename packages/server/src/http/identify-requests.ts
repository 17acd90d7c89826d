import { createSession } from '@content-api/engine/database'
import type { Accounts } from '../accounts/accounts.js'
import type { ActAs } from '../accounts/act-as.js'
import { accessTokenIn } from '../accounts/sessions/cookies.js'
import type { Config } from '../config/schema.js'
import type { Caller } from '../entries/caller.js'
import { clientNetwork } from '../message/client-network.js'
import type { HttpRequest } from '../message/message.js'
import { stateOf } from '../strapi/code/routes/caller-context.js'
import { ContextRequest } from '../strapi/koa/context-request.js'
import type { IdentifyRequest } from '../composition/identify.js'
import { traceparentOf } from '../telemetry/traces.js'
import type { Positions } from './positions.js'

interface IdentifyOptions {
  readonly config: Pick<Config, 'http'>
  readonly accounts: Accounts
  /** Null outside of development. */
  readonly actAs: ActAs | null
  /** Null if the database has no replicas. */
  readonly positions: Positions | null
}

/**
 * Returns a function that identifies callers. Each gets a session, which the database uses. Code of the
 * project finds the caller in the `ctx.state` of its context.
 */
export function identifyRequests({ config, accounts, actAs, positions }: IdentifyOptions): IdentifyRequest {
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
    return request instanceof ContextRequest ? caller.then((known) => withState(request, known)) : caller
  }
}

function withState({ context }: ContextRequest, caller: Caller): Caller {
  Object.assign(context.state, stateOf(caller))
  return caller
}
