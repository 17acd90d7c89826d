import type { ClientContext } from '../client.js'
import { ApiError } from '../errors/api-error.js'
import { defaultTimeout, timeLimit } from '../transport/time-limit.js'
import { createTransport, type TokenSource } from '../transport/transport.js'
import type { ApiRequest, Send } from '../types/request.js'
import type { Session } from './session.js'

/** What `onExpired` has to work with. */
export interface ExpiredToken {
  /** The token that was refused. */
  readonly token: string
  /** Sends a request without it, and past the extensions of the client: none of them makes it wait. */
  readonly send: Send
}

/** Gives a token in the place of the refused one, or nothing where there is none. */
export type Renew = (expired: ExpiredToken) => string | undefined | Promise<string | undefined>

interface Renewal {
  /** How the server refused the token. */
  readonly refusal: ApiError
  readonly done: Promise<void>
}

/**
 * Sends requests, and those again whose token is refused, once there is another. It is asked for once; what begins until
 * it is there waits for it. After another login neither is sent: that may be somebody else's.
 */
export function sendRenewing<U>(
  { send, options, token: clientToken }: ClientContext,
  session: Session<U>,
  userToken: TokenSource,
  onExpired: Renew | undefined,
): Send {
  const sendWithoutUser = createTransport(options, clientToken)
  let asking = false
  const ask: Renew = (expired) => {
    asking = true
    try {
      return onExpired?.(expired)
    } finally {
      asking = false
    }
  }

  /** Those under way, by the refused token. */
  const renewals = new Map<string, Renewal>()
  const renew = async (token: string): Promise<void> => {
    let renewed: string | undefined
    try {
      renewed = (await ask({ token, send: sendWithoutUser })) || undefined
    } finally {
      await session.replace(token, renewed)
    }
  }
  const renewalOf = (token: string, refusal: ApiError): Renewal => {
    let renewal = renewals.get(token)
    if (!renewal) {
      renewal = { refusal, done: renew(token).finally(() => renewals.delete(token)) }
      renewals.set(token, renewal)
    }
    return renewal
  }

  return async (request) => {
    // What `onExpired` sends at once through the client itself would wait for its own end.
    if (asking) return sendWithoutUser(request)
    const given = [options.defaults?.headers, request.options?.headers]
    // A token that the caller sets takes the place of the user's, who has no part in its refusal.
    if (given.some((headers) => new Headers(headers).has('authorization'))) return send(request)
    // Storages take their time as well, and some of it may never end.
    const limit = timeLimit(request, defaultTimeout(options))
    const token = await limit.wait(userToken(request.path), 'the token')
    if (!token) return send(request)
    const underWay = renewals.get(token)
    let refusal = underWay && unsent(request, underWay.refusal)
    if (!refusal) {
      try {
        return await send(request)
      } catch (error) {
        if (!ApiError.is(error) || error.status !== 401) throw error
        refusal = error
      }
    }
    // Who comes late finds that another has taken care of the token.
    const kept = await limit.wait(session.token(), 'the token')
    if (kept === token) await limit.wait(renewalOf(token, refusal).done, 'a new token')
    if (!(await limit.wait(session.goesOnWithout(token), 'the token'))) throw refusal
    return send(limit.rest())
  }
}

/** What a request throws that waited in vain for the renewal of a token that another was refused for. */
function unsent({ method, path }: ApiRequest, { message, ...details }: ApiError): ApiError {
  const waited = new ApiError(`${method} ${path} waited for another token, but there is none. ${message}`)
  return Object.assign(waited, details)
}
