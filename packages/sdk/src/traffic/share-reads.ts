import type { Extension } from '../client.js'
import { stringify } from '../query/stringify.js'

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
      const key = JSON.stringify([await context.token(path), prefix, path, stringify(query, context.options)])
      const shared = underWay.get(key)
      if (shared) return structuredClone(await shared)
      const answer = send(request).finally(() => underWay.delete(key))
      underWay.set(key, answer)
      return structuredClone(await answer)
    }
    return {}
  }
}
