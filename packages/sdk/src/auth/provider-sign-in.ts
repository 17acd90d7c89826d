import { ApiError } from '../errors/api-error.js'
import { QueryError } from '../errors/query-error.js'
import type { TokenStorage } from './token-storage.js'

/** A provider's response to a sign-in that this client started. */
export interface ProviderResponse {
  readonly provider: string
  /** The parameters that the service needs to sign the user in, such as `access_token`. */
  readonly query: Readonly<Record<string, unknown>>
  /** The code that this client alone can exchange; undefined for Strapi, which has no such codes. */
  readonly exchange: { readonly code: string; readonly codeVerifier: string } | undefined
}

const PROVIDER = /^[\w-]+$/
const STATE = 'state'
/** The code of a sign-in in which the client has sent a challenge. */
const CODE = 'sign_in_code'
/** The parameters that a service signs a user in with. Any others belong to the page of the application. */
const CREDENTIALS = ['access_token', 'access_secret', 'refresh_token', 'id_token', 'oauth_token', 'code', CODE]

/**
 * Stores a sign-in as pending. Returns the path, with its query string, that redirects to the provider. Sends
 * the digest of a random verifier (PKCE, RFC 7636), which the code of the response requires. Strapi ignores
 * it. Adds a random state to the address of the `callback`, and the response must contain this state. Without
 * a `callback`, the service's own setting decides the address, so no state can be added.
 */
export async function startSignIn(pending: TokenStorage, provider: string, callback?: string): Promise<string> {
  if (!PROVIDER.test(provider)) throw new QueryError('provider', `is '${provider}', which is not a valid provider name`)
  const verifier = crypto.randomUUID() + crypto.randomUUID()
  const query = new URLSearchParams({ code_challenge: await challengeOf(verifier) })
  const state = callback === undefined ? '' : crypto.randomUUID()
  if (callback !== undefined) {
    const address = new URL(callback)
    address.searchParams.set(STATE, state)
    query.set('callback', address.href)
  }
  await pending.set(`${provider} ${state} ${verifier}`)
  return `/connect/${provider}?${query}`
}

/** Returns the SHA-256 digest of a verifier in base64url. */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}

/**
 * Reads the query string of a provider's response, and removes the pending sign-in: each one accepts a single
 * response. Credentials are accepted with the state of the sign-in only.
 *
 * @throws QueryError for a response to a sign-in that this client didn't start: an attacker may have sent the
 * user here to sign them in to another account
 * @throws ApiError of kind `ProviderError` when the provider reports an error, such as `access_denied`
 */
export async function readProviderResponse(
  pending: TokenStorage,
  search: string | URLSearchParams,
): Promise<ProviderResponse> {
  const signIn = await pending.get()
  await pending.set(undefined)
  if (signIn === undefined) {
    throw new QueryError('callback', 'was called for a sign-in that this client did not start, or that has ended')
  }
  const [provider = '', expectedState = '', codeVerifier = ''] = signIn.split(' ')
  const parameters = parametersOf(search)
  const state = parameters.get(STATE)
  // Since 5.53, Strapi removes the query string of the callback, with the state. It keeps the credentials in
  // a session of this browser, where it has checked a state of its own.
  const hasCredentials = CREDENTIALS.some((name) => parameters.has(name))
  if (expectedState !== '' && state !== expectedState && (hasCredentials || state !== null)) {
    throw new QueryError(STATE, `does not match the sign-in with ${provider} that this client started`)
  }
  parameters.delete(STATE)
  expectNoError(provider, parameters)
  const code = parameters.get(CODE)
  return { provider, query: queryOf(parameters), exchange: code === null ? undefined : { code, codeVerifier } }
}

/** Strapi appends the response with a second `?` to a callback that has a query string. */
function parametersOf(search: string | URLSearchParams): URLSearchParams {
  const text = search.toString().replace(/^\?/, '')
  return new URLSearchParams(text.replace('?', '&'))
}

/** Throws the error that a provider reports. Services pass it on under one of several names. */
function expectNoError(provider: string, parameters: URLSearchParams): void {
  const firstOf = (names: readonly string[]) => names.map((name) => parameters.get(name)).find(Boolean)
  const code = firstOf(['error', 'error[error]', 'raw[error]'])
  if (!code) return
  const description = firstOf(['error_description', 'error[error_description]', 'raw[error_description]'])
  const serverMessage = description ?? code
  throw new ApiError(`${provider} did not sign the user in: ${serverMessage}`, {
    status: 0,
    kind: 'ProviderError',
    serverMessage,
    issues: [],
    requestId: null,
    raw: Object.fromEntries(parameters),
  })
}

/** Returns the credentials, and under `raw` the members of the provider's own response, such as `raw[email]`. */
function queryOf(parameters: URLSearchParams): Record<string, unknown> {
  const raw: Record<string, string> = {}
  const query: Record<string, unknown> = { raw }
  for (const [name, value] of parameters) {
    const [, member] = /^raw\[([\w-]+)\]$/.exec(name) ?? []
    if (member !== undefined) raw[member] = value
    else if (CREDENTIALS.includes(name)) query[name] = value
  }
  return query
}
