import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/json-value.js'

type Fields = Record<string, unknown>

/** Returns a response that is an entry without an envelope. Throws a {@link ResponseShapeError} for any other. */
export function expectEntry(response: unknown, what: string): Fields {
  if (!isObject(response) || !response['id']) throw new ResponseShapeError(`${what} returned no entry`)
  return response
}

/**
 * Returns a response that is a list of entries without envelopes. Throws a {@link ResponseShapeError} for any
 * other.
 */
export function expectEntries(response: unknown, what: string): Fields[] {
  if (!Array.isArray(response)) throw new ResponseShapeError(`${what} returned no list`)
  return response.map((entry) => expectEntry(entry, what))
}

/** Throws a {@link ResponseShapeError} unless the value is an entry in its envelope, `{ id, attributes }`. */
export function expectEnveloped(entry: unknown, what: string): void {
  const { id, attributes, documentId }: Fields = isObject(entry) ? entry : {}
  if (id && isObject(attributes)) return
  throw new ResponseShapeError(documentId ? `${what} ${STRAPI_5}` : `${what} returned no entry`)
}

const STRAPI_5 = 'has the format of Strapi 5: pass the option api: strapi5()'
