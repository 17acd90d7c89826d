import type * as OpenId from 'openid-client'
import { isRecord } from '@content-api/model'
import type { ResolvedProvider } from '@content-api/core/config/sign-in-providers'
import { loadOpenIdClient } from './openid-client.js'
import { profileOfApplication, requireProfile } from './application-tokens.js'
import { type ApplicationProfile, type ApplicationTokens, type Profile, primaryEmail } from './profile.js'
import { ProviderFailure } from './provider-failure.js'

/** The random values of one sign-in, which the provider's response must fit. */
export interface SignInChecks {
  readonly state: string
  readonly nonce: string
  /** The verifier of PKCE, which proves to the provider that the same client started the sign-in. */
  readonly verifier: string
}

/** The tokens of a provider, as `authCallback` of project code receives them. */
export interface ProviderTokens {
  readonly access_token: string
  readonly id_token?: string
  readonly refresh_token?: string
  readonly raw: Readonly<Record<string, unknown>>
}

/** A provider that users sign in with. */
export interface ProviderClient {
  /** Returns new random values. */
  checks(): Promise<SignInChecks>
  /** Returns the address of the provider's page. @throws Error if the provider can't be reached */
  authorizationUrl(checks: SignInChecks): Promise<URL>
  /**
   * Exchanges the code of the provider's response for tokens.
   * @throws ProviderFailure
   */
  tokens(response: URLSearchParams, checks: SignInChecks): Promise<ReceivedTokens>
  /**
   * Reads the profile of tokens that an application got from the provider itself.
   * @throws ProviderFailure unless the provider says that it issued them for this client
   */
  profileOfApplication(tokens: ApplicationTokens): Promise<ApplicationProfile>
}

export interface ReceivedTokens {
  readonly tokens: ProviderTokens
  /** Reads the profile of the user. @throws ProviderFailure */
  profile(): Promise<Profile>
}

/** Seconds that a request to a provider may take. */
const timeout = 10
/** Bytes of a provider's response. */
const longestResponse = 1_000_000
/** Milliseconds for which discovered addresses are used, and for which a failed discovery isn't repeated. */
const discoveredFor = 3_600_000
const failedFor = 5_000

/** @param redirectUri the address of this service that the provider sends its response to */
export function createProviderClient(provider: ResolvedProvider, redirectUri: string): ProviderClient {
  const configuration = cached(() => configure(provider))
  const isOpenId = provider.tokenUrl === undefined
  return {
    async checks() {
      const { randomState, randomNonce, randomPKCECodeVerifier } = await loadOpenIdClient()
      return { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    },
    async authorizationUrl({ state, nonce, verifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadOpenIdClient()
      return buildAuthorizationUrl(await configuration(), {
        ...provider.parameters,
        redirect_uri: redirectUri,
        scope: provider.scope.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isOpenId && { nonce }),
        ...(provider.responseMode === 'form_post' && { response_mode: 'form_post' }),
      })
    },
    profileOfApplication: (tokens) =>
      reportFailure(async () =>
        profileOfApplication(tokens, {
          provider,
          config: await configuration(),
          fetch: boundedFetch,
          readProfile: async (token) => profileByToken(provider, await configuration(), token),
        }),
      ),
    async tokens(response, { state, nonce, verifier }) {
      const { authorizationCodeGrant } = await loadOpenIdClient()
      const config = await configuration()
      const address = new URL(redirectUri)
      address.search = withoutUnknownIssuer(response, provider).toString()
      const checks = { expectedState: state, pkceCodeVerifier: verifier, ...(isOpenId && { expectedNonce: nonce }) }
      const received = await reportFailure(() => authorizationCodeGrant(config, address, checks))
      return {
        tokens: tokensOf(received),
        profile: () => reportFailure(() => profileOf(provider, config, received)),
      }
    },
  }
}

/**
 * Removes the issuer of a response (RFC 9207) of a provider whose issuer isn't known. Each provider has an
 * address of its own for responses, so that one can't answer for another (RFC 9700 §4.4).
 */
function withoutUnknownIssuer(response: URLSearchParams, { issuer }: ResolvedProvider): URLSearchParams {
  const kept = new URLSearchParams(response)
  if (issuer === undefined) kept.delete('iss')
  return kept
}

async function configure(provider: ResolvedProvider): Promise<OpenId.Configuration> {
  const library = await loadOpenIdClient()
  const { Configuration, discovery, enableNonRepudiationChecks } = library
  const allowHttp = httpPermission(library)
  const { clientId, issuer, tokenUrl, authorizationUrl } = provider
  const authentication = await authenticationOf(provider)
  const isHttp = new URL(tokenUrl ?? issuer ?? '').protocol === 'http:'
  if (tokenUrl === undefined) {
    return discovery(new URL(issuer ?? ''), clientId, undefined, authentication, {
      [library.customFetch]: boundedFetch,
      timeout,
      // Checks the signature of ID tokens, although they come from the provider itself.
      execute: [enableNonRepudiationChecks, ...(isHttp ? [allowHttp] : [])],
    })
  }
  const server = {
    issuer: issuer ?? new URL(authorizationUrl ?? '').origin,
    authorization_endpoint: authorizationUrl ?? '',
    token_endpoint: tokenUrl,
  }
  const config = new Configuration(server, clientId, undefined, authentication)
  config.timeout = timeout
  config[library.customFetch] = async (url, options) => {
    const response = await boundedFetch(url, options)
    return url === new URL(tokenUrl).href && response.ok ? bearerToken(response) : response
  }
  if (isHttp) allowHttp(config)
  return config
}

/** Returns the function that allows http, which the configuration accepts for this machine only. */
const httpPermission = (library: { readonly allowInsecureRequests: (config: OpenId.Configuration) => void }) =>
  library.allowInsecureRequests

async function authenticationOf({ clientSecret, clientAuthentication }: ResolvedProvider): Promise<OpenId.ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await loadOpenIdClient()
  if (clientSecret === undefined || clientAuthentication === 'none') return None()
  return clientAuthentication === 'client_secret_basic'
    ? ClientSecretBasic(clientSecret)
    : ClientSecretPost(clientSecret)
}

/** Calls `create` once an hour. */
function cached<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; until: number } | undefined
  return () => {
    if (kept && kept.until > Date.now()) return kept.value
    const entry = { value: create(), until: Date.now() + discoveredFor }
    entry.value.catch(() => (entry.until = Date.now() + failedFor))
    kept = entry
    return entry.value
  }
}

/** Sends a request whose response has at most `longestResponse` bytes. */
async function boundedFetch(url: string, options: OpenId.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += (part as Uint8Array).length
    if (length > longestResponse) throw new ProviderFailure(`The response of ${url} is too long`)
    parts.push(part as Uint8Array)
  }
  const { status, headers } = response
  return new Response(length === 0 ? null : Buffer.concat(parts), { status, headers })
}

/** The member of a response that holds the whole response of the provider. */
const originalResponse = 'content_api_original'

/**
 * Returns a response with the access token only. Providers of OAuth 2.0 add lists of scopes, ID tokens
 * without a nonce and other values that OpenID Connect doesn't allow.
 */
async function bearerToken(response: Response): Promise<Response> {
  const document: unknown = await response.json().catch(() => null)
  const { access_token, refresh_token, expires_in, error, error_description } = isRecord(document) ? document : {}
  const kept =
    access_token === undefined
      ? { error, error_description }
      : {
          access_token,
          token_type: 'bearer',
          ...(typeof refresh_token === 'string' && refresh_token !== '' && { refresh_token }),
          ...(Number(expires_in) > 0 && { expires_in: Number(expires_in) }),
          [originalResponse]: document as OpenId.JsonValue,
        }
  // GitHub reports errors with the status 200.
  return Response.json(kept, { status: error === undefined ? 200 : 400 })
}

type Received = OpenId.TokenEndpointResponse & OpenId.TokenEndpointResponseHelpers

async function profileOf(
  provider: ResolvedProvider,
  config: OpenId.Configuration,
  received: Received,
): Promise<Profile> {
  const { fetchUserInfo } = await loadOpenIdClient()
  const token = received.access_token
  if (provider.profileUrl !== undefined) return profileByToken(provider, config, token)
  const claims = received.claims()
  if (!claims) throw new ProviderFailure('The provider sent no ID token')
  const profile = requireProfile(claims, provider)
  if (profile.email !== null || config.serverMetadata().userinfo_endpoint === undefined) return profile
  return requireProfile({ ...(await fetchUserInfo(config, token, claims.sub)), ...claims }, provider)
}

/** Reads the profile of an access token at the addresses of the settings. */
async function profileByToken(
  provider: ResolvedProvider,
  config: OpenId.Configuration,
  token: string,
): Promise<Profile> {
  const { profileUrl, emailsUrl } = provider
  if (profileUrl === undefined) throw new ProviderFailure('The provider has no profileUrl')
  const read = (document: unknown) => requireProfile(document, provider)
  const document = await readJson(config, token, profileUrl)
  if (emailsUrl === undefined) return read(document)
  const email = primaryEmail(await readJson(config, token, emailsUrl))
  return read({ ...(isRecord(document) && document), email: email?.email, verified: email?.verified })
}

async function readJson(config: OpenId.Configuration, token: string, url: string): Promise<unknown> {
  const { fetchProtectedResource } = await loadOpenIdClient()
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'content-api' })
  const response = await fetchProtectedResource(config, token, new URL(url), 'GET', null, headers)
  if (!response.ok) throw new ProviderFailure(`${url} responded with status ${response.status}`)
  return response.json()
}

function tokensOf(received: Received): ProviderTokens {
  const { access_token, [originalResponse]: original } = received
  const raw = isRecord(original) ? original : { ...received }
  const { id_token, refresh_token } = raw
  return {
    access_token,
    ...(typeof id_token === 'string' && { id_token }),
    ...(typeof refresh_token === 'string' && { refresh_token }),
    raw,
  }
}

/** Runs requests to the provider. @throws ProviderFailure for all their errors, which name no tokens */
async function reportFailure<Result>(run: () => Promise<Result>): Promise<Result> {
  const { AuthorizationResponseError, ResponseBodyError } = await loadOpenIdClient()
  try {
    return await run()
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof AuthorizationResponseError) {
      const { error: code, error_description: description } = error
      throw new ProviderFailure(`${message}: ${code}`, { error: code, description })
    }
    if (error instanceof ResponseBodyError) throw new ProviderFailure(`${message}: ${error.error}`)
    const { cause } = error as Error
    const reason = cause instanceof Error ? ` (${cause.message})` : ''
    throw new ProviderFailure(`${message}${reason}`)
  }
}
