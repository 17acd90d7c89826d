import { createSession } from '@content-api/engine/database'
import type { Identify } from '@content-api/capabilities/accounts/identify'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { clientNetwork } from '@content-api/core/message/client-network'

/** Returns a function that identifies callers. Each gets a session, which the database uses. */
export function identifyWith(identify: Identify, ipv6Prefix: number): IdentifyRequest {
  return (request) => {
    const session = createSession({
      client: () => clientNetwork(request.address, ipv6Prefix),
      signal: () => request.signal,
      whenSent: request.whenSent && ((work) => request.whenSent?.(work)),
      requestId: request.id,
      request,
    })
    return identify(request.header('authorization'), session)
  }
}
