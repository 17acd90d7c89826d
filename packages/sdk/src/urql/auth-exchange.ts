import { type ClientOptions as UrqlOptions, type Exchange, mapExchange } from '@urql/core'
import type { ExpiredToken } from '../auth/renewal.js'
import { setBearer } from '../transport/headers.js'
import type { TransportOptions } from '../transport/transport-options.js'

type Fetch = NonNullable<UrqlOptions['fetch']>
type Token = string | undefined
type Renew = NonNullable<AuthExchangeOptions['onExpired']>

/** The options of {@link authExchange}. */
export interface AuthExchangeOptions {
  /**
   * Called once for each token that is rejected with status 401, even if several operations are rejected.
   * If it throws, the next rejection calls it again. Until then, new operations wait. If it
   * returns a token, all these operations are sent with it. Otherwise the rejected operations keep their
   * response, and the waiting ones are sent without a token. Set an `authorization` header on operations that
   * `onExpired` sends: without it they would wait for the new token.
   */
  readonly onExpired?: (expired: Pick<ExpiredToken, 'token'>) => Token | Promise<Token>
}

/**
 * Creates an exchange that sends the bearer token with every operation without its own `authorization`, and
 * renews a rejected token. Use it with an urql `Client` of your own: clients of {@link createUrqlClient} send
 * their token themselves. An error of the token's source or of `onExpired` becomes the operation's
 * `networkError`. Redirects aren't followed, because the request to the redirect's target would contain the
 * token.
 *
 * @example
 * ```ts
 * const token = () => sessionStorage.getItem('jwt') ?? undefined
 * const onExpired = async () => {
 *   const response = await fetch('/my-refresh-endpoint', { method: 'POST' })
 *   const { jwt } = (await response.json()) as { jwt: string }
 *   sessionStorage.setItem('jwt', jwt)
 *   return jwt
 * }
 * const exchanges = [flattenExchange(), cacheExchange, authExchange(token, { onExpired }), fetchExchange]
 * ```
 */
export function authExchange(token: TransportOptions['token'], { onExpired }: AuthExchangeOptions = {}): Exchange {
  const tokens = createTokens(token, onExpired)
  // An operation that is executed again already has such a fetch.
  const authorizing = new WeakSet<Fetch>()
  return mapExchange({
    onOperation(operation) {
      const { fetch = globalThis.fetch } = operation.context
      if (authorizing.has(fetch)) return operation
      const authorized = fetchWithToken(fetch, tokens)
      authorizing.add(authorized)
      return { ...operation, context: { ...operation.context, fetch: authorized } }
    },
  })
}

/** The fetch requests the token, because an error before the fetch would leave the operation without a result. */
function fetchWithToken(fetch: Fetch, tokens: Tokens): Fetch {
  return async (url, options) => {
    const send = (token: Token): Promise<Response> => {
      const headers = new Headers(options?.headers)
      if (token) setBearer(headers, token)
      return fetch(url, { redirect: 'manual', ...options, headers: Object.fromEntries(headers) })
    }
    if (new Headers(options?.headers).has('authorization')) return send(undefined)
    const token = await tokens.current()
    const response = await send(token)
    if (response.status !== 401 || !token) return response
    const renewed = await tokens.renew(token)
    if (!renewed) return response
    await response.body?.cancel()
    return send(renewed)
  }
}

interface Tokens {
  /** Returns the token to send. Waits for a renewal that is under way. */
  readonly current: () => Promise<Token>
  /** Returns the token that replaces a rejected one, if there is one. */
  readonly renew: (rejected: string) => Promise<Token>
}

function createTokens(source: TransportOptions['token'], onExpired: Renew | undefined): Tokens {
  /** The replacement of each rejected token, because the source may keep returning the rejected one. */
  const replacements = new Map<string, Promise<Token>>()

  return {
    async current() {
      let token = typeof source === 'function' ? await source() : source
      while (token && replacements.has(token)) token = await replacements.get(token)
      return token
    },
    async renew(rejected) {
      if (!onExpired) return undefined
      let replacement = replacements.get(rejected)
      if (!replacement) {
        replacement = requestToken(rejected, onExpired)
        replacements.set(rejected, replacement)
      }
      return replacement
    },
  }

  async function requestToken(rejected: string, onExpired: Renew): Promise<Token> {
    try {
      const renewed = await onExpired({ token: rejected })
      if (!renewed || renewed === rejected) return undefined
      // A token that was rejected once may be accepted again. Its old replacement would cause an endless loop.
      replacements.delete(renewed)
      return renewed
    } catch (error) {
      // The next rejection tries again.
      replacements.delete(rejected)
      throw error
    }
  }
}
