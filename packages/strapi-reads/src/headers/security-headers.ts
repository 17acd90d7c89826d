import { isRecord } from '@content-api/model'
import { contentSecurityPolicy, type HelmetOptions } from 'helmet'
import { withSecurityDefaults } from '@content-api/project-files/strapi/security-settings'
import { helmetHeaders, securityDefaults } from '@content-api/core/transport/helmet-headers'
import type { Headers, HeadersOf } from './cors-headers.js'

/**
 * Returns the function that creates the headers of `strapi::security` in Strapi 4.26. GET requests to some
 * paths, such as that of GraphQL, have a policy for pages.
 * @param graphqlPath the path of GraphQL; null if the project has none
 * @throws Error for options with which Strapi's responses can't be foreseen
 */
export function securityHeaders(config: unknown, graphqlPath: string | null): HeadersOf {
  const options = withSecurityDefaults(isRecord(config) ? config : {}, securityDefaults) as HelmetOptions
  if (Object.values<unknown>({ ...options }).includes(null)) throw new Error('helmet rejects null.')
  if (hasFunction(options)) throw new Error('A function decides them.')
  if ((options as Readonly<Record<string, unknown>>)['expectCt']) throw new Error('This server has no Expect-CT.')
  const pages = ['/documentation', ...(graphqlPath === null ? [] : [graphqlPath])]
  const usual = headersOf(options)
  // Created on first use: the options of a project may not allow to extend the policy.
  let ofPages: Headers | undefined
  let ofAdmin: Headers | undefined
  return ({ method, path }) => {
    if (method !== 'GET') return usual
    const isPage = pages.some((begin) => path.startsWith(begin))
    const isAdmin = path.startsWith('/admin')
    if (isPage && isAdmin) return null
    if (isPage) return (ofPages ??= headersOf(withSources(options, pageSources)))
    return isAdmin ? (ofAdmin ??= headersOf(withSources(options, adminSources))) : usual
  }
}

const pageSources = {
  'script-src': ["'self'", "'unsafe-inline'", 'cdn.jsdelivr.net'],
  'img-src': ["'self'", 'data:', 'cdn.jsdelivr.net', 'strapi.io'],
}

const adminSources = {
  'script-src': ["'self'", "'unsafe-inline'"],
  'connect-src': ["'self'", 'https:', 'ws:'],
}

/** Adds sources to the policy of the options, at the end of each list. */
function withSources(options: HelmetOptions, added: Readonly<Record<string, readonly string[]>>): HelmetOptions {
  const policy = isRecord(options.contentSecurityPolicy) ? options.contentSecurityPolicy : {}
  const directives: Readonly<Record<string, unknown>> = isRecord(policy['directives']) ? policy['directives'] : {}
  const merged = Object.entries(added).map(([name, sources]) => {
    const existing = directives[name]
    return [name, Array.isArray(existing) ? [...(existing as unknown[]), ...sources] : sources]
  })
  return {
    ...options,
    contentSecurityPolicy: { ...policy, directives: { ...directives, ...Object.fromEntries(merged) } },
  }
}

/** The default of helmet 6, which Strapi uses, in seconds. */
const defaultMaxAge = 15_552_000

/** Returns the headers of helmet 6. In its policies, defaults come after the directives of the options. */
function headersOf(given: HelmetOptions): Headers {
  const hsts = Object.entries(given).filter(([name, value]) => isHsts(name) && value === true)
  const options = { ...given, ...Object.fromEntries(hsts.map(([name]) => [name, { maxAge: defaultMaxAge }])) }
  const policy = options.contentSecurityPolicy
  if (policy === false) return helmetHeaders(options)
  const { useDefaults = true, directives = {}, ...others } = isRecord(policy) ? policy : {}
  const names = new Set(Object.keys(directives).map(dashed))
  const missing = Object.entries(contentSecurityPolicy.getDefaultDirectives()).filter(([name]) => !names.has(name))
  const all = { ...directives, ...(useDefaults ? Object.fromEntries(missing) : {}) }
  return helmetHeaders({ ...options, contentSecurityPolicy: { ...others, useDefaults: false, directives: all } })
}

const isHsts = (name: string) => name === 'hsts' || name === 'strictTransportSecurity'

const dashed = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

function hasFunction(value: unknown): boolean {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFunction)
}
