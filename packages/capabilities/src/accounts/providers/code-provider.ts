import { isRecord } from '@content-api/model'
import { ConfigError } from '@content-api/core/config/config-error'
import { parseConfig } from '@content-api/core/config/parse'
import { providerPresets } from '@content-api/core/config/provider-presets'
import {
  clientSecretVariable,
  type ResolvedProvider,
  resolveProvider,
} from '@content-api/core/config/sign-in-providers'
import type { Config } from '@content-api/core/config/schema'
import type { Profile } from './profile.js'
import type { ProviderTokens } from './provider-client.js'
import { ProviderFailure } from './provider-failure.js'

type Values = Readonly<Record<string, unknown>>

/** A provider as code of a project adds it: `{ enabled, icon, grantConfig, authCallback }` of Strapi 4. */
export type AddedProvider = Values

/**
 * Returns the settings of a provider that code adds: those of `grantConfig`, and above them those of
 * `auth.providers`. Returns null if it isn't enabled.
 * @throws ConfigError
 */
export function settingsOfCode(name: string, added: AddedProvider, config: Config): ResolvedProvider | null {
  const configured = Object.hasOwn(config.auth.providers, name) ? config.auth.providers[name] : undefined
  if (!(configured?.enabled ?? added['enabled'] === true)) return null
  const { trustEmail } = added
  const settings = {
    ...fromGrant(name, isRecord(added['grantConfig']) ? added['grantConfig'] : {}),
    ...configured,
    trustEmail: configured?.trustEmail === true || trustEmail === true,
  }
  const { url } = config
  // The profile comes from the code, so its address is never used.
  const profileUrl = settings.profileUrl ?? settings.tokenUrl
  const parsed = parseConfig({ url, auth: { providers: { [name]: { ...settings, profileUrl } } } }, 'grantConfig')
  const own = parsed.auth.providers[name]
  return own ? resolveProvider(name, own) : null
}

interface GrantSettings extends Values {
  readonly tokenUrl?: unknown
  readonly profileUrl?: unknown
}

/** Returns the settings of the library `grant` of Strapi 4 in the names of `auth.providers`. */
function fromGrant(name: string, grant: Values): GrantSettings {
  const { key, secret, callback = grant['callbackUrl'], authorize_url, access_url, subdomain, custom_params } = grant
  const address = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('[subdomain]', typeof subdomain === 'string' ? subdomain : '') : value
  const known = {
    clientId: key || undefined,
    clientSecret: secret || process.env[clientSecretVariable(name)],
    callbacks: callback ? [callback] : undefined,
    authorizationUrl: address(authorize_url),
    tokenUrl: address(access_url),
    scope: scopeOf(name, grant),
    parameters: custom_params,
    clientAuthentication: grant['token_endpoint_auth_method'],
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}

/** Returns the scopes as one text with the delimiter of `grant`, which is a comma; undefined without scopes. */
function scopeOf(name: string, { scope, scope_delimiter }: Values): readonly string[] | undefined {
  const scopes = (Array.isArray(scope) ? (scope as unknown[]) : [scope]).filter((each) => typeof each === 'string')
  if (scopes.length === 0) return undefined
  const usual = Object.hasOwn(providerPresets, name) ? ' ' : ','
  return [scopes.join(typeof scope_delimiter === 'string' ? scope_delimiter : usual)]
}

/** What `authCallback` receives, besides `purest`. */
export interface CallbackInput {
  readonly accessToken: string
  /** The tokens with the names that they have in addresses of Strapi 4. */
  readonly query: Values
  /** The settings of the provider by its name, as Strapi 4 stores them. */
  readonly providers: Values
}

export function callbackInput(
  name: string,
  added: AddedProvider,
  { settings, tokens }: { readonly settings: ResolvedProvider; readonly tokens: ProviderTokens },
): CallbackInput {
  const { clientId, clientSecret = '', callbacks, scope } = settings
  const own = { key: clientId, secret: clientSecret, callback: callbacks[0], scope, enabled: true }
  const grant = isRecord(added['grantConfig']) ? added['grantConfig'] : {}
  const { raw, ...named } = tokens
  return {
    accessToken: tokens.access_token,
    query: { ...named, raw },
    providers: { [name]: { icon: added['icon'], ...grant, ...own } },
  }
}

/**
 * Returns the profile in the result of `authCallback`: `username`, `email`, and attributes of a new user.
 * `emailVerified` says whether the provider has verified the address, and `sub` is the id of the account;
 * without it the address is.
 * @throws ProviderFailure for another result
 */
export function profileOfCode(result: unknown, { trustEmail }: Pick<ResolvedProvider, 'trustEmail'>): Profile {
  if (!isRecord(result)) throw new ProviderFailure('authCallback must return an object with username and email')
  const { username, email, sub, emailVerified, ...attributes } = result
  const address = typeof email === 'string' && email !== '' ? email : null
  const id = typeof sub === 'string' || typeof sub === 'number' ? String(sub) : ''
  return {
    subject: id === '' ? `address ${address?.toLowerCase() ?? ''}` : id,
    email: address,
    isVerified: address !== null && (typeof emailVerified === 'boolean' ? emailVerified : trustEmail),
    username: typeof username === 'string' && username !== '' ? username : null,
    attributes,
  }
}

/** Returns the first mistake in the settings of a provider, without the path of its section. */
export function mistakeIn(error: unknown, name: string): string | null {
  if (!(error instanceof ConfigError)) return null
  const [first] = error.mistakes
  return first ? `${first.path.replace(`auth.providers.${name}`, '').replace(/^\./, '')} ${first.message}`.trim() : null
}
