import { isRecord } from '@content-api/model'
import type { ServiceSettings } from '../content-store.js'
import type { Survey } from '../strapi-source/source.js'
import type { Report } from './report.js'

/** The issuers of providers that run on a host of their own, by the `subdomain` in Strapi. */
const issuers: Readonly<Record<string, (subdomain: string) => string>> = {
  auth0: (subdomain) => `https://${subdomain}.auth0.com/`,
  cas: (subdomain) => `https://${subdomain}/oidc`,
  keycloak: (subdomain) => `https://${subdomain}`,
}

/** Any address of a service: providers are only valid together with one. */
const anyUrl = 'https://service.example'

/** Returns the providers that people sign in with as `auth.providers` of the configuration; null without any. */
export function readSignInProviders(
  { settings }: Survey,
  { isChosen, isValid, hasUrl }: ServiceSettings,
  report: Report,
): Readonly<Record<string, unknown>> | null {
  const stored = settings.get('plugin_users-permissions_grant')
  if (!isRecord(stored) || isChosen('auth.providers')) return null
  const found = Object.entries(stored).flatMap(([name, value]) => {
    if (name === 'email' || !isRecord(value) || value['enabled'] !== true) return []
    const own = ofStrapi(name, value)
    const isUsable = isValid({ url: anyUrl, auth: { providers: { [name]: own } } })
    if (isUsable && hasUrl) return [[name, own] as const]
    const reason = isUsable
      ? 'set "url" in the configuration, then import again or add it to "auth.providers"'
      : 'its settings are not valid here; add it to "auth.providers" of the configuration'
    report.leftOut(`the sign-in with ${name}`, reason)
    return []
  })
  if (found.length === 0) return null
  const names = found.map(([name]) => name).join(', ')
  report.warnings.push(
    `Imported the sign-in with ${names}. Applications that were written for Strapi 4 need "auth.signInAsStrapi": true.`,
  )
  return Object.fromEntries(found)
}

/** Strapi's scopes aren't taken over, because they request too little for OpenID Connect. */
function ofStrapi(name: string, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { key, secret, callback, subdomain, authorize_url: authorizationUrl, access_url: tokenUrl } = value
  const issuer = typeof subdomain === 'string' && subdomain !== '' ? issuers[name]?.(subdomain) : undefined
  return {
    clientId: key,
    ...(typeof secret === 'string' && secret !== '' && { clientSecret: secret }),
    callbacks: [callback],
    ...(issuer !== undefined && { issuer }),
    // Strapi stores the addresses of providers that code of the project adds.
    ...(issuer === undefined && typeof tokenUrl === 'string' && { authorizationUrl, tokenUrl }),
  }
}
