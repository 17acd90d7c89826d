import { createHash, randomUUID } from 'node:crypto'
import { countHit } from '@content-api/engine/accounts'
import { ApiError } from '@content-api/engine/errors'
import { ConfigError } from '@content-api/core/config/config-error'
import type { Logger } from '@content-api/core/log/logger'
import { type ResolvedProvider, resolveProvider } from '@content-api/core/config/sign-in-providers'
import { digest, sameDigest } from '@content-api/core/secrets/digest'
import type { AccountsScope } from '../scope.js'
import type { SignedIn } from '../issue-tokens.js'
import type { ApplicationTokens, Profile } from './profile.js'
import { signInByProfile } from './provider-accounts.js'
import { UnverifiableToken } from './application-tokens.js'
import { createProviderClient, type ProviderClient, type ProviderTokens, type SignInChecks } from './provider-client.js'
import { ProviderFailure } from './provider-failure.js'
import { createSealing } from './sealing.js'

/** Seconds that a user may stay at the provider. */
export const signInSeconds = 600
/** Seconds for which a code signs in. */
const codeSeconds = 120

/** A pending sign-in, which the browser keeps in an encrypted cookie. */
interface PendingSignIn extends SignInChecks {
  readonly provider: string
  /** The page of the application that the browser returns to. */
  readonly callback: string
  /** The digest of the application's verifier (PKCE); null for the sign-in of Strapi 4. */
  readonly challenge: string | null
}

/** What a code contains, encrypted. */
interface CodeContent {
  readonly id: string
  readonly provider: string
  readonly profile: Profile
  readonly challenge: string | null
}

export interface StartedSignIn {
  /** The address of the provider's page. */
  readonly location: URL
  /** The value of the cookie that must come back with the provider's response. */
  readonly cookie: string
}

/** Sign-in with the providers of the configuration. */
export interface ProviderSignIn {
  /** @throws ApiError ApplicationError unless the configuration has the provider and enables it */
  expect(name: string): void
  /**
   * Starts a sign-in. `callback` and `code_challenge` of the query are those of the application.
   * @throws ApiError ApplicationError for another provider; ValidationError for a page that isn't allowed and
   * without a challenge
   */
  start(name: string, query: Readonly<Record<string, unknown>>): Promise<StartedSignIn>
  /** Returns the address that takes a provider's response, for a response that came as a form. */
  responseAddress(name: string, response: URLSearchParams): string
  /**
   * Completes a provider's response. Returns the page of the application with a code, or with the error of
   * the provider.
   * @throws ApiError ValidationError for a response that doesn't belong to a sign-in of this browser
   */
  complete(name: string, response: URLSearchParams, cookie: string | undefined): Promise<URL>
  /**
   * Signs the user of a code in.
   * @param verifier the verifier of the application; null for the sign-in of Strapi 4
   * @throws ApiError ValidationError for an invalid code; ApplicationError for an account that may not sign
   * in
   */
  exchange(name: string, code: string, verifier: string | null): Promise<SignedIn>
  /**
   * Signs in by tokens that an application got from the provider itself, as in Strapi 4. Each token signs in
   * once.
   * @throws ApiError ApplicationError unless the provider says that it issued them for this service
   */
  exchangeTokens(name: string, tokens: ApplicationTokens): Promise<SignedIn>
  /** Adds a provider of project code. It replaces one of the configuration with the same name. */
  add(name: string, provider: CodeProvider): void
  remove(name: string): void
  /** Returns the names of the enabled providers. */
  names(): readonly string[]
  /** Returns the names of the providers of the configuration whose profiles nothing can read. */
  withoutProfile(): readonly string[]
}

/** A provider whose profiles code of the project reads. */
export interface CodeProvider {
  readonly settings: ResolvedProvider
  /** @throws ProviderFailure */
  readonly readProfile: (tokens: ProviderTokens) => Promise<Profile>
}

interface Provider {
  readonly settings: ResolvedProvider
  readonly client: ProviderClient
  /** Absent for a provider of the configuration. */
  readonly readProfile?: CodeProvider['readProfile']
}

/** @param base the public address of the REST API, such as `https://cms.example/api` */
export function createProviderSignIn(scope: AccountsScope, base: string, logger: Pick<Logger, 'warn'>): ProviderSignIn {
  const { config, jwt, database } = scope
  const sealing = createSealing(jwt.secret)
  const providers = new Map<string, Provider>()
  const responseUrl = (name: string) => `${base}/connect/${name}/callback`
  for (const [name, given] of Object.entries(config.providers)) {
    if (!given.enabled) continue
    const settings = resolveProvider(name, given)
    providers.set(name, { settings, client: createProviderClient(settings, responseUrl(name)) })
  }
  const requireProvider = (name: string): Provider => {
    const provider = providers.get(name)
    if (!provider) throw new ApiError('ApplicationError', 'This provider is disabled')
    return provider
  }

  /** Returns true for the first use of a value. All processes share the uses. */
  async function useOnce(value: string, seconds: number): Promise<boolean> {
    // Longer than the value is valid, so that clocks may differ.
    const milliseconds = (seconds + 60) * 1_000
    const { hits } = await database.write((transaction) =>
      countHit(transaction, digest(`sign-in ${value}`), Date.now(), milliseconds),
    )
    return hits === 1
  }

  async function codeFor(pending: PendingSignIn, response: URLSearchParams): Promise<string> {
    const { provider, challenge } = pending
    const { client, readProfile } = requireProvider(provider)
    const received = await client.tokens(response, pending)
    const profile = await (readProfile ? readProfile(received.tokens) : received.profile())
    const content: CodeContent = { id: randomUUID(), provider, profile, challenge }
    return sealing.seal('code', content, codeSeconds)
  }

  return {
    expect: (name) => void requireProvider(name),
    async start(name, query) {
      const { settings, client } = requireProvider(name)
      const callback = callbackOf(query['callback'], settings.callbacks)
      const challenge = challengeOf(query, config.signInAsStrapi)
      const checks = await client.checks()
      const location = await reachable(name, logger, () => client.authorizationUrl(checks))
      const pending: PendingSignIn = { ...checks, provider: name, callback, challenge }
      return { location, cookie: await sealing.seal('pending', pending, signInSeconds) }
    },
    responseAddress(name, response) {
      requireProvider(name)
      return `${responseUrl(name)}?${response.toString()}`
    },
    async complete(name, response, cookie) {
      requireProvider(name)
      const pending = cookie === undefined ? null : await sealing.open<PendingSignIn>('pending', cookie)
      if (!pending || pending.provider !== name || response.get('state') !== pending.state) throw startAgain()
      if (!(await useOnce(pending.state, signInSeconds))) throw startAgain()
      const page = new URL(pending.callback)
      try {
        const code = await codeFor(pending, response)
        page.searchParams.append(pending.challenge === null ? 'access_token' : 'sign_in_code', code)
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        const { error: code, description } = error.response ?? {
          error: 'sign_in_failed',
          description: 'The sign-in with the provider failed.',
        }
        if (!error.response) logger.warn(`A sign-in with ${name} failed: ${error.message}`)
        page.searchParams.append('error', code)
        if (description !== undefined) page.searchParams.append('error_description', description)
      }
      return page
    },
    async exchange(name, code, verifier) {
      const { settings } = requireProvider(name)
      const content = await sealing.open<CodeContent>('code', code)
      const expected = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url')
      if (!content || content.provider !== name || !sameChallenge(content.challenge, expected)) throw invalidCode()
      if (!(await useOnce(content.id, codeSeconds))) throw invalidCode()
      return signInByProfile(scope, { provider: name, issuer: issuerOf(settings), profile: content.profile })
    },
    async exchangeTokens(name, tokens) {
      const { settings, client, readProfile } = requireProvider(name)
      if (!Object.values(tokens).every((token) => token === undefined || isToken(token))) {
        throw tokenRejected(name, new ProviderFailure('The token has characters that no token has'))
      }
      if (readProfile) throw tokenRejected(name, new UnverifiableToken(''))
      const { profile, expires } = await client.profileOfApplication(tokens).catch((error: unknown) => {
        throw error instanceof ProviderFailure ? tokenRejected(name, error) : error
      })
      const seconds = Math.max(expires - Math.floor(Date.now() / 1_000), 0)
      if (!(await useOnce(`${name} ${signedPart(tokens)}`, seconds))) throw invalidCode()
      return signInByProfile(scope, { provider: name, issuer: issuerOf(settings), profile })
    },
    add(name, { settings, readProfile }) {
      providers.set(name, { settings, client: createProviderClient(settings, responseUrl(name)), readProfile })
    },
    remove: (name) => void providers.delete(name),
    names: () => [...providers.keys()],
    withoutProfile: () => [...providers].filter(([, provider]) => !hasProfile(provider)).map(([name]) => name),
  }
}

/**
 * Returns whether a text has the characters of a bearer token (RFC 6750 §2.1). Some providers trim others,
 * so that one token would have several spellings, each of which signs in once.
 */
const isToken = (text: string): boolean => /^[\w.~+/-]+=*$/.test(text)

/** The beginning of a JSON object in base64url, such as the header of a JWT. */
const jwtStart = 'eyJ'

/**
 * Returns the part of a token that can't be changed. Several spellings of a signature may be valid, and of
 * the padding of other tokens.
 */
function signedPart({ idToken, accessToken = '' }: ApplicationTokens): string {
  const token = idToken ?? accessToken
  const isJwt = idToken !== undefined || (token.startsWith(jwtStart) && token.split('.').length === 3)
  return isJwt ? token.slice(0, token.lastIndexOf('.')) : (token.split('=', 1)[0] ?? '')
}

const hasProfile = ({ settings: { tokenUrl, profileUrl }, readProfile }: Provider): boolean =>
  readProfile !== undefined || tokenUrl === undefined || profileUrl !== undefined

const issuerOf = ({ issuer, tokenUrl }: ResolvedProvider): string => issuer ?? tokenUrl ?? ''

/** Returns the error for tokens of an application. */
const tokenRejected = (name: string, reason: ProviderFailure): ApiError =>
  new ApiError(
    'ApplicationError',
    reason instanceof UnverifiableToken
      ? `${name} does not report for which application it issued an access token. Send an id_token, or sign in at /connect/${name}`
      : 'The token is not valid, has expired, or belongs to another application',
  )

const sameChallenge = (left: string | null, right: string | null) =>
  left === null || right === null ? left === right : sameDigest(left, right)

const startAgain = () =>
  new ApiError('ValidationError', 'The sign-in has expired, or another browser started it. Start it again')

const invalidCode = () =>
  new ApiError('ValidationError', 'The code is not valid, or has been used. Start the sign-in again')

/** Returns the page to return to: a configured one, with the query string of the application. */
function callbackOf(requested: unknown, allowed: readonly string[]): string {
  if (requested === undefined) return allowed[0] ?? ''
  if (typeof requested === 'string' && requested.length <= longestCallback && URL.canParse(requested)) {
    const page = new URL(requested)
    const isAllowed = allowed.some((each) => {
      const { origin, pathname } = new URL(each)
      return page.origin === origin && page.pathname === pathname
    })
    if (isAllowed && page.username === '' && page.password === '' && page.hash === '') return page.href
  }
  throw new ApiError('ValidationError', 'Invalid callback URL provided', {
    details: { callback: typeof requested === 'string' ? requested.slice(0, longestCallback) : null },
  })
}

/** Characters of a page's address. It is in the cookie, which browsers limit to 4,096 bytes. */
const longestCallback = 1_024

function challengeOf(query: Readonly<Record<string, unknown>>, isOptional: boolean): string | null {
  const { code_challenge: challenge, code_challenge_method: method = 'S256' } = query
  if (challenge === undefined && isOptional) return null
  if (typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) && method === 'S256') return challenge
  throw new ApiError(
    'ValidationError',
    challenge === undefined
      ? 'code_challenge is a required parameter. Start the sign-in with auth.signInWith of the SDK, or set auth.signInAsStrapi in the configuration'
      : 'code_challenge must be a SHA-256 digest in base64url (code_challenge_method S256)',
  )
}

/** @throws ApiError ServiceUnavailableError if the provider can't be reached */
async function reachable<Result>(
  name: string,
  logger: Pick<Logger, 'warn'>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    logger.warn(`The sign-in provider ${name} can't be reached, or its settings are wrong: ${reason}`)
    throw new ApiError('ServiceUnavailableError', 'The provider cannot be reached at the moment')
  }
}

/**
 * Checks that something reads the profiles of all providers. Call it when the code of the project is
 * registered. Providers that an import has stored are left out with a warning.
 * @param isChosen whether the configuration sets the providers
 * @throws ConfigError for a provider of the configuration
 */
export function requireProfiles(
  signIn: Pick<ProviderSignIn, 'withoutProfile' | 'remove'>,
  isChosen: boolean,
  logger: Pick<Logger, 'warn'>,
): void {
  const mistakes = signIn.withoutProfile().map((name) => {
    const message = 'needs profileUrl, or code of the project that adds it by providers-registry.add.'
    return { file: 'the configuration', path: `auth.providers.${name}`, message }
  })
  if (isChosen && mistakes.length > 0) throw new ConfigError(mistakes)
  for (const { path, message } of mistakes) {
    signIn.remove(path.slice(path.lastIndexOf('.') + 1))
    logger.warn(`An imported provider is left out: ${path} ${message}`)
  }
}
