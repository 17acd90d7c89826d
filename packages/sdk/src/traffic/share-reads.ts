import type { Extension } from '../client.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { stringify } from '../query/stringify.js'
import { defaultTimeout, startTimeLimit } from '../transport/time-limit.js'

/**
 * Sends one request for equal GET requests that are under way at the same time. Each caller gets its own copy
 * of the response. A call with options, such as a signal, always sends its own request.
 *
 * @example
 * ```ts
 * const shared = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(shareReads())
 * ```
 */
export function shareReads(): Extension<object> {
  return (context) => {
    const { send } = context
    const underWay = new Map<string, Promise<unknown>>()
    context.send = async (request) => {
      const { method, prefix, path, query = {}, options } = request
      if (method !== 'GET' || options) return send(request)
      // JSON would drop undefined conditions, and different queries would have the same key.
      const search = stringify(query, context.options)
      const limit = startTimeLimit(request, defaultTimeout(context.options))
      // The token is part of the key, because another user may log in while a request is under way.
      const token = await limit.wait(() => context.token(path), 'the token')
      const key = JSON.stringify([token, prefix, path, search])
      let response = underWay.get(key)
      if (!response) {
        response = send(request).finally(() => underWay.delete(key))
        underWay.set(key, response)
      }
      return copyOf(await response, path)
    }
    return {}
  }
}

function copyOf(response: unknown, path: string): unknown {
  try {
    return structuredClone(response)
  } catch {
    throw new ResponseShapeError(`GET ${path} returned a response that is nested too deep to copy`)
  }
}
