import type { Parameters } from './service-parameters.js'
import { type ContentType, isRecord, isScalar, type Registry } from '@content-api/model'
import type { EntityService, EntityPage } from './entity-service.js'
import { ExtensionError, rejectUndefined, unknownName } from '../../../errors/extension-error.js'
import type { FlatEntry } from '../../../entries/hooks/hook.js'

export interface LoadedPage {
  readonly results: readonly unknown[]
  readonly pagination: Readonly<Record<string, number>>
}

/** The functions of `strapi.entityService` that are made from the others. */
export interface EntityExtras {
  /** Returns a relation or component of an entry. @throws ExtensionError for another attribute */
  load(uid: string, entry: unknown, field: string, parameters?: Parameters): Promise<unknown>
  /** Returns a page of a relation or component: the first with 10 items, unless `page` and `pageSize` are set. */
  loadPages(
    uid: string,
    entry: unknown,
    field: string,
    parameters?: Parameters,
    pagination?: Parameters,
  ): Promise<LoadedPage>
  /**
   * Deletes all entries that match `filters`, one after the other.
   * @throws ApiError for unknown attributes and operators in `filters`
   */
  deleteMany(uid: string, parameters?: Parameters): Promise<{ readonly count: number }>
}

/** Creates the functions from a service that rejects unknown filters. */
export function entityExtras(service: EntityService, registry: Registry): EntityExtras {
  const load = async (uid: string, entry: unknown, field: string, parameters: Parameters = {}) => {
    const type = registry.contentTypes.get(uid)
    if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
    requireLinks(type, field)
    const options = Object.keys(parameters).length === 0 ? true : parameters
    const found = await service.findOne(uid, idOf(entry) as number, { fields: ['id'], populate: { [field]: options } })
    return found?.[field] ?? null
  }
  return {
    load,
    async loadPages(uid, entry, field, parameters = {}, { page = 1, pageSize = 10 } = {}) {
      return pageOf(await load(uid, entry, field, parameters), page, pageSize)
    },
    async deleteMany(uid, parameters = {}) {
      rejectUndefined(`deleteMany of strapi.entityService`, parameters, 'filters')
      const { filters, publicationState, locale, _q } = parameters
      const found: unknown = await service.findMany(uid, { filters, publicationState, locale, _q, fields: ['id'] })
      const entries = (Array.isArray(found) ? found : found === null ? [] : [found]) as { readonly id: number }[]
      for (const { id } of entries) await service.delete(uid, id)
      return { count: entries.length }
    },
  }
}

/** Returns a page of a relation or component. */
export function pageOf(loaded: unknown, page: unknown, pageSize: unknown): LoadedPage {
  const all: readonly unknown[] = Array.isArray(loaded) ? loaded : loaded === null ? [] : [loaded]
  const [at, size] = [Math.max(1, Number(page)), Math.max(1, Number(pageSize))]
  const pagination = { page: at, pageSize: size, pageCount: Math.ceil(all.length / size), total: all.length }
  return { results: all.slice((at - 1) * size, at * size), pagination }
}

/** @throws ExtensionError for an attribute that links to nothing */
export function requireLinks({ uid, attributes }: ContentType, field: string): void {
  const attribute = Object.hasOwn(attributes, field) ? attributes[field] : undefined
  if (attribute && !isScalar(attribute)) return
  throw new ExtensionError(`load of ${uid} needs the name of a relation or component. "${field}" is none.`)
}

/** Returns the id of an entry, which may also be an id itself. */
export function idOf(entry: unknown): unknown {
  return isRecord(entry) ? entry['id'] : entry
}

/** The functions of `strapi.db.query` from which a page is made. */
interface Listed {
  readonly findMany: (parameters: Parameters) => Promise<readonly object[]>
  readonly count: (parameters: Parameters) => Promise<number>
}

/** Returns a page like `findPage` of Strapi 4: the first with 10 entries, unless `page` and `pageSize` are set. */
export async function queryPage({ findMany, count }: Listed, input: Parameters): Promise<EntityPage> {
  const { page: pageInput = 1, pageSize: sizeInput = 10, ...parameters } = input
  const [page, pageSize] = [Number(pageInput), Number(sizeInput)]
  const results = await findMany({ ...parameters, limit: pageSize, offset: Math.max(page - 1, 0) * pageSize })
  const total = await count(parameters)
  return {
    results: results as FlatEntry[],
    pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
  }
}
