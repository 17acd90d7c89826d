import type { Registry } from '@content-api/model'
import { unrestricted } from '../entries/caller.js'
import type { Entries } from '../entries/entries.js'
import { ApiError } from '../errors/api-error.js'
import { isRecord, unknownName } from './extension-error.js'

type Parameters = Readonly<Record<string, unknown>>

/** An entry without envelopes: its attributes beside its id, and populated relations the same way. */
export type FlatEntry = Readonly<Record<string, unknown>> & { readonly id: number }

/**
 * Reads content for resolvers, policies and middlewares, with every permission. Parameters are those of REST, with `start`,
 * `limit`, `page` and `pageSize` beside the others; drafts are read with `publicationState: 'preview'` only.
 */
export interface EntityService {
  /** @throws ApiError for parameters that make no sense */
  findMany(uid: string, parameters?: Parameters): Promise<FlatEntry[]>
  /** null for an entry that isn't there. @throws ApiError for parameters that make no sense */
  findOne(uid: string, id: number, parameters?: Parameters): Promise<FlatEntry | null>
  /** @throws ApiError for parameters that make no sense */
  count(uid: string, parameters?: Parameters): Promise<number>
}

const paginationKeys = ['start', 'limit', 'page', 'pageSize', 'withCount']

export function createEntityService(registry: Registry, entries: Entries): EntityService {
  const request = (uid: string, parameters: Parameters) => {
    const type = registry.contentTypes.get(uid)
    if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
    const query = toQuery(parameters)
    return {
      type,
      caller: unrestricted,
      query: { text: `entityService ${JSON.stringify(query)}`, parameters: () => query },
    }
  }
  const find = async (uid: string, parameters: Parameters) =>
    JSON.parse(await entries.find(request(uid, parameters))) as {
      data: unknown[]
      meta: { pagination: { total: number } }
    }
  return {
    async findMany(uid, parameters = {}) {
      const { data } = await find(uid, parameters)
      return data.map((entry) => flatten(entry) as FlatEntry)
    },
    async findOne(uid, id, parameters = {}) {
      try {
        const { data } = JSON.parse(await entries.findOne(request(uid, parameters), id)) as { data: unknown }
        return flatten(data) as FlatEntry
      } catch (error) {
        if (error instanceof ApiError && error.name === 'NotFoundError') return null
        throw error
      }
    },
    async count(uid, parameters = {}) {
      const { meta } = await find(uid, { ...parameters, page: 1, pageSize: 1, withCount: true })
      return meta.pagination.total
    },
  }
}

function toQuery(parameters: Parameters): Record<string, unknown> {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const pagination = entries.filter(([name]) => paginationKeys.includes(name))
  const others = entries.filter(([name]) => !paginationKeys.includes(name))
  return Object.fromEntries(
    pagination.length === 0 ? others : [...others, ['pagination', Object.fromEntries(pagination)]],
  )
}

/** Envelopes hold nothing but `data`, entries an `id` with `attributes`. */
function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatten)
  if (!isRecord(value)) return value
  if ('data' in value && Object.keys(value).every((key) => key === 'data' || key === 'meta'))
    return flatten(value['data'])
  if ('attributes' in value && 'id' in value) {
    const attributes = Object.entries(value['attributes'] as object).map(([name, item]) => [name, flatten(item)])
    return { id: value['id'], ...Object.fromEntries(attributes) }
  }
  return value
}
