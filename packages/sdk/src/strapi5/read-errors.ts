import { ApiError, type Issue } from '../errors/api-error.js'
import { isObject } from '../query/json-value.js'
import { isText } from '../transport/read-response.js'
import type { Send } from '../types/request.js'

/**
 * Returns a `send` whose errors name the key of a query or a body that Strapi 5 rejects. Problems of
 * attributes have the same format in both versions.
 */
export function readErrors(send: Send): Send {
  return async (request) => {
    try {
      return await send(request)
    } catch (error) {
      if (ApiError.is(error) && error.issues.length === 0) Object.assign(error, { issues: issuesOf(error) })
      throw error
    }
  }
}

/**
 * Returns the issue of `details: { key, path, source, param? }`. `path` is dotted, may lack the key, and is
 * null or absent at the root. `param` is the name of a query parameter.
 */
function issuesOf({ raw, serverMessage: message }: ApiError): Issue[] {
  const { error } = (raw ?? {}) as { readonly error?: { readonly details?: unknown } }
  const details = error?.details
  if (!isObject(details) || !isText(details['key'])) return []
  const { key, path, param } = details
  const names = [param, ...(isText(path) ? path.split('.') : []), key].filter(isText)
  return [{ path: names.filter((name, index) => name !== names[index - 1]), message }]
}
