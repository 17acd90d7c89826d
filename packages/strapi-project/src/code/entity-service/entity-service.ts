import type { Parameters } from './service-parameters.js'
import { randomUUID } from 'node:crypto'
import { type Registry, isRecord } from '@content-api/model'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { Entries } from '@content-api/core/entries/entries'
import { nullIfMissing, permit, type PermittedRequest } from '@content-api/core/entries/request'
import type { Action } from '@content-api/core/query/plan-context'
import type { FlatEntry } from '@content-api/core/entries/hooks/hook'
import { ApiError } from '@content-api/engine/errors'
import { type JsonText, parseText, userType } from '@content-api/engine/plan'
import { readInteger, readId } from '@content-api/core/query/raw-value'
import type { SystemAttribute } from '@content-api/core/query/body/system-values'
import { currentSession } from '../host/current-host.js'
import { unknownName } from '@content-api/core/errors/extension-error'
import { withHiddenSecrets } from '@content-api/core/entries/secrets'
import type { TokenEpochs } from '@content-api/capabilities/accounts/jwt'
import { readTokenEpochs } from '@content-api/engine/accounts'
import type { Reader } from '@content-api/engine/database'

/** Parameters of a write: the attributes in `data`, and parameters that select the response. */
type WriteParameters = Parameters & { readonly data: Readonly<Record<string, unknown>> }

/** A number, or a string of digits from a path or a GraphQL `ID`. */
type EntryId = number | string

/**
 * Reads and writes content for project code, with the permissions of one caller. The parameters are those of
 * REST, with `start`, `limit`, `page` and `pageSize` at the top level. Reads include drafts unless
 * `publicationState` is `live`, as in Strapi 4; with the permissions of a caller they include drafts only if
 * it is `preview`. In a hook, everything runs in the transaction of the hook's write. All functions throw an
 * ExtensionError for an unknown uid.
 */
export interface EntityService {
  /**
   * Returns every entry, unless there is a limit or a page. For a single type it returns the entry or null,
   * as in Strapi 4; the declared return type omits this case.
   * @throws ApiError for invalid parameters
   */
  findMany(uid: string, parameters?: Parameters): Promise<FlatEntry[]>
  /** Returns a page of entries with its pagination. @throws ApiError for invalid parameters */
  findPage(uid: string, parameters?: Parameters): Promise<EntityPage>
  /** Returns null if the entry doesn't exist. @throws ApiError for invalid parameters */
  findOne(uid: string, id: EntryId, parameters?: Parameters): Promise<FlatEntry | null>
  /** @throws ApiError for invalid parameters */
  count(uid: string, parameters?: Parameters): Promise<number>
  /**
   * Creates an entry: a draft if the type has drafts and `publishedAt` isn't set.
   * @throws ApiError for invalid values
   */
  create(uid: string, parameters: WriteParameters): Promise<FlatEntry>
  /** Returns null if the entry doesn't exist. @throws ApiError for invalid values */
  update(uid: string, id: EntryId, parameters: WriteParameters): Promise<FlatEntry | null>
  /** Returns the deleted entry, or null if it doesn't exist. @throws ApiError */
  delete(uid: string, id: EntryId, parameters?: Parameters): Promise<FlatEntry | null>
}

export interface EntityPage {
  readonly results: FlatEntry[]
  /** `page`, `pageSize`, `pageCount` and `total`; or `start`, `limit` and `total` if the request uses these. */
  readonly pagination: Readonly<Record<string, number>>
}

/** Users of longer lists are less likely to get a token. */
const maximumUsers = 100

interface ReadContent {
  readonly entries: Entries
  readonly database: Reader
  readonly epochs: TokenEpochs
}

const paginationKeys = ['start', 'limit', 'page', 'pageSize', 'withCount']

export interface EntityServiceOptions {
  readonly caller?: Caller | undefined
  /** If true, written values only need the type of their column. */
  readonly unvalidated?: boolean
  /** The system attributes that an update stores. By default, only `createdAt`. */
  readonly systemOfUpdate?: readonly SystemAttribute[]
  /** Reports a create with an id that failed. The stack of `call` has the line of the code that called. */
  readonly reportId?: (message: string, call: Error) => void
}

/** The system attributes that a new entry takes from code without a caller. */
const systemOfCreate: readonly SystemAttribute[] = ['id', 'createdAt', 'updatedAt']

/**
 * Creates the service. Without a caller everything is allowed. Reads belong to the request that the code runs
 * for. The service remembers the revocations of the users that it returns: the project's code may create
 * tokens for them (see `TokenEpochs`).
 */
export function projectEntries(
  registry: Registry,
  { entries, database, epochs }: ReadContent,
  { caller: actingCaller, unvalidated, systemOfUpdate = ['createdAt'], reportId }: EntityServiceOptions,
): EntityService {
  const defaultState = actingCaller ? undefined : 'preview'
  const revealsPrivate = !actingCaller
  /** Code that acts for a caller gets no secrets. */
  const entryOf = (uid: string, text: JsonText): FlatEntry => shown(uid, parseText(text)) as FlatEntry
  const shown = (uid: string, entries: unknown): unknown => {
    const type = registry.contentTypes.get(uid)
    return type && !actingCaller ? withHiddenSecrets(entries, type, registry) : entries
  }
  const request = (
    uid: string,
    action: Action,
    parameters: Parameters,
    { system = [], givenId }: { readonly system?: readonly SystemAttribute[]; readonly givenId?: EntryId } = {},
  ): PermittedRequest => {
    const type = registry.contentTypes.get(uid)
    if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
    const caller = actingCaller ?? { ...unrestricted, session: currentSession() }
    const publicationState = parameters['publicationState'] ?? defaultState
    const query = withDates(toQuery({ ...parameters, publicationState })) as Record<string, unknown>
    const text = `${actingCaller ? 'entries of a caller' : 'entityService'} ${textOf(query)}`
    const byProject = { revealsPrivate, unvalidated, system, givenId }
    return permit({ type, caller, byProject, query: { text, parameters: () => query } }, action)
  }
  const find = async (uid: string, parameters: Parameters) => {
    const page = parseText(await entries.find(request(uid, 'find', parameters))) as EntityPage
    return { ...page, results: shown(uid, page.results) as FlatEntry[] }
  }
  const ofEntry = async (uid: string, id: EntryId, work: (id: number) => Promise<JsonText>) =>
    nullWhenMissing(id, async (known) => entryOf(uid, await work(known)))
  const isMissing = async (uid: string, id: EntryId) =>
    (await ofEntry(uid, id, (known) => entries.findOne(request(uid, 'findOne', { fields: ['id'] }), known))) === null
  const learn = async <Result>(uid: string, result: Result): Promise<Result> => {
    const ids = uid === userType ? idsIn(result).slice(0, maximumUsers) : []
    if (ids.length === 0) return result
    for (const { id, tokensValidFrom } of await readTokenEpochs(database, ids)) epochs.learn(id, tokensValidFrom)
    return result
  }
  return {
    async findMany(uid, parameters = {}) {
      const isPaged = ['limit', 'page', 'pageSize'].some((name) => parameters[name] !== undefined)
      const { results } = await find(uid, isPaged ? parameters : { ...parameters, limit: -1 })
      if (registry.contentTypes.get(uid)?.kind !== 'singleType') return learn(uid, results)
      return (results[0] ?? null) as unknown as FlatEntry[]
    },
    async findPage(uid, parameters = {}) {
      const page = await find(uid, { withCount: true, ...parameters })
      await learn(uid, page.results)
      return page
    },
    async findOne(uid, id, parameters = {}) {
      return learn(uid, await ofEntry(uid, id, (known) => entries.findOne(request(uid, 'findOne', parameters), known)))
    },
    async count(uid, parameters = {}) {
      const { pagination } = await find(uid, { ...parameters, page: 1, pageSize: 1, withCount: true })
      return pagination['total'] as number
    },
    async create(uid, { data, ...parameters }) {
      const options = { publishByDefault: false }
      const system = actingCaller ? [] : systemOfCreate
      const create = () => entries.create(request(uid, 'create', parameters, { system }), data, options)
      const hasId = system.length > 0 && (data['id'] ?? null) !== null
      return learn(uid, entryOf(uid, await reporting(hasId && reportId, create)))
    },
    async update(uid, id, { data, ...parameters }) {
      try {
        const system = actingCaller ? [] : systemOfUpdate
        const options = { system, givenId: id }
        const work = (known: number) => entries.update(request(uid, 'update', parameters, options), known, data)
        return await learn(uid, await ofEntry(uid, id, work))
      } catch (error) {
        // The data of an entry that doesn't exist isn't validated in Strapi 4.
        if (error instanceof ApiError && error.name === 'ValidationError' && (await isMissing(uid, id))) return null
        throw error
      }
    },
    async delete(uid, id, parameters = {}) {
      return ofEntry(uid, id, (known) => entries.remove(request(uid, 'delete', parameters), known))
    },
  }
}

/**
 * Runs work on an entry. Returns null for an invalid id or if the entry doesn't exist.
 * @throws TypeError for a missing id, as in Strapi 4
 */
async function nullWhenMissing(
  requested: EntryId,
  work: (id: number) => Promise<FlatEntry>,
): Promise<FlatEntry | null> {
  if ((requested as unknown) === undefined) throw new TypeError('The id of the entry is undefined. Pass a number.')
  const id = readInteger(requested)
  return id === undefined || id < 1 ? null : nullIfMissing(work(id))
}

/** Runs work, and reports its ApiError, which gets the current stack: the queue of writes loses it. */
function reporting<Result>(
  report: false | undefined | ((message: string, call: Error) => void),
  work: () => Promise<Result>,
): Promise<Result> {
  if (!report) return work()
  const call = new Error('A write with an id')
  return work().catch((error: unknown) => {
    if (error instanceof ApiError) {
      error.stack = `${String(error)}${call.stack?.slice(String(call).length)}`
      report(error.message, call)
    }
    throw error
  })
}

/** Converts `Date` objects of project code to ISO strings. @throws RangeError for an invalid date */
function withDates(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(withDates)
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withDates(item)]))
}

/** Stands for a value that JSON doesn't have. No request can contain it. */
const noJson = randomUUID()

/** Returns different texts for different queries: JSON alone is the same for `{ id: undefined }` and `{}`. */
function textOf(query: object): string {
  return JSON.stringify(query, (_name, value: unknown) => {
    const isLost = value === undefined || (typeof value === 'number' && !Number.isFinite(value))
    return isLost ? `${noJson} ${String(value)}` : value
  })
}

function toQuery(parameters: Parameters): Record<string, unknown> {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const pagination = entries.filter(([name]) => paginationKeys.includes(name))
  const others = entries.filter(([name]) => !paginationKeys.includes(name))
  return Object.fromEntries(
    pagination.length === 0 ? others : [...others, ['pagination', Object.fromEntries(pagination)]],
  )
}

function idsIn(result: unknown): number[] {
  const entries: readonly unknown[] = Array.isArray(result) ? result : [result]
  return entries.flatMap((entry) => readId((entry as { readonly id?: unknown } | null)?.id) ?? [])
}
