import { createSession } from '@content-api/engine/database'
import type { Identify } from '@content-api/capabilities/accounts/identify'
import type { Caller } from '@content-api/core/entries/caller'
import type { HttpRequest } from '@content-api/core/message/message'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { clientNetwork } from '@content-api/core/message/client-network'

interface IdentifyOptions {
  readonly identify: Identify
  /** The length of the IPv6 prefix that identifies a client. */
  readonly ipv6Prefix: number
  /** Shows the caller to code of the project, and returns it; null for a project without code. */
  readonly withState: ((request: HttpRequest, caller: Caller) => Caller) | null
}

/** Returns a function that identifies callers. Each gets a session, which the database uses. */
export function identifyWith({ identify, ipv6Prefix, withState }: IdentifyOptions): IdentifyRequest {
  return (request) => {
    const session = createSession({
      client: () => clientNetwork(request.address, ipv6Prefix),
      signal: () => request.signal,
      whenSent: request.whenSent && ((work) => request.whenSent?.(work)),
      requestId: request.id,
      request,
    })
    const caller = identify(request.header('authorization'), session)
    return withState ? caller.then((known) => withState(request, known)) : caller
  }
}
