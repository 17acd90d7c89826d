import { isRecord } from '@content-api/model'
import type { RequestInfo } from '@content-api/core/message/message'

/** The headers of a response, or null if the project decides them by code. */
export type HeadersOf = (request: Pick<RequestInfo, 'method' | 'path' | 'header'>) => Headers | null

export type Headers = Readonly<Record<string, string>>

/**
 * Returns the function that creates the headers of `strapi::cors` in Strapi 4.26. Without an `Origin`, Strapi
 * sends them, too: with `credentials` an empty origin.
 * @returns null for options with which Strapi's responses can't be foreseen
 */
export function corsHeaders(config: unknown, version: 4 | 5 = 4): HeadersOf | null {
  const { origin, credentials, expose } = { ...defaults, ...(isRecord(config) ? config : {}) }
  const exposed = Array.isArray(expose) ? expose.join(',') : expose
  if (typeof credentials === 'function' || (exposed && typeof exposed !== 'string')) return null
  const isAllowed = originCheck(version === 5 ? listOfOrigins(origin) : origin)
  if (!isAllowed) return null
  const others: Headers = {
    ...(credentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    ...(typeof exposed === 'string' && exposed !== '' ? { 'Access-Control-Expose-Headers': exposed } : {}),
  }
  return (request) => {
    const sent = request.header('origin') ?? ''
    const found = sent === '' ? '*' : isAllowed(sent)
    if (found === null) return null
    if (found === false) return varies
    const allowed = found === '*' && credentials ? sent : found
    return { ...varies, 'Access-Control-Allow-Origin': allowed, ...others }
  }
}

const defaults = { origin: '*' as unknown, credentials: true as unknown, expose: undefined as unknown }

const varies = { Vary: 'Origin' }

/** Strapi 5 checks a single origin like a list, and allows every origin if the list has `*`. */
function listOfOrigins(origin: unknown): unknown {
  if (typeof origin === 'function') return origin
  const list: unknown = typeof origin === 'string' ? origin.split(',').map((item) => item.trim()) : (origin ?? '*')
  return Array.isArray(list) && list.includes('*') ? '*' : list
}

/** Returns the allowed origin for the one of a request, false for none, and null if code of the project decides. */
type OriginCheck = (origin: string) => string | false | null

function originCheck(origin: unknown): OriginCheck | null {
  if (typeof origin === 'function') return () => null
  if (typeof origin === 'string') {
    const list = origin.split(',').map((item) => item.trim())
    // Strapi sends a single origin to pages of all others, too.
    return list.length > 1 ? oneOf(list) : () => (origin === '' ? false : origin)
  }
  return Array.isArray(origin) ? oneOf(origin) : null
}

const oneOf =
  (list: readonly unknown[]): OriginCheck =>
  (origin) =>
    list.includes(origin) ? origin : false
