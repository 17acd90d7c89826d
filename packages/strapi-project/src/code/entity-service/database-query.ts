import { type ContentType, type Registry, isScalar, isRecord } from '@content-api/model'
import { type AroundHooks, withoutHooks } from '../lifecycles/around-hooks.js'
import { type LoadedPage, idOf, pageOf, requireLinks, queryPage } from './strapi-entity-service.js'
import type { EntityPage, EntityService } from './entity-service.js'
import { byName } from '../host/guarded.js'
import { ExtensionError, checkKeys, rejectUndefined } from '@content-api/core/errors/extension-error'
import type { Values } from '@content-api/engine/plan'
import { warnIgnored, toService, type Parameters } from './service-parameters.js'

/**
 * Reads and writes entries of a content type like `strapi.db.query(uid)` of Strapi 4, including drafts and
 * all locales.
 */
export interface DatabaseQuery {
  /** Returns the first entry, or null. */
  findOne(parameters?: Parameters): Promise<Values | null>
  findMany(parameters?: Parameters): Promise<Values[]>
  /** Returns a page of entries and the total number of entries. */
  findWithCount(parameters?: Parameters): Promise<[Values[], number]>
  /** Returns a page of entries: the first with 10 entries, unless `page` and `pageSize` are set. */
  findPage(parameters?: Parameters): Promise<EntityPage>
  count(parameters?: Parameters): Promise<number>
  /** Returns a relation or component of an entry. @throws ExtensionError for another attribute */
  load(entry: unknown, field: string, parameters?: Parameters): Promise<unknown>
  /** Returns a page of a relation or component: the first with 10 items, unless `page` and `pageSize` are set. */
  loadPages(entry: unknown, field: string, parameters?: Parameters): Promise<LoadedPage>
  create(parameters: Parameters): Promise<Values>
  /**
   * Updates the first entry that matches. Returns the updated entry, or null if none matches.
   * @throws ExtensionError without `where`
   */
  update(parameters: Parameters): Promise<Values | null>
  /**
   * Deletes the first entry that matches. Returns the deleted entry, or null if none matches.
   * @throws ExtensionError without `where`
   */
  delete(parameters: Parameters): Promise<Values | null>
  /**
   * This and the next two functions write one entry after the other, in one transaction. They run the hooks
   * of each write, and their own, such as `beforeCreateMany`. As in Strapi 4, they don't write relations and
   * components.
   */
  createMany(parameters: Parameters): Promise<{ readonly count: number; readonly ids: readonly number[] }>
  updateMany(parameters: Parameters): Promise<{ readonly count: number }>
  deleteMany(parameters?: Parameters): Promise<{ readonly count: number }>
}

/** How a query reads and writes. */
interface QueryServices {
  readonly service: EntityService
  /** For the writes of several entries, which store more system attributes. */
  readonly serviceOfMany: EntityService
  /** Runs work in one transaction. */
  readonly together: <Result>(work: () => Promise<Result>) => Promise<Result>
}

const reading = ['select', 'where', 'populate', 'orderBy', 'limit', 'offset', '_q', 'filters'] as const
const shaping = ['select', 'populate'] as const

/** A query of one content type. */
interface QueryOfType extends QueryServices {
  readonly registry: Registry
  readonly type: ContentType
  readonly hooks: AroundHooks
}

/**
 * Creates a query. Its functions ignore unknown parameters with a warning, as Strapi 4 ignores them, except
 * for those that write several entries.
 */
export function createDatabaseQuery(
  registry: Registry,
  services: QueryServices,
  type: ContentType,
  hooks: AroundHooks = withoutHooks,
): DatabaseQuery {
  const query = { ...services, registry, type, hooks }
  return { ...readsOf(query), ...writesOf(query), ...writesOfMany(query) }
}

function check({ type }: QueryOfType, name: string, input: unknown, known: readonly string[]): Parameters {
  if (!isRecord(input)) throw new ExtensionError(`${name} of strapi.db.query('${type.uid}') needs an object.`)
  warnUnknown(`${name} of strapi.db.query('${type.uid}')`, input, known)
  return input
}

/** A mistaken parameter must not write all entries. */
function checkMany(query: QueryOfType, name: string, input: Parameters, known: readonly string[]): Parameters {
  const place = `${name} of strapi.db.query('${query.type.uid}')`
  checkKeys(place, check(query, name, input, Object.keys(input)), known)
  rejectUndefined(place, input, 'where')
  return input
}

const serviceParameters = ({ registry, type }: QueryOfType, input: Parameters): Parameters => ({
  publicationState: 'preview',
  ...(type.localized && { locale: 'all' }),
  ...toService(registry, type, input),
})

async function pageFor(query: QueryOfType, input: Parameters): Promise<Values[]> {
  const parameters = { limit: -1, ...serviceParameters(query, input), withCount: false }
  return (await query.service.findPage(query.type.uid, parameters)).results
}

const found = async (query: QueryOfType, input: Parameters): Promise<Values[]> =>
  (await pageFor(query, input)).map((entry) => picked(entry, input))

async function readAgain(query: QueryOfType, id: unknown, input: Parameters): Promise<Values | null> {
  const [entry = null] = await found(query, { select: input['select'], populate: input['populate'], where: { id } })
  return entry
}

type Reads = 'findOne' | 'findMany' | 'findWithCount' | 'findPage' | 'count' | 'load' | 'loadPages'

function readsOf(query: QueryOfType): Pick<DatabaseQuery, Reads> {
  const { type, hooks, service } = query
  const many = (parameters: Parameters) =>
    hooks.around({ type, action: 'FindMany', parameters }, (changed) => found(query, changed))
  const counted = ({ where, _q, filters }: Parameters) => {
    const parameters = { where, ...(_q !== undefined && { _q }), ...(filters !== undefined && { filters }) }
    return hooks.around({ type, action: 'Count', parameters }, (changed) =>
      service.count(type.uid, serviceParameters(query, changed)),
    )
  }
  const load = async (entry: unknown, field: string, parameters: Parameters = {}): Promise<unknown> => {
    requireLinks(type, field)
    const populate = { [field]: parameters }
    const [loaded] = await found(query, { where: { id: idOf(entry) }, select: ['id'], populate })
    return loaded?.[field] ?? null
  }
  return {
    async findOne(input = {}) {
      const parameters = check(query, 'findOne', input, reading)
      return hooks.around({ type, action: 'FindOne', parameters }, async (changed) => {
        const [entry = null] = await found(query, { ...changed, limit: 1 })
        return entry
      })
    },
    findMany: async (input = {}) => many(check(query, 'findMany', input, reading)),
    async findWithCount(input = {}) {
      const parameters = check(query, 'findWithCount', input, reading)
      return [await many(input), await counted(parameters)]
    },
    findPage: async (input = {}) =>
      queryPage({ findMany: many, count: counted }, check(query, 'findPage', input, [...reading, 'page', 'pageSize'])),
    count: async (input = {}) => counted(check(query, 'count', input, reading)),
    load,
    async loadPages(entry, field, { page: number = 1, pageSize = 10, ...parameters } = {}) {
      return pageOf(await load(entry, field, parameters), number, pageSize)
    },
  }
}

function writesOf(query: QueryOfType): Pick<DatabaseQuery, 'create' | 'update' | 'delete'> {
  const { type, service } = query
  const { uid } = type
  const first = async ({ where, orderBy }: Parameters) => {
    const [entry] = await pageFor(query, { where, orderBy, limit: 1 })
    return entry && Number(entry['id'])
  }
  return {
    async create(input) {
      check(query, 'create', input, [...shaping, 'data'])
      addTimes(input['data'])
      const created = await service.create(uid, { data: writtenData(uid, input) })
      return withHookChanges(type, (await readAgain(query, created.id, input)) ?? {}, created)
    },
    async update(input) {
      requireWhere('update', check(query, 'update', input, [...shaping, 'where', 'data']))
      const data = writtenData(uid, input)
      Reflect.set(data, 'updatedAt', new Date())
      const id = await first(input)
      const updated = id === undefined ? null : await service.update(uid, id, { data })
      const entry = updated && (await readAgain(query, id, input))
      return entry && withHookChanges(type, entry, updated)
    },
    async delete(input) {
      requireWhere('delete', check(query, 'delete', input, [...shaping, 'where']))
      const id = await first(input)
      const entry = id === undefined ? null : await readAgain(query, id, withId(input))
      if (id !== undefined) await service.delete(uid, id)
      return entry
    },
  }
}

function writesOfMany(query: QueryOfType): Pick<DatabaseQuery, 'createMany' | 'updateMany' | 'deleteMany'> {
  const { type, hooks, serviceOfMany, together } = query
  const { uid } = type
  const isWritten = (name: string) => {
    const attribute = type.attributes[name]
    return !attribute || isScalar(attribute)
  }
  const scalarsOf = (data: Parameters): Parameters =>
    Object.fromEntries(Object.entries(data).filter(([name]) => isWritten(name)))
  /** Writes each entry that matches, in one transaction. */
  const each = (where: unknown, write: (id: number) => Promise<unknown>) =>
    together(async () => {
      const known = await found(query, { where, select: ['id'] })
      for (const { id } of known) await write(Number(id))
      return { count: known.length }
    })
  return {
    async createMany(input) {
      const parameters = check(query, 'createMany', input, ['data'])
      if (Array.isArray(input['data'])) input['data'].forEach(addTimes)
      const create = async (data: Parameters) => (await serviceOfMany.create(uid, { data: scalarsOf(data) })).id
      return hooks.around({ type, action: 'CreateMany', parameters }, (changed) =>
        together(() => createEach(uid, changed, create)),
      )
    },
    async updateMany(input) {
      const parameters = checkMany(query, 'updateMany', input, ['where', 'data'])
      return hooks.around({ type, action: 'UpdateMany', parameters }, async (changed) => {
        const data = scalarsOf(writtenData(uid, changed))
        if (Object.keys(data).length === 0) throw new ExtensionError('updateMany needs a value in "data".')
        return each(changed['where'], (id) => serviceOfMany.update(uid, id, { data }))
      })
    },
    async deleteMany(input = {}) {
      const parameters = checkMany(query, 'deleteMany', input, ['where'])
      return hooks.around({ type, action: 'DeleteMany', parameters }, ({ where }) =>
        each(where, (id) => serviceOfMany.delete(uid, id)),
      )
    },
  }
}

/** Adds the times of a new entry to the data that code passed. As in Strapi 4, code finds them there afterwards. */
function addTimes(data: unknown): void {
  if (!isRecord(data)) return
  const now = new Date()
  for (const name of ['createdAt', 'updatedAt']) if (data[name] === undefined) Reflect.set(data, name, now)
}

/**
 * Removes ids that are neither selected nor needed for populated relations, at every level. The entity
 * service always returns them.
 */
function picked(entry: Values, { select, populate }: Parameters, order?: unknown): Values {
  // Secrets are not enumerable, so a spread would lose them.
  const { id, ...others } = Object.getOwnPropertyDescriptors(entry)
  const shown = Object.defineProperties(
    {},
    isIdShown(select, populate) || isById(order) ? { id: id ?? {}, ...others } : others,
  ) as Record<string, unknown>
  if (!isRecord(populate)) return shown
  for (const [name, options] of Object.entries(populate)) {
    if (isRecord(options)) shown[name] = pickedBelow(shown[name], options)
  }
  return shown
}

function pickedBelow(value: unknown, options: Parameters): unknown {
  if (Array.isArray(value)) return value.map((item) => pickedBelow(item, options))
  if (!isRecord(value)) return value
  const { on } = options
  if (!isRecord(on)) return picked(value, options, options['orderBy'])
  // Items of several types always have their id.
  const ofType = on[String(value['__component'] ?? value['__type'])]
  return isRecord(ofType) ? picked(value, { populate: ofType['populate'] }) : value
}

function isIdShown(select: unknown, populate: unknown): boolean {
  if (populate === true || (typeof populate === 'object' && populate !== null && Object.keys(populate).length > 0)) {
    return true
  }
  const names: unknown = typeof select === 'string' ? [select] : select
  return !Array.isArray(names) || names.includes('id') || names.includes('*')
}

/** Returns whether linked entries are in the order of their ids. Strapi reads what it sorts links by. */
function isById(orderBy: unknown): boolean {
  if (Array.isArray(orderBy)) return orderBy.some(isById)
  return orderBy === 'id' || (isRecord(orderBy) && 'id' in orderBy)
}

/** Adds the changes of hooks to an entry that was read after the write. */
function withHookChanges(type: ContentType, entry: Values, written: Values): Values {
  const isChanged = (name: string) => !Object.hasOwn(type.attributes, name) || Object.hasOwn(entry, name)
  const changed = Object.entries(written).filter(([name]) => name !== 'id' && isChanged(name))
  return Object.assign(entry, Object.fromEntries(changed))
}

/** Selects the id, too. */
function withId({ select, ...others }: Parameters): Parameters {
  return select === undefined ? others : { ...others, select: ['id', select].flat() }
}

function warnUnknown(place: string, input: Parameters, known: readonly string[]): void {
  for (const key of Object.keys(input)) {
    if (!known.includes(key)) warnIgnored(place, key)
  }
}

/** Returns the data of a write. @throws ExtensionError if they are missing */
export function writtenData(uid: string, { data }: Parameters): Parameters {
  if (isRecord(data)) return data
  throw new ExtensionError(`strapi.db.query('${uid}') needs the object "data" for a write.`)
}

/** Creates the items of `data` one after the other. @throws ExtensionError if it isn't a list */
export async function createEach(uid: string, { data }: Parameters, create: (data: Parameters) => Promise<number>) {
  if (!Array.isArray(data)) throw new ExtensionError(`createMany of strapi.db.query('${uid}') needs a list as "data".`)
  const ids: number[] = []
  for (const one of data as readonly Parameters[]) ids.push(await create(one))
  return { count: ids.length, ids }
}

/** Without a condition, the first entry would change. */
export function requireWhere(name: string, { where }: Parameters): void {
  if (where === undefined || where === null) throw new ExtensionError(`${name} needs the parameter "where".`)
}

/** The functions of queries with the uid as their first argument. */
export type EntityManager = {
  readonly [Name in keyof DatabaseQuery]: DatabaseQuery[Name] extends (...values: infer Values) => infer Result
    ? (uid: string, ...values: Values) => Result
    : never
}

/** Creates `strapi.db.entityManager`. */
export function entityManager(query: (uid: string) => DatabaseQuery): EntityManager {
  return byName((name) => (uid: string, ...values: readonly unknown[]) => {
    return (query(uid) as unknown as Record<string, (...values: readonly unknown[]) => unknown>)[name]?.(...values)
  }) as EntityManager
}
