import type { ContentType } from '@content-api/model'
import type { JsonResponse } from './exchange.js'
import type { GraphqlRequest } from './graphql-request.js'
import type { Ids, LastIds } from './ids.js'
import { isRecord } from './request-target.js'

/** The content types of the entries that a mutation creates, each with its key in the response. */
function makers({ roots }: GraphqlRequest) {
  return roots.flatMap(({ key, name, target }) => {
    if (target?.operation === 'create' || target?.operation === 'localize') return [{ key, type: target.type }]
    return target && name.startsWith('create') ? [{ key, type: target.type }] : []
  })
}

function valueAt(response: JsonResponse | null, key: string): unknown {
  const data = isRecord(response?.body) ? response.body['data'] : null
  return isRecord(data) ? (data[key] ?? null) : null
}

/** Returns the id of the entry at a response key; null if the response has none. */
function idAt(response: JsonResponse | null, key: string): number | null {
  const value = valueAt(response, key)
  const data = isRecord(value) ? value['data'] : null
  const id = isRecord(data) ? Number(data['id']) : Number.NaN
  return Number.isInteger(id) ? id : null
}

/** As for REST: the counters continue as in the recording, and never go back. */
export async function skipToMade(request: GraphqlRequest, recorded: JsonResponse | null, ids: Ids): Promise<LastIds> {
  const last = await ids.read()
  const firsts = new Map<string, number>()
  for (const { key, type } of makers(request)) {
    const id = idAt(recorded, key)
    if (id !== null && !firsts.has(type.collectionName)) firsts.set(type.collectionName, id)
  }
  const ahead = [...firsts].filter(([table, id]) => id - 1 > (last.get(table) ?? 0))
  const next = new Map(ahead.map(([table, id]) => [table, id - 1]))
  await ids.restore(next)
  return next.size > 0 ? ids.read() : last
}

interface Sent {
  readonly graphql: GraphqlRequest
  readonly recorded: JsonResponse | null
  readonly ours: JsonResponse
  readonly before: LastIds
}

/**
 * Undoes what this server created and Strapi rejected. Reuses ids that only this server used, and skips ids
 * that only Strapi used, as far as the recording shows them.
 */
export async function keepGraphqlInStep(
  { graphql, recorded, ours, before }: Sent,
  ids: Ids,
  remove: (type: ContentType, id: number) => Promise<void>,
): Promise<void> {
  if (graphql.roots.every(({ key }) => valueAt(ours, key) === null)) await ids.restore(before)
  if (!recorded) return
  const made = makers(graphql)
  for (const { key, type } of made) {
    const [theirs, own] = [valueAt(recorded, key), valueAt(ours, key)]
    const last = before.get(type.collectionName) ?? 0
    if (own !== null && theirs === null && made.length === 1) {
      const input = (await ids.read()).get(type.collectionName) ?? 0
      for (let id = last + 1; id <= input; id++) await remove(type, id)
      await ids.restore(before)
    }
    if (own === null && theirs !== null) {
      await ids.restore(new Map([[type.collectionName, Math.max(idAt(recorded, key) ?? 0, last + 1)]]))
    }
  }
}
