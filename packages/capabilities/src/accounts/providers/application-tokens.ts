import type * as Jose from 'jose'
import type * as OpenId from 'openid-client'
import { getOrCreate } from '@content-api/engine/on-demand'
import { isRecord } from '@content-api/model'
import type { TokenCheck } from '@content-api/core/config/provider-presets'
import type { ResolvedProvider } from '@content-api/core/config/sign-in-providers'
import { loadOpenIdClient } from './openid-client.js'
import {
  type ApplicationProfile,
  type ApplicationTokens,
  type Profile,
  readProfile,
  textAt,
  valueAt,
} from './profile.js'
import { ProviderFailure } from './provider-failure.js'
import { loadJose } from './sealing.js'

interface Verifier {
  readonly provider: ResolvedProvider
  readonly config: OpenId.Configuration
  readonly fetch: (url: string, options: OpenId.CustomFetchOptions) => Promise<Response>
  /** Reads the profile of an access token of a provider with OAuth 2.0 only. */
  readonly readProfile: (token: string) => Promise<Profile>
}

/** The provider can't report for which application it has issued an access token. */
export class UnverifiableToken extends ProviderFailure {}

/** Algorithms of ID tokens that only the provider can sign. */
const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** The keys of each provider, which are kept until a token names an unknown one. */
const keySets = new WeakMap<OpenId.Configuration, Jose.JWTVerifyGetKey>()

/** Milliseconds that a request to a provider may take. */
const timeout = 10_000

/**
 * Reads the profile of an application's tokens. Anybody can have a token of the provider, which it issued for
 * another application, so the provider must say for which one: by the audience of an ID token, by its
 * introspection endpoint (RFC 7662), by an address such as Google's `tokeninfo`, or by one of its own.
 * @throws ProviderFailure for tokens of other applications; UnverifiableToken
 */
export function profileOfApplication(tokens: ApplicationTokens, by: Verifier): Promise<ApplicationProfile> {
  const { accessToken, idToken } = tokens
  const { provider, config } = by
  if (idToken !== undefined) return profileOfIdToken(idToken, by)
  if (accessToken === undefined) throw new ProviderFailure('There is no token')
  if (provider.tokenCheck !== undefined) return profileOfCheckedToken(accessToken, provider.tokenCheck, by)
  if (provider.tokenInfoUrl !== undefined) return profileOfTokenInfo(accessToken, provider.tokenInfoUrl, by)
  if (config.serverMetadata().introspection_endpoint !== undefined) return profileByIntrospection(accessToken, by)
  throw new UnverifiableToken('The provider has no endpoint that names the application of an access token')
}

async function profileOfIdToken(idToken: string, { provider, config, fetch }: Verifier): Promise<ApplicationProfile> {
  const { createRemoteJWKSet, customFetch, jwtVerify, errors } = await loadJose()
  const { issuer, jwks_uri: keys } = config.serverMetadata()
  if (keys === undefined) throw new UnverifiableToken('The provider has no keys that verify ID tokens')
  const keySet = getOrCreate(keySets, config, () =>
    createRemoteJWKSet(new URL(keys), {
      [customFetch]: ((url, { headers, ...options }) =>
        fetch(url, {
          ...options,
          headers: Object.fromEntries(headers),
          body: null,
        })) satisfies Jose.FetchImplementation,
    }),
  )
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, keySet, {
      issuer,
      audience: provider.clientId,
      algorithms,
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: 30,
    })
    const { exp = 0 } = payload
    const isOfClient = isIssuedTo(provider.clientId, payload) && isIdToken(protectedHeader, payload)
    if (!isOfClient) throw otherApplication()
    return { profile: requireProfile(payload, provider), expires: exp }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new ProviderFailure(`The ID token is not valid: ${error.code}`)
    throw error
  }
}

/**
 * Returns whether a client has requested a token that names it as audience. Google's apps for phones have
 * clients of their own (`azp`), and request ID tokens for the server of their project.
 */
const isIssuedTo = (clientId: string, { aud, azp, iss }: Jose.JWTPayload): boolean =>
  azp === undefined ? typeof aud === 'string' || aud?.length === 1 : azp === clientId || iss === google

const google = 'https://accounts.google.com'

/** Returns whether a token is no access token, which may have the same audience (RFC 9068, and Keycloak's `typ`). */
const isIdToken = (header: Jose.JWTHeaderParameters, { typ, token_use }: Jose.JWTPayload): boolean =>
  !header.typ?.toLowerCase().endsWith('at+jwt') && (typ ?? 'ID') === 'ID' && (token_use ?? 'id') === 'id'

async function profileByIntrospection(token: string, { provider, config }: Verifier): Promise<ApplicationProfile> {
  const { fetchUserInfo, tokenIntrospection } = await loadOpenIdClient()
  const { active, client_id, sub, exp } = await tokenIntrospection(config, token, { token_type_hint: 'access_token' })
  if (!active || client_id !== provider.clientId || sub === undefined) throw otherApplication()
  const document = await fetchUserInfo(config, token, sub)
  return { profile: requireProfile(document, provider), expires: expiryOf(exp) }
}

async function profileOfTokenInfo(token: string, url: string, by: Verifier): Promise<ApplicationProfile> {
  const address = new URL(url)
  address.searchParams.set('access_token', token)
  const response = await by.fetch(address.href, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: null,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  const document: unknown = response.ok ? await response.json() : null
  if (!isRecord(document) || document['aud'] !== by.provider.clientId) throw otherApplication()
  return { profile: requireProfile(document, by.provider), expires: expiryOf(Number(document['exp'])) }
}

async function profileOfCheckedToken(
  token: string,
  { url, method, authorization, body = {}, client, isValid, expires }: TokenCheck,
  { provider, fetch, readProfile }: Verifier,
): Promise<ApplicationProfile> {
  const { clientId, clientSecret = '' } = provider
  const values: Readonly<Record<string, string>> = { token, clientId, clientSecret }
  const filled = (text: string, encode: (value: string) => string) =>
    Object.entries(values).reduce((all, [name, value]) => all.replaceAll(`{${name}}`, () => encode(value)), text)
  const credentials = {
    bearer: `Bearer ${token}`,
    basic: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
  }
  const response = await fetch(filled(url, encodeURIComponent), {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'content-api',
      ...(authorization && { authorization: credentials[authorization] }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    body: method === 'POST' ? JSON.stringify(mapValues(body, (text) => filled(text, String))) : null,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  const document: unknown = response.ok ? await response.json() : null
  const isOfClient = textAt(document, client) === clientId
  if (!isOfClient || (isValid !== undefined && valueAt(document, isValid) !== true)) throw otherApplication()
  const reported = expires === undefined ? undefined : valueAt(document, expires)
  return { profile: await readProfile(token), expires: expiryOf(Number(reported) || undefined) }
}

const mapValues = (values: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

const day = 86_400

/** Returns the time of expiry, which is a day from now if the provider doesn't report one. */
const expiryOf = (reported: number | undefined): number =>
  reported !== undefined && Number.isFinite(reported) ? reported : Math.floor(Date.now() / 1_000) + day

const otherApplication = () => new ProviderFailure('The token is not valid, or belongs to another application')

/** @throws ProviderFailure for a profile without an id */
export function requireProfile(document: unknown, { profile: paths, trustEmail }: ResolvedProvider): Profile {
  const profile = readProfile(document, paths, trustEmail)
  if (profile === null) throw new ProviderFailure(`The profile has no ${paths.subject}`)
  return profile
}
