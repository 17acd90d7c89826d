import { type Registry, isRecord } from '@content-api/model'
import { type Caller, unrestricted } from '../entries/caller.js'
import type { Entries } from '../entries/entries.js'
import type { EntryRequest } from '../entries/request.js'
import type { FlatEntry } from '../entries/hooks/hook.js'
import { ApiError } from '../errors/api-error.js'
import { readInteger } from '../query/raw-value.js'
import { currentSession } from './current-host.js'
import { unknownName } from './extension-error.js'

type Parameters = Readonly<Record<string, unknown>>

/** Parameters of a write: the attributes in `data`, and how the answer is to be read. */
type WriteParameters = Parameters & { readonly data: Readonly<Record<string, unknown>> }

/** A number, or its digits as they come in a path or from GraphQL's `ID`. */
type EntryId = number | string

/**
 * Reads and writes content for code of the project, with the permissions of one caller. Parameters are those of REST, with
 * `start`, `limit`, `page` and `pageSize` beside the others; drafts are read with `publicationState: 'preview'` only. Within a
 * hook everything is part of the transaction of the write that the hook belongs to.
 */
export interface EntityService {
  /**
   * Every entry, unless there is a limit or a page; of a single type its entry or null, as in Strapi 4, which the type leaves
   * out. @throws ApiError for parameters that make no sense
   */
  findMany(uid: string, parameters?: Parameters): Promise<FlatEntry[]>
  /** A page of entries with its place among all. @throws ApiError for parameters that make no sense */
  findPage(uid: string, parameters?: Parameters): Promise<EntityPage>
  /** null for an entry that isn't there. @throws ApiError for parameters that make no sense */
  findOne(uid: string, id: EntryId, parameters?: Parameters): Promise<FlatEntry | null>
  /** @throws ApiError for parameters that make no sense */
  count(uid: string, parameters?: Parameters): Promise<number>
  /** A draft where there are drafts, unless `publishedAt` says otherwise. @throws ApiError for what can't be written */
  create(uid: string, parameters: WriteParameters): Promise<FlatEntry>
  /** null for an entry that isn't there. @throws ApiError for what can't be written */
  update(uid: string, id: EntryId, parameters: WriteParameters): Promise<FlatEntry | null>
  /** The entry as it was; null for one that isn't there. @throws ApiError */
  delete(uid: string, id: EntryId, parameters?: Parameters): Promise<FlatEntry | null>
}

export interface EntityPage {
  readonly results: FlatEntry[]
  /** `page`, `pageSize`, `pageCount` and `total`, or `start`, `limit` and `total`, as it was asked for. */
  readonly pagination: Readonly<Record<string, number>>
}

const paginationKeys = ['start', 'limit', 'page', 'pageSize', 'withCount']

/** Without a caller everything is permitted, within the request that the code runs for. */
export function createEntityService(registry: Registry, entries: Entries, given?: Caller): EntityService {
  const request = (uid: string, parameters: Parameters): EntryRequest => {
    const type = registry.contentTypes.get(uid)
    if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
    const caller = given ?? { ...unrestricted, session: currentSession() }
    const query = withDates(toQuery(parameters)) as Record<string, unknown>
    return {
      type,
      caller,
      byProject: true,
      query: { text: `entityService ${JSON.stringify(query)}`, parameters: () => query },
    }
  }
  const find = async (uid: string, parameters: Parameters) =>
    JSON.parse(await entries.find(request(uid, parameters))) as EntityPage
  return {
    async findMany(uid, parameters = {}) {
      const isPaged = ['limit', 'page', 'pageSize'].some((name) => parameters[name] !== undefined)
      const { results } = await find(uid, isPaged ? parameters : { ...parameters, limit: -1 })
      if (registry.contentTypes.get(uid)?.kind !== 'singleType') return results
      return (results[0] ?? null) as unknown as FlatEntry[]
    },
    findPage: async (uid, parameters = {}) => find(uid, { withCount: true, ...parameters }),
    async findOne(uid, id, parameters = {}) {
      return ofEntry(id, (known) => entries.findOne(request(uid, parameters), known))
    },
    async count(uid, parameters = {}) {
      const { pagination } = await find(uid, { ...parameters, page: 1, pageSize: 1, withCount: true })
      return pagination['total'] as number
    },
    async create(uid, { data, ...parameters }) {
      const options = { publishByDefault: false }
      return entryOf(await entries.create(request(uid, parameters), withDates(data), options))
    },
    async update(uid, id, { data, ...parameters }) {
      return ofEntry(id, (known) => entries.update(request(uid, parameters), known, withDates(data)))
    },
    async delete(uid, id, parameters = {}) {
      return ofEntry(id, (known) => entries.remove(request(uid, parameters), known))
    },
  }
}

const entryOf = (text: string) => JSON.parse(text) as FlatEntry

/** What can't be an id names no entry. */
async function ofEntry(given: EntryId, answer: (id: number) => Promise<string>): Promise<FlatEntry | null> {
  const id = readInteger(given)
  if (id === undefined || id < 1) return null
  try {
    return entryOf(await answer(id))
  } catch (error) {
    if (error instanceof ApiError && error.name === 'NotFoundError') return null
    throw error
  }
}

/** Code has its moments as `Date`, which are texts everywhere else. @throws RangeError for one that is no moment */
function withDates(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(withDates)
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withDates(item)]))
}

function toQuery(parameters: Parameters): Record<string, unknown> {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const pagination = entries.filter(([name]) => paginationKeys.includes(name))
  const others = entries.filter(([name]) => !paginationKeys.includes(name))
  return Object.fromEntries(
    pagination.length === 0 ? others : [...others, ['pagination', Object.fromEntries(pagination)]],
  )
}
