import { type ContentType, isRecord } from '@content-api/model'
import type { EntityService } from '../entity-service/entity-service.js'
import type { Parameters } from '../entity-service/service-parameters.js'

/**
 * Returns the generated functions of a service, like `createCoreService` of Strapi 4. They return entries
 * without envelopes, and only published entries unless `publicationState` is set. They publish entries that
 * they create.
 */
export function coreService({ uid, kind, draftAndPublish }: ContentType, entityService: () => EntityService): object {
  const live = (parameters: Parameters = {}): Parameters => ({ publicationState: 'live', ...parameters })
  const published = (data: unknown) =>
    draftAndPublish && isRecord(data) && !('publishedAt' in data)
      ? { ...data, publishedAt: new Date().toISOString() }
      : data
  if (kind === 'singleType') {
    const entry = async (parameters: Parameters = {}) => {
      const { results } = await entityService().findPage(uid, { ...live(parameters), limit: 1 })
      return results[0] ?? null
    }
    return {
      find: entry,
      async createOrUpdate({ data, ...parameters }: { readonly data: Parameters }) {
        const known = await entry({ publicationState: 'preview' })
        if (known) return entityService().update(uid, known.id, { ...parameters, data })
        return entityService().create(uid, { ...parameters, data: published(data) as Parameters })
      },
      async delete(parameters: Parameters = {}) {
        const known = await entry({ publicationState: 'preview' })
        return known && entityService().delete(uid, known.id, parameters)
      },
    }
  }
  return {
    find: ({ pagination = {}, ...parameters }: Parameters = {}) =>
      entityService().findPage(uid, { ...live(parameters), ...(pagination as object) }),
    findOne: (id: number | string, parameters?: Parameters) => entityService().findOne(uid, id, live(parameters)),
    create: ({ data, ...parameters }: { readonly data: Parameters }) =>
      entityService().create(uid, { ...parameters, data: published(data) as Parameters }),
    update: (id: number | string, parameters: { readonly data: Parameters }) =>
      entityService().update(uid, id, parameters),
    delete: (id: number | string, parameters?: Parameters) => entityService().delete(uid, id, parameters),
  }
}
