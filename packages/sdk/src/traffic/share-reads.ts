import type { Extension } from '../client.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { stringify } from '../query/stringify.js'
import { defaultTimeout, startTimeLimit } from '../transport/time-limit.js'

/**
 * Lets equal GET requests that are under way at the same time share one request; each caller gets a copy of the response.
 * Requests with options of their own, such as a signal, aren't shared.
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
      // The query string is the key: JSON would leave out an undefined condition, and two questions would be one.
      const search = stringify(query, context.options)
      const limit = startTimeLimit(request, defaultTimeout(context.options))
      // Another user may log in while a request is under way.
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
    throw new ResponseShapeError(`GET ${path} returned a response that is nested too deep to be copied`)
  }
}
