import { isRecord } from '@content-api/model'
import type { Settings } from './settings.js'
import { helmetHeaders, securityDefaults } from '@content-api/core/transport/helmet-headers'

/** The headers of each option. */
const headersOf: Readonly<Record<string, readonly string[]>> = {
  contentSecurityPolicy: ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'],
  crossOriginEmbedderPolicy: ['Cross-Origin-Embedder-Policy'],
  crossOriginOpenerPolicy: ['Cross-Origin-Opener-Policy'],
  crossOriginResourcePolicy: ['Cross-Origin-Resource-Policy'],
  originAgentCluster: ['Origin-Agent-Cluster'],
  referrerPolicy: ['Referrer-Policy'],
  hsts: ['Strict-Transport-Security'],
  strictTransportSecurity: ['Strict-Transport-Security'],
  noSniff: ['X-Content-Type-Options'],
  xContentTypeOptions: ['X-Content-Type-Options'],
  dnsPrefetchControl: ['X-DNS-Prefetch-Control'],
  xDnsPrefetchControl: ['X-DNS-Prefetch-Control'],
  ieNoOpen: ['X-Download-Options'],
  xDownloadOptions: ['X-Download-Options'],
  frameguard: ['X-Frame-Options'],
  xFrameOptions: ['X-Frame-Options'],
  permittedCrossDomainPolicies: ['X-Permitted-Cross-Domain-Policies'],
  xPermittedCrossDomainPolicies: ['X-Permitted-Cross-Domain-Policies'],
  xssFilter: ['X-XSS-Protection'],
  xXssProtection: ['X-XSS-Protection'],
}

/** Turns the options that a project sets into `http.headers`. Without options, the headers of this server stay. */
export function securitySettings(file: string, config: unknown, all: Settings): void {
  if (!isRecord(config)) return
  const known = Object.keys(config).filter((name) => Object.hasOwn(headersOf, name))
  for (const name of known) {
    // Each option by itself, so that an invalid one only loses its own effect.
    const others = Object.fromEntries(Object.keys(securityDefaults).map((other) => [other, false]))
    const value = withSecurityDefaults({ [name]: config[name] }, name in securityDefaults ? { [name]: at(name) } : {})
    try {
      const set = helmetHeaders({ ...others, ...(value as object) })
      for (const header of headersOf[name] ?? [])
        all.set(file, `strapi::security.${name}`, `http.headers.${header}`, set[header] ?? null)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      all.lose(file, `strapi::security.${name}`, `has no effect here: ${reason}.`)
    }
  }
}

const at = (name: string) => (securityDefaults as Readonly<Record<string, unknown>>)[name]

/** Fills in missing keys as Strapi does, also those of lists: a short list keeps the last items of its default. */
export function withSecurityDefaults(value: unknown, otherwise: unknown): unknown {
  if (value === undefined) return otherwise
  if (Array.isArray(value) && Array.isArray(otherwise))
    return [...(value as unknown[]), ...otherwise.slice(value.length)]
  if (!isRecord(value) || !isRecord(otherwise)) return value
  const names = new Set([...Object.keys(value), ...Object.keys(otherwise)])
  return Object.fromEntries([...names].map((name) => [name, withSecurityDefaults(value[name], otherwise[name])]))
}
