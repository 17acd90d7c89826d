import type { Extension } from '../client.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { stringify } from '../query/stringify.js'
import { defaultTimeout, timeLimit } from '../transport/time-limit.js'

/**
 * Lets equal reads that are under way at the same time share one request; each caller gets an answer of its own. Reads
 * with options of their own (a signal above all) stay apart.
 */
export function shareReads(): Extension<object> {
  return (context) => {
    const { send } = context
    const underWay = new Map<string, Promise<unknown>>()
    context.send = async (request) => {
      const { method, prefix, path, query = {}, options } = request
      if (method !== 'GET' || options) return send(request)
      // By what is sent: to JSON a forgotten value is none, and two questions would be one. And by who asks, which may
      // change while an answer is under way.
      const search = stringify(query, context.options)
      const limit = timeLimit(request, defaultTimeout(context.options))
      const key = JSON.stringify([await limit.wait(context.token(path), 'the token'), prefix, path, search])
      const shared = underWay.get(key)
      if (shared) return copyOf(await shared, path)
      const answer = send(request).finally(() => underWay.delete(key))
      underWay.set(key, answer)
      return copyOf(await answer, path)
    }
    return {}
  }
}

/** An answer for one caller alone. Throws a {@link ResponseShapeError} for one that nobody could copy. */
function copyOf(answer: unknown, path: string): unknown {
  try {
    return structuredClone(answer)
  } catch {
    throw new ResponseShapeError(`GET ${path} is answered with more levels than can be copied`)
  }
}
