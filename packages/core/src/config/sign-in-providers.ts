import * as z from 'zod/mini'
import {
  missingProviders,
  openIdProfile,
  type ProfilePaths,
  type ProviderPreset,
  providerPresets,
} from './provider-presets.js'
import { flag, text } from './values.js'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Returns whether requests to an address can't be read on their way: HTTPS, or a server on this machine. */
function isPrivate(value: string): boolean {
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
}

const secureUrl = z.string().check(
  z.refine((value) => URL.canParse(value) && isPrivate(value), {
    error: 'must be an https URL. On this machine, http is allowed, too.',
  }),
)

/** A page of an application, without a fragment, which browsers don't send. */
const pageUrl = secureUrl.check(
  z.refine((value) => !value.includes('#') && !/[?&](code|state|access_token|error|sign_in_code)=/.test(value), {
    error: 'must have no fragment, and none of the parameters code, state, error, access_token and sign_in_code.',
  }),
)

const profile = z.strictObject({
  subject: z.optional(text),
  email: z.optional(text),
  emailVerified: z.optional(text),
  username: z.optional(text),
})

const provider = z
  .strictObject({
    enabled: flag(true),
    clientId: text,
    /** Prefer the environment variable `<NAME>_CLIENT_SECRET`. */
    clientSecret: z.optional(text),
    /** The issuer of an OpenID provider, whose addresses are discovered. */
    issuer: z.optional(secureUrl),
    authorizationUrl: z.optional(secureUrl),
    tokenUrl: z.optional(secureUrl),
    /** Returns the profile of the user of an access token as JSON. */
    profileUrl: z.optional(secureUrl),
    emailsUrl: z.optional(secureUrl),
    /** Returns the profile of an access token with the application (`aud`) that it was issued for. */
    tokenInfoUrl: z.optional(secureUrl),
    scope: z.optional(z.array(text)),
    /**
     * The pages of applications that the browser may return to. The first one is the default. Others are
     * rejected.
     */
    callbacks: z.array(pageUrl).check(z.minLength(1)),
    clientAuthentication: z.optional(z.enum(['client_secret_basic', 'client_secret_post', 'none'])),
    /** How the provider sends its response: in the address, or as a form. */
    responseMode: z._default(z.enum(['query', 'form_post']), 'query'),
    /** Further parameters of the address of the provider's page, such as `prompt`. */
    parameters: z.optional(z.record(z.string(), z.string())),
    /** Where the profile has the values of the account: names, or paths with dots. */
    profile: z.optional(profile),
    /** Whether the provider only reports addresses that it has verified, if its profiles don't say so. */
    trustEmail: flag(false),
  })
  .check(
    z.refine(({ parameters = {} }) => Object.keys(parameters).every((name) => !ownParameters.has(name)), {
      path: ['parameters'],
      error: 'must not contain parameters that the server sets, such as state and redirect_uri.',
    }),
  )

const ownParameters = new Set([
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
])

const providerName = /^[a-z][\w-]{0,31}$/i
const reserved = new Set(['local', 'email'])

/** Returns the name of the variable with the secret of a provider, such as `GITHUB_CLIENT_SECRET`. */
export const clientSecretVariable = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_CLIENT_SECRET`

/** The `auth.providers` section of the configuration: sign-in with other services, by name. */
export const signInProviders = z.record(z.string(), provider).check(
  z.check<Record<string, z.output<typeof provider>>>(({ value, issues }) => {
    for (const [name, given] of Object.entries(value)) {
      const problem = problemOf(name, given)
      if (problem !== null) issues.push({ code: 'custom', input: given, path: [name], message: problem })
    }
  }),
)

type SignInProvider = z.output<typeof provider>

function problemOf(name: string, given: SignInProvider): string | null {
  if (!providerName.test(name) || reserved.has(name)) {
    return 'is not a valid name. Use letters, digits, "_" and "-", and neither "local" nor "email".'
  }
  const missing = Object.hasOwn(missingProviders, name) ? missingProviders[name] : undefined
  if (missing !== undefined && given.issuer === undefined && given.tokenUrl === undefined) {
    return `can't be used: ${missing}.`
  }
  const { issuer, authorizationUrl, tokenUrl, profileUrl } = resolveProvider(name, given)
  const addresses = [authorizationUrl, tokenUrl].filter((url) => url !== undefined).length
  // Without a profileUrl, code of the project reads the profile. The start checks that it does.
  if (addresses === 2) return null
  if (addresses === 0 && profileUrl === undefined && issuer !== undefined) return null
  if (addresses > 0 || profileUrl !== undefined) {
    return 'needs all of authorizationUrl, tokenUrl and profileUrl, or none of them and issuer.'
  }
  return 'needs issuer (OpenID Connect), or authorizationUrl, tokenUrl and profileUrl (OAuth 2.0).'
}

/** A provider of the configuration with the values of its preset. */
export interface ResolvedProvider extends Omit<ProviderPreset, 'profile'> {
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly callbacks: readonly string[]
  readonly responseMode: 'query' | 'form_post'
  readonly profile: ProfilePaths
  readonly trustEmail: boolean
}

/** Fills in the values of the preset with the name of the provider. */
export function resolveProvider(name: string, given: SignInProvider): ResolvedProvider {
  const key = name.toLowerCase()
  const usual = given.tokenUrl === undefined ? ['openid', 'email', 'profile'] : []
  const preset = Object.hasOwn(providerPresets, key) ? providerPresets[key] : undefined
  const { authorizationUrl, tokenUrl, profileUrl, emailsUrl, tokenInfoUrl, tokenCheck, ...others } = preset ?? {
    scope: usual,
  }
  // An issuer means discovery, even if the preset has addresses.
  const addresses =
    given.issuer === undefined ? { authorizationUrl, tokenUrl, profileUrl, emailsUrl, tokenInfoUrl } : {}
  // The check belongs to the addresses of the preset.
  const ownCheck = Object.values(addresses).length > 0 && given.profileUrl === undefined ? { tokenCheck } : {}
  const { username, ...paths } = present(given.profile ?? {})
  const { profile: _, enabled: __, parameters, ...chosen } = present(given)
  return {
    ...present(addresses),
    ...present(ownCheck),
    ...others,
    ...chosen,
    parameters: { ...others.parameters, ...parameters },
    profile: { ...openIdProfile, ...others.profile, ...paths, ...(username !== undefined && { username: [username] }) },
  }
}

type Present<Values> = { [Key in keyof Values]: Exclude<Values[Key], undefined> }

/** Returns the values that are set. */
const present = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<Values>
