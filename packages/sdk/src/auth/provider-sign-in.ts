import { ApiError } from '../errors/api-error.js'
import { QueryError } from '../errors/query-error.js'
import type { TokenStorage } from './token-storage.js'

/** A response of a provider, which belongs to a sign-in that this client has started. */
export interface ProviderResponse {
  readonly provider: string
  /** What the service needs to sign the user in: an access token, above all. */
  readonly query: Readonly<Record<string, unknown>>
}

const PROVIDER = /^[\w-]+$/
const STATE = 'state'
/** The parameters by which a service signs a user in. Others may be those of the application's page. */
const CREDENTIALS = ['access_token', 'access_secret', 'refresh_token', 'id_token', 'oauth_token', 'code']

/** Starts a sign-in: returns the path, with a query string, that leads to the provider, and remembers the sign-in. */
export async function startSignIn(pending: TokenStorage, provider: string, callback?: string): Promise<string> {
  if (!PROVIDER.test(provider))
    throw new QueryError('provider', `is '${provider}', which is not the name of a provider`)
  const state = crypto.randomUUID()
  await pending.set(`${provider} ${callback === undefined ? '' : state}`)
  const path = `/connect/${provider}`
  if (callback === undefined) return path
  const address = new URL(callback)
  address.searchParams.set(STATE, state)
  return `${path}?callback=${encodeURIComponent(address.href)}`
}

/**
 * Reads the query string that a provider's response arrives with. Each sign-in takes one response.
 *
 * @throws QueryError for a response that doesn't belong to a sign-in that this client has started: an attacker could have
 * sent the user here to sign them in as somebody else
 * @throws ApiError of kind `ProviderError` when the provider reports an error, such as `access_denied`
 */
export async function readProviderResponse(
  pending: TokenStorage,
  search: string | URLSearchParams,
): Promise<ProviderResponse> {
  const started = await pending.get()
  await pending.set(undefined)
  if (started === undefined) {
    throw new QueryError('callback', 'was called for a sign-in that this client has not started, or that has ended')
  }
  const [provider = '', expectedState = ''] = started.split(' ')
  const parameters = parametersOf(search)
  if (expectedState !== '' && parameters.get(STATE) !== expectedState) {
    throw new QueryError(STATE, `is not that of the sign-in with ${provider} that this client has started`)
  }
  parameters.delete(STATE)
  throwProviderError(provider, parameters)
  return { provider, query: queryOf(parameters) }
}

/** Strapi appends the response with a second `?` to a callback that has a query string. */
function parametersOf(search: string | URLSearchParams): URLSearchParams {
  const text = search.toString().replace(/^\?/, '')
  return new URLSearchParams(text.replace('?', '&'))
}

function throwProviderError(provider: string, parameters: URLSearchParams): void {
  const code = ['error', 'error[error]', 'raw[error]'].map((name) => parameters.get(name)).find(Boolean)
  if (!code) return
  const description = ['error_description', 'error[error_description]', 'raw[error_description]']
    .map((name) => parameters.get(name))
    .find(Boolean)
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

/** Some providers need members of their raw response: `raw[email]`. */
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
