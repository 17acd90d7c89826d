import { type ContentType, isRecord, type Registry } from '@content-api/model'
import {
  type AroundAction,
  type AroundCall as CoreCall,
  isHookedAround,
  runAround,
} from '@content-api/core/entries/hooks/around-hooks'
import type { HookScope } from '@content-api/core/entries/hooks/run-hooks'
import { currentSession } from '../host/current-host.js'
import { type Parameters, toService } from '../entity-service/service-parameters.js'
import type { EntityPage, EntityService } from '../entity-service/entity-service.js'
import { readInteger } from '@content-api/core/query/raw-value'
import type { Caller } from '@content-api/core/entries/caller'

/** Runs the hooks of a project around reads, and around writes of many entries. */
export interface AroundHooks {
  has(type: ContentType, ...actions: readonly AroundAction[]): boolean
  /**
   * @param work performs the read or the writes with the parameters of `strapi.db.query`, which the hooks may
   * have changed
   * @returns the result, which the hooks may have changed
   */
  around<Result>(call: AroundCall, work: (parameters: Parameters) => Promise<Result>): Promise<Result>
}

export interface AroundCall extends CoreCall {
  readonly parameters: Parameters
  readonly userId?: number | null
}

/** For services without hooks. */
export const withoutHooks: AroundHooks = { has: () => false, around: ({ parameters }, work) => work(parameters) }

export function aroundHooks(scope: HookScope): AroundHooks {
  const { hooks } = scope
  return {
    has: (type, ...actions) => actions.some((action) => isHookedAround(hooks, type, action)),
    async around(call, work) {
      if (!isHookedAround(hooks, call.type, call.action)) return work(call.parameters)
      return runAround(scope, call, { userId: call.userId ?? null, session: currentSession() }, work)
    },
  }
}

/** Returns whether `where` is only the condition on the id. If not, a hook has changed it. */
export function isById(where: unknown, id: number): boolean {
  return isRecord(where) && Object.keys(where).length === 1 && where['id'] === id
}

/** Creates an entity service that runs the hooks of reads. */
export function hookedEntityService(
  registry: Registry,
  plain: EntityService,
  hooks: AroundHooks,
  caller?: Caller,
): EntityService {
  const userId = caller?.userId ?? null
  const typeOf = (uid: string) => registry.contentTypes.get(uid)
  const page = async (type: ContentType, parameters: Parameters): Promise<EntityPage> => {
    const call = { type, parameters: toQueryParameters(parameters), userId }
    const action = type.kind === 'singleType' ? 'FindOne' : 'FindMany'
    let found: EntityPage = { results: [], pagination: {} }
    const read = async (changed: Parameters) => {
      found = await plain.findPage(type.uid, fromQueryParameters(registry, type, parameters, changed))
      return action === 'FindOne' ? (found.results[0] ?? null) : found.results
    }
    const results = await hooks.around<unknown>({ ...call, action }, read)
    const list = action === 'FindMany' ? results : results === null ? [] : [results]
    return { ...found, results: list as EntityPage['results'] }
  }
  const counted = async (type: ContentType, parameters: Parameters, read: () => Promise<number>) =>
    hooks.around({ type, action: 'Count', parameters: { where: parameters['filters'] ?? {} }, userId }, read)
  const findOneCall = (type: ContentType, id: unknown, parameters: Parameters): AroundCall => ({
    type,
    action: 'FindOne',
    parameters: { ...toQueryParameters(parameters), where: { id } },
    userId,
  })
  /** Runs the hooks of reads on the entry that a write returns. */
  const written = async <Entry>(uid: string, parameters: Parameters, write: () => Promise<Entry>): Promise<Entry> => {
    const type = typeOf(uid)
    const entry = await write()
    if (!type || entry === null || !hooks.has(type, 'FindOne')) return entry
    const { id } = entry as { readonly id?: unknown }
    return hooks.around(findOneCall(type, id, parameters), () => Promise.resolve(entry))
  }
  return {
    create: (uid, parameters) => written(uid, parameters, () => plain.create(uid, parameters)),
    update: (uid, id, parameters) => written(uid, parameters, () => plain.update(uid, id, parameters)),
    delete: (uid, id, parameters = {}) => written(uid, parameters, () => plain.delete(uid, id, parameters)),
    async findMany(uid, parameters = {}) {
      const type = typeOf(uid)
      if (!type || !hooks.has(type, 'FindMany', 'FindOne')) return plain.findMany(uid, parameters)
      const isPaged = ['limit', 'page', 'pageSize'].some((name) => parameters[name] !== undefined)
      const { results } = await page(type, isPaged ? parameters : { ...parameters, limit: -1 })
      return type.kind === 'singleType' ? ((results[0] ?? null) as unknown as typeof results) : results
    },
    async findPage(uid, parameters = {}) {
      const type = typeOf(uid)
      if (!type || !hooks.has(type, 'FindMany', 'FindOne', 'Count')) return plain.findPage(uid, parameters)
      const found = await page(type, parameters)
      const { total } = found.pagination
      if (total === undefined || !hooks.has(type, 'Count')) return found
      const counts = await counted(type, parameters, () => Promise.resolve(total))
      return { ...found, pagination: { ...found.pagination, total: counts } }
    },
    async findOne(uid, id, parameters = {}) {
      const type = typeOf(uid)
      const known = readInteger(id)
      if (!type || known === undefined || !hooks.has(type, 'FindOne')) return plain.findOne(uid, id, parameters)
      return hooks.around(findOneCall(type, known, parameters), async (changed) => {
        const { filters, ...others } = fromQueryParameters(registry, type, parameters, changed)
        if (isById(changed['where'], known)) return plain.findOne(uid, known, others)
        const every = type.localized ? { locale: 'all' } : {}
        const { results } = await plain.findPage(uid, { ...every, ...others, filters, limit: 1 })
        return results[0] ?? null
      })
    },
    async count(uid, parameters = {}) {
      const type = typeOf(uid)
      if (!type || !hooks.has(type, 'Count')) return plain.count(uid, parameters)
      const call = { type, action: 'Count', parameters: toQueryParameters(parameters), userId } as const
      return hooks.around(call, (changed) => plain.count(uid, fromQueryParameters(registry, type, parameters, changed)))
    },
  }
}

/** Converts parameters of `entityService` to those of `strapi.db.query`, which hooks get. */
function toQueryParameters(parameters: Parameters): Parameters {
  const { fields, filters, populate, sort, start, limit } = parameters
  return {
    where: filters ?? {},
    ...(fields !== undefined && { select: fields }),
    ...(populate !== undefined && { populate }),
    ...(sort !== undefined && { orderBy: sort }),
    ...(start !== undefined && { offset: start }),
    ...(limit !== undefined && { limit }),
  }
}

/** Returns the parameters with the changes of the hooks. Unchanged parameters stay as they were. */
function fromQueryParameters(
  registry: Registry,
  type: ContentType,
  original: Parameters,
  changed: Parameters,
): Parameters {
  const before = toQueryParameters(original)
  const { populate } = changed
  const others = Object.fromEntries(
    ['where', 'select', 'orderBy', 'limit', 'offset'].flatMap((name) =>
      name === 'where' || changed[name] !== before[name] ? [[name, changed[name]]] : [],
    ),
  )
  const paged = 'limit' in others || 'offset' in others
  const rest = Object.fromEntries(Object.entries(original).filter(([name]) => name !== 'page' && name !== 'pageSize'))
  return {
    ...(paged ? rest : original),
    ...toService(registry, type, others),
    ...(populate !== undefined && { populate: populate === true ? '*' : populate }),
  }
}
