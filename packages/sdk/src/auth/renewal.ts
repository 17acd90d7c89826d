import type { ClientContext } from '../client.js'
import { ApiError } from '../errors/api-error.js'
import { mergeHeaders } from '../transport/headers.js'
import { remainingRequest } from '../transport/remaining-request.js'
import { defaultTimeout, startTimeLimit } from '../transport/time-limit.js'
import { createTransport, type TokenSource } from '../transport/transport.js'
import type { ApiRequest, Send } from '../types/request.js'
import type { Session } from './session.js'

/** The argument of `onExpired`. */
export interface ExpiredToken {
  /** The rejected token. */
  readonly token: string
  /** Sends a request without the user's token, past all extensions of the client. */
  readonly send: Send
}

/** Returns a token that replaces a rejected one, or undefined if there is none. */
export type Renew = (expired: ExpiredToken) => string | undefined | Promise<string | undefined>

/** A renewal that is under way. */
interface Renewal {
  /** The response that rejected the token. */
  readonly rejection: ApiError
  readonly done: Promise<void>
}

/**
 * Returns a `send` that renews rejected tokens. `onExpired` is called once for each token; requests that
 * begin meanwhile wait for it. Then they are all sent with the new token, unless another user has logged in.
 */
export function sendRenewing<U>(
  { send, options, token: clientToken }: ClientContext,
  session: Session<U>,
  userToken: TokenSource,
  onExpired: Renew | undefined,
): Send {
  const sendWithoutUser = createTransport(options, clientToken)
  const renewals = createRenewals(session, sendWithoutUser, onExpired)

  return async (request) => {
    // A request that `onExpired` sends before its first `await` would wait for itself.
    if (renewals.isStarting()) return sendWithoutUser(request)
    if (mergeHeaders(options.defaults?.headers, request.options?.headers).has('authorization')) return send(request)

    // One time limit for both attempts and for reading the token between them, because a storage may never respond.
    const limit = startTimeLimit(request, defaultTimeout(options))
    const token = await limit.wait(() => userToken(request.path), 'the token')
    if (!token) return send(request)

    /** Sends the request with the token that replaces the rejected one. */
    const sendAgain = async (rejection: ApiError): Promise<unknown> => {
      const current = await limit.wait(session.token, 'the token')
      if (current === token) await limit.wait(() => renewals.renew(token, rejection), 'a new token')
      if (!(await limit.wait(() => session.hasReplaced(token), 'the token'))) throw rejection
      return send(remainingRequest(request, limit))
    }

    const underWay = renewals.find(token)
    if (underWay) return sendAgain(rejectionOfWaiting(request, underWay.rejection))
    try {
      return await send(request)
    } catch (error) {
      if (ApiError.is(error) && error.status === 401) return sendAgain(error)
      throw error
    }
  }
}

/** The renewals under way, by the rejected token: each token is renewed once. */
function createRenewals<U>(session: Session<U>, send: Send, onExpired: Renew | undefined) {
  const underWay = new Map<string, Renewal>()
  let isStarting = false

  async function requestToken(token: string): Promise<string | undefined> {
    isStarting = true
    let renewed: ReturnType<Renew>
    try {
      renewed = onExpired?.({ token, send })
    } finally {
      isStarting = false
    }
    return (await renewed) || undefined
  }

  async function replace(token: string): Promise<void> {
    let renewed: string | undefined
    try {
      renewed = await requestToken(token)
    } finally {
      // A token that can't be renewed is forgotten.
      await session.replace(token, renewed)
    }
  }

  return {
    isStarting: () => isStarting,
    find: (token: string) => underWay.get(token),
    renew(token: string, rejection: ApiError): Promise<void> {
      const existing = underWay.get(token)
      if (existing) return existing.done
      const done = replace(token).finally(() => underWay.delete(token))
      underWay.set(token, { rejection, done })
      return done
    },
  }
}

/**
 * Returns the error of a request that waited for a renewal in vain. `rejection` is the response to an earlier
 * request with the same token.
 */
function rejectionOfWaiting({ method, path }: ApiRequest, rejection: ApiError): ApiError {
  return new ApiError(`${method} ${path} waited for a new token, but there is none. ${rejection.message}`, rejection)
}
