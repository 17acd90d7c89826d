import { QueryError } from '../errors/query-error.js'

/**
 * Merges the headers of the client and of a call, by case-insensitive names; those of the call win. Throws a
 * {@link QueryError} without the value, which may be a secret and which the platform's own error contains.
 */
export function mergeHeaders(ofClient: HeadersInit = {}, ofCall: HeadersInit = {}): Headers {
  const headers = new Headers()
  for (const [name, value] of [ofClient, ofCall].flatMap(entriesOf)) {
    try {
      headers.set(name, value)
    } catch {
      throw new QueryError(`headers[${name}]`, 'is not a valid header')
    }
  }
  return headers
}

function entriesOf(headers: HeadersInit): [name: string, value: string][] {
  return Symbol.iterator in headers ? [...new Headers(headers)] : Object.entries(headers)
}

/**
 * Sets the bearer token, without the line break at the end of a token that was read from a file. Encodes
 * characters that headers can't contain, because the error about them would contain the token.
 */
export function setBearer(headers: Headers, token: string): void {
  headers.set('authorization', `Bearer ${encodeURI(token.trim())}`)
}

/** Returns a string without the credentials of these headers. Errors contain the string and are written to logs. */
export function withoutCredentials(text: string, headers: Headers): string {
  const credentials = headers.get('authorization')?.split(' ').pop()
  return credentials ? text.replaceAll(credentials, 'token') : text
}
