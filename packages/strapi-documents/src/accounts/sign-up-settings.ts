import { isRecord } from '@content-api/model'
import { readStrapiSetting } from '@content-api/strapi-tables/accounts'
import type { Reader } from '@content-api/engine/database'
import type { SignUpSettings } from '@content-api/capabilities/accounts/account-store'
import { createShortCache } from '@content-api/capabilities/accounts/short-cache'
import type { LoadedConfig } from '@content-api/core/config/loaded-config'
import type { Config } from '@content-api/core/config/schema'

/** Settings as in a configuration: what Strapi's admin panel sets takes precedence over its files. */
type Section = Readonly<Record<string, unknown>>

/** Returns the settings of sign-ups, which Strapi's admin panel may change at any time; read at most once a second. */
export function createSignUpSettings(reader: Reader, loaded: LoadedConfig): () => Promise<SignUpSettings> {
  let last: { readonly text: string; readonly settings: SignUpSettings } | undefined
  const cache = createShortCache(async () => {
    const section = await readSignUpSection(reader)
    const text = JSON.stringify(section)
    // Reading a whole configuration takes some milliseconds.
    if (last?.text !== text) last = { text, settings: loaded.withStored({ auth: section }).auth }
    return last.settings
  })
  return () => cache.get()
}

async function readSignUpSection(reader: Reader): Promise<Section> {
  const [advanced, mails] = await Promise.all([
    readStrapiSetting(reader, 'plugin_users-permissions_advanced'),
    readStrapiSetting(reader, 'plugin_users-permissions_email'),
  ])
  const templates = templatesIn(mails)
  return { ...(isRecord(advanced) && signUpIn(advanced)), ...(Object.keys(templates).length > 0 && { templates }) }
}

function signUpIn(advanced: Section): Section {
  const { allow_register: enabled, email_confirmation: confirmEmail, default_role: role } = advanced
  return {
    register: {
      ...(typeof enabled === 'boolean' && { enabled }),
      ...(typeof confirmEmail === 'boolean' && { confirmEmail }),
      ...(isText(role) && { role }),
    },
    ...(isUrl(advanced['email_reset_password']) && { resetPasswordUrl: advanced['email_reset_password'] }),
    ...(isUrl(advanced['email_confirmation_redirection']) && {
      confirmedUrl: advanced['email_confirmation_redirection'],
    }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isUrl = (value: unknown): value is string => isText(value) && /^https?:\/\//.test(value) && URL.canParse(value)

/** The templates of mails in Strapi, with their names here. */
const templateNames = { reset_password: 'resetPassword', email_confirmation: 'confirmEmail' }

function templatesIn(mails: unknown): Section {
  if (!isRecord(mails)) return {}
  return Object.fromEntries(
    Object.entries(templateNames).flatMap(([theirName, name]) => {
      const template = mails[theirName]
      const options = isRecord(template) ? template['options'] : undefined
      if (!isRecord(options)) return []
      const { from, response_email: replyTo, object: subject, message: html } = options
      if (!isText(subject) || !isText(html)) return []
      const sender = isRecord(from) ? senderOf(from) : null
      return [[name, { subject, html, ...(sender !== null && { from: sender }), ...(isText(replyTo) && { replyTo }) }]]
    }),
  )
}

/** Returns the sender of a template, unless it is the example that Strapi creates. */
function senderOf({ name, email }: Section): string | null {
  if (!isText(email) || email === 'no-reply@strapi.io') return null
  return isText(name) ? `${name} <${email}>` : email
}

/** The issuers of providers that run on a host of their own, by the `subdomain` in Strapi. */
const issuers: Readonly<Record<string, (subdomain: string) => string>> = {
  auth0: (subdomain) => `https://${subdomain}.auth0.com/`,
  cas: (subdomain) => `https://${subdomain}/oidc`,
  keycloak: (subdomain) => `https://${subdomain}`,
}

/**
 * Returns the configuration with the sign-in providers that Strapi's admin panel has enabled. Those that can't
 * be used here are left out with a warning.
 */
export async function withStoredProviders(
  reader: Reader,
  loaded: LoadedConfig,
  config: Config,
  warn: (message: string) => void,
): Promise<Config> {
  const stored = await readStrapiSetting(reader, 'plugin_users-permissions_grant')
  if (!isRecord(stored) || loaded.isChosen('auth.providers')) return config
  const enabled = Object.entries(stored).filter(
    ([name, value]) => name !== 'email' && isRecord(value) && value['enabled'] === true,
  )
  const providers: Record<string, unknown> = {}
  let { auth } = config
  for (const [name, value] of enabled) {
    if (config.url === undefined) {
      warn(`The sign-in with ${name} needs the address of this server: set "url" in config/server.`)
      continue
    }
    const added = { ...providers, [name]: ofStrapi(name, value as Section) }
    try {
      ;({ auth } = loaded.withStored({ auth: { providers: added } }))
      providers[name] = added[name]
    } catch (error) {
      warn(`The sign-in with ${name} is left out: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { ...config, auth }
}

/** Strapi's scopes aren't taken over, because they request too little for OpenID Connect. */
function ofStrapi(name: string, value: Section): Section {
  const { key, secret, callback, subdomain, authorize_url: authorizationUrl, access_url: tokenUrl } = value
  const issuer = isText(subdomain) ? issuers[name]?.(subdomain) : undefined
  return {
    clientId: key,
    ...(isText(secret) && { clientSecret: secret }),
    callbacks: [callback],
    ...(issuer !== undefined && { issuer }),
    // Strapi stores the addresses of providers that code of the project adds.
    ...(issuer === undefined && typeof tokenUrl === 'string' && { authorizationUrl, tokenUrl }),
  }
}
