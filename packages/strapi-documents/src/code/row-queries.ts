import { type Component, type ContentType, isRecord, isScalar } from '@content-api/model'
import type { Reader, WriteTransaction } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import type { Pagination, Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { FlatEntry } from '@content-api/core/entries/hooks/hook'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import { readInteger } from '@content-api/core/query/raw-value'
import type { WriteScope } from '../documents/context.js'
import { type ChangedResult, RowWriter } from '../documents/write-rows.js'
import { hashPasswords } from '../input/hash-passwords.js'
import { plainValues } from '../rows/plain-values.js'
import type { ProjectEntry, ProjectReads, ProjectReadsOptions } from './project-reads.js'
import { withResultChanges } from './project-reads.js'
import type { ReadHooks } from './read-hooks.js'
import { checkParameters, pickSelected, requireWhere, rowQueryOf } from './row-parameters.js'

/** A page of rows. */
export interface RowPage {
  readonly results: FlatEntry[]
  /** `page`, `pageSize`, `pageCount` and `total`. */
  readonly pagination: Readonly<Record<string, number>>
}

/**
 * Reads and writes the rows of a content type like `strapi.db.query(uid)` of Strapi 5: each draft and each
 * published version in each locale is a row. Links lead to rows by their ids.
 */
export interface RowQuery {
  /** Returns the first row, or null. */
  findOne(parameters?: Values): Promise<ProjectEntry | null>
  findMany(parameters?: Values): Promise<ProjectEntry[]>
  /** Returns the rows and the number of all that match. */
  findWithCount(parameters?: Values): Promise<[ProjectEntry[], number]>
  /** Returns a page of rows: the first with 10, unless `page` and `pageSize` are set. */
  findPage(parameters?: Values): Promise<RowPage>
  count(parameters?: Values): Promise<number>
  /** Returns a relation or component of a row. @throws ExtensionError for another attribute */
  load(entry: unknown, field: string, parameters?: Values): Promise<unknown>
  loadPages(
    entry: unknown,
    field: string,
    parameters?: Values,
  ): Promise<{ readonly results: readonly unknown[]; readonly pagination: RowPage['pagination'] }>
  /** Creates a row. Without `publishedAt` it is published; null makes a draft. */
  create(parameters: Values): Promise<ProjectEntry>
  /** Changes the first row that matches. Returns null if none does. @throws ExtensionError without `where` */
  update(parameters: Values): Promise<ProjectEntry | null>
  /** Deletes the first row that matches, and returns it; null if none does. @throws ExtensionError without `where` */
  delete(parameters: Values): Promise<ProjectEntry | null>
  /** This and the next two functions write rows without their links, and run hooks such as `beforeCreateMany` only. */
  createMany(parameters: Values): Promise<{ readonly count: number; readonly ids: readonly number[] }>
  updateMany(parameters: Values): Promise<{ readonly count: number }>
  deleteMany(parameters?: Values): Promise<{ readonly count: number }>
}

export interface RowQueriesOptions extends ProjectReadsOptions {
  readonly reads: ProjectReads
  readonly hooks: ReadHooks
  readonly writeScope: (caller: Caller) => WriteScope
}

/** Returns the function that creates `strapi.db.query(uid)`. It throws an ExtensionError for an unknown uid. */
export function createRowQueries(options: RowQueriesOptions): (uid: string) => RowQuery {
  const { registry } = options
  const known = new Map<string, RowQuery>()
  return (uid) => {
    const type = registry.contentTypes.get(uid) ?? asType(registry.components.get(uid))
    if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
    const query =
      known.get(uid) ?? queryOf({ ...options, type, place: (name) => `${name} of strapi.db.query('${uid}')` })
    known.set(uid, query)
    return query
  }
}

/** The rows of a component are read like those of a type without drafts and locales. */
function asType(component: Component | undefined): ContentType | undefined {
  if (!component) return undefined
  const name = component.uid.split('.').at(-1) as string
  return {
    ...component,
    model: 'contentType',
    kind: 'collectionType',
    singularName: name,
    pluralName: name,
    draftAndPublish: false,
    populateCreatorFields: false,
    localized: false,
    indexes: [],
  }
}

interface QueryScope extends RowQueriesOptions {
  readonly type: ContentType
  readonly place: (name: string) => string
}

const reading = ['select', 'where', 'populate', 'orderBy', 'limit', 'offset', '_q', 'filters']
const shaping = ['select', 'populate']

const queryOf = (scope: QueryScope): RowQuery => ({ ...readsOf(scope), ...writesOf(scope), ...writesOfMany(scope) })

type Reads = 'findOne' | 'findMany' | 'findWithCount' | 'findPage' | 'count' | 'load' | 'loadPages'

function readsOf(scope: QueryScope): Pick<RowQuery, Reads> {
  const { type, hooks, place } = scope
  const many = (parameters: Values) =>
    hooks.around({ type, action: 'FindMany', parameters }, (changed) => findRows(scope, changed))
  const counted = ({ where, _q, filters }: Values) =>
    hooks.around({ type, action: 'Count', parameters: { where, _q, filters } }, (changed) => countRows(scope, changed))
  const load = async (entry: unknown, field: string, parameters: Values = {}) => {
    const attribute = Object.hasOwn(type.attributes, field) ? type.attributes[field] : undefined
    if (!attribute || isScalar(attribute)) {
      throw new ExtensionError(`load of ${type.uid} needs the name of a relation or component. "${field}" is none.`)
    }
    const id = isRecord(entry) ? entry['id'] : entry
    const [loaded] = await findRows(scope, { where: { id }, select: ['id'], populate: { [field]: parameters } })
    return loaded?.[field] ?? null
  }
  return {
    async findOne(input = {}) {
      const parameters = checkParameters(place('findOne'), input, reading)
      return hooks.around({ type, action: 'FindOne', parameters }, async (changed) => {
        const [row = null] = await findRows(scope, { ...changed, limit: 1 })
        return row
      })
    },
    findMany: async (input = {}) => many(checkParameters(place('findMany'), input, reading)),
    async findWithCount(input = {}) {
      const parameters = checkParameters(place('findWithCount'), input, reading)
      return [await many(parameters), await counted(parameters)]
    },
    async findPage(input = {}) {
      const known = [...reading, 'page', 'pageSize']
      const { page: at = 1, pageSize: size = 10, ...parameters } = checkParameters(place('findPage'), input, known)
      const [page, pageSize] = [Math.max(1, Number(at)), Math.max(1, Number(size))]
      const results = await many({ ...parameters, limit: pageSize, offset: (page - 1) * pageSize })
      const total = await counted(parameters)
      const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total }
      return { results: results as FlatEntry[], pagination }
    },
    count: async (input = {}) => counted(checkParameters(place('count'), input, reading)),
    load,
    async loadPages(entry, field, { page: at = 1, pageSize: size = 10, ...parameters } = {}) {
      const loaded = await load(entry, field, parameters)
      const all = loaded === null ? [] : [loaded].flat()
      const [page, pageSize] = [Math.max(1, Number(at)), Math.max(1, Number(size))]
      const pagination = { page, pageSize, pageCount: Math.ceil(all.length / pageSize), total: all.length }
      return { results: all.slice((page - 1) * pageSize, page * pageSize), pagination }
    },
  }
}

/** Returns the rows with what is selected. */
async function findRows(scope: QueryScope, parameters: Values, reader?: Reader): Promise<ProjectEntry[]> {
  const rows = await readRows(scope, parameters, reader)
  for (const row of rows) pickSelected(row, parameters)
  return rows
}

async function readRows({ reads, type }: QueryScope, parameters: Values, reader?: Reader): Promise<ProjectEntry[]> {
  const read = reads.prepare({
    type,
    query: rowQueryOf(parameters),
    mode: 'list',
    by: 'filters',
    allVersions: true,
    pagination: pageOf(parameters),
  })
  return (await reads.run(read, undefined, reader)) as ProjectEntry[]
}

/** As in Strapi, a limit of 0 is none. */
function pageOf({ limit, offset }: Values): Pagination {
  const size = readInteger(limit) ?? 0
  return { by: 'offset', start: readInteger(offset) ?? 0, limit: size > 0 ? size : -1, withCount: false }
}

async function countRows({ reads, type }: QueryScope, { where, _q, filters }: Values): Promise<number> {
  const read = reads.prepare({
    type,
    query: rowQueryOf({ where, _q, filters }),
    mode: 'list',
    by: 'filters',
    allVersions: true,
    counts: true,
    pagination: { by: 'offset', start: 0, limit: 1, withCount: true },
  })
  return ((await reads.run(read)) as { readonly total: number }).total
}

const idsOf = (rows: readonly ProjectEntry[]): readonly number[] => rows.map(({ id }) => Number(id))

function writesOf(scope: QueryScope): Pick<RowQuery, 'create' | 'update' | 'delete'> {
  const { type, place } = scope
  const first = async (tx: Transaction, { where, orderBy }: Values) => {
    const [row] = await findRows(scope, { where, orderBy, limit: 1, select: ['id'] }, tx)
    return row && Number(row['id'])
  }
  const read = async (tx: Transaction, { id, changes }: ChangedResult, { select, populate }: Values) => {
    const [row] = await findRows(scope, { select, populate, where: { id } }, tx)
    return row ? withResultChanges(row, changes) : null
  }
  return {
    async create(input) {
      const parameters = checkParameters(place('create'), input, [...shaping, 'data'])
      const data = await dataOf(scope, place('create'), parameters)
      rejectRows(type, data)
      const created = await write(scope, async (writer, tx) => read(tx, await writer.create(type, data), parameters))
      return created ?? {}
    },
    async update(input) {
      const parameters = checkParameters(place('update'), input, [...shaping, 'where', 'orderBy', 'data'])
      requireWhere(place('update'), parameters)
      const data = await dataOf(scope, place('update'), parameters)
      return write(scope, async (writer, tx) => {
        const id = await first(tx, parameters)
        const changed = id === undefined ? null : await writer.update(type, id, data)
        return changed && read(tx, changed, parameters)
      })
    },
    async delete(input) {
      const parameters = checkParameters(place('delete'), input, [...shaping, 'where', 'orderBy'])
      requireWhere(place('delete'), parameters)
      return write(scope, async (writer, tx) => {
        const id = await first(tx, parameters)
        if (id === undefined) return null
        const row = await read(tx, { id, changes: null }, parameters)
        await writer.delete(type, [id])
        return row
      })
    },
  }
}

function writesOfMany(scope: QueryScope): Pick<RowQuery, 'createMany' | 'updateMany' | 'deleteMany'> {
  const { type, hooks, place } = scope
  const matching = async (tx: Transaction, where: unknown) =>
    idsOf(await findRows(scope, { where, select: ['id'] }, tx))
  return {
    async createMany(input) {
      const parameters = checkParameters(place('createMany'), input, ['data'])
      return hooks.around({ type, action: 'CreateMany', parameters }, async ({ data }) => {
        if (!Array.isArray(data)) throw new ExtensionError(`${place('createMany')} needs a list as "data".`)
        const items: Values[] = []
        for (const item of data) items.push(await dataOf(scope, place('createMany'), { data: item as unknown }))
        const ids = await write(scope, (writer) => writer.createMany(type, items))
        return { count: ids.length, ids }
      })
    },
    async updateMany(input) {
      const parameters = checkParameters(place('updateMany'), input, ['where', 'data'])
      requireWhere(place('updateMany'), parameters)
      return hooks.around({ type, action: 'UpdateMany', parameters }, async (changed) => {
        const data = await dataOf(scope, place('updateMany'), changed)
        return write(scope, async (writer, tx) => {
          const ids = await matching(tx, changed['where'])
          await writer.updateMany(type, ids, data)
          return { count: ids.length }
        })
      })
    },
    async deleteMany(input = {}) {
      const parameters = checkParameters(place('deleteMany'), input, ['where'])
      if (Object.hasOwn(parameters, 'where')) requireWhere(place('deleteMany'), parameters)
      return hooks.around({ type, action: 'DeleteMany', parameters }, ({ where }) =>
        write(scope, async (writer, tx) => {
          const ids = await matching(tx, where)
          await writer.deleteMany(type, ids)
          return { count: ids.length }
        }),
      )
    },
  }
}

type Transaction = WriteTransaction<WritableLayout>

async function write<Result>(
  { registry, type, database, writeScope, caller }: QueryScope,
  work: (writer: RowWriter, tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (registry.components.has(type.uid)) {
    throw new ExtensionError(
      `strapi.db.query('${type.uid}') only reads: write the component with its entry, so that it always has one.`,
    )
  }
  const current = caller()
  const scope = writeScope(current)
  return database.write((tx) => work(new RowWriter(tx, scope), tx), { session: current.session })
}

/** Returns the data of a write, with hashed passwords. A password that is a hash of bcrypt already is stored as it is. */
async function dataOf({ registry, type, caller }: QueryScope, place: string, { data }: Values): Promise<Values> {
  if (!isRecord(data)) throw new ExtensionError(`${place} needs the object "data".`)
  return hashPasswords(registry, type, plainValues(data), caller().session?.client, { keepsHashes: true })
}

/** @throws ExtensionError for the id of a component, which another row may have */
function rejectRows(type: ContentType, data: Values): void {
  for (const [name, value] of Object.entries(data)) {
    const attribute = type.declared[name]
    if (attribute?.type !== 'component' && attribute?.type !== 'dynamiczone') continue
    if ([value].flat().some((item) => isRecord(item) && (item['id'] ?? null) !== null)) {
      throw new ExtensionError(
        `A new row of ${type.uid} can't have the component of another row: leave out the id in ${name}.`,
      )
    }
  }
}
