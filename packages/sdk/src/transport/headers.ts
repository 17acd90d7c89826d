import { QueryError } from '../errors/query-error.js'

/**
 * Returns the headers of a request: those of a call replace those of the client, however their names are spelled. Throws a
 * {@link QueryError} that doesn't repeat the value, which may be a secret: the platform's error would.
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

/** Sets the bearer token. Characters that no header takes are encoded: an error of fetch would repeat the token. */
export function setBearer(headers: Headers, token: string): void {
  headers.set('authorization', `Bearer ${encodeURI(token)}`)
}

/** Returns a text without the credentials of these headers. Errors hold it and are written to logs. */
export function withoutCredentials(text: string, headers: Headers): string {
  const credentials = headers.get('authorization')?.split(' ').pop()
  return credentials ? text.replaceAll(credentials, 'token') : text
}
