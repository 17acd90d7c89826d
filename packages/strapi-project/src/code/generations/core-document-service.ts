import type { ContentType } from '@content-api/model'
import type { Pagination, Values } from '@content-api/engine/plan'
import type { OpenDocuments } from './documents.js'

/**
 * Returns the generated functions of a service, like `createCoreService` of Strapi 5. Without `status` they read
 * and write published documents.
 */
export function coreDocumentService(type: ContentType, content: () => OpenDocuments): object {
  const { uid, kind } = type
  const documents = () => content().documents(uid)
  const published = (parameters: Values = {}): Values => ({ status: 'published', ...parameters })
  if (kind === 'singleType') {
    return {
      find: (parameters?: Values) => documents().findFirst(published(parameters)),
      async createOrUpdate(parameters: Values = {}) {
        const { rules } = content()
        const write = (documentId: string | null) =>
          documentId === null
            ? documents().create(published(parameters))
            : documents().update({ ...published(parameters), documentId })
        const found = await rules.singleId(type)
        return found === null ? rules.lockSingle(type, write) : write(found)
      },
      async delete(parameters: Values = {}) {
        const documentId = await content().rules.singleId(type)
        if (documentId === null) return { documentId, entries: 0 }
        return documents().delete({ ...parameters, documentId })
      },
    }
  }
  return {
    async find(parameters: Values = {}) {
      const page = content().rules.pageOf(parameters['pagination'])
      // Middlewares of documents see the same parameters in both calls, as in Strapi 5.
      const query = { ...published(parameters), ...partOf(page) }
      const results = await documents().findMany(query)
      const total = page.withCount ? await documents().count({ ...query }) : undefined
      return { results, pagination: figuresOf(page, total) }
    },
    findOne: (documentId: string, parameters?: Values) => documents().findOne({ ...published(parameters), documentId }),
    create: (parameters?: Values) => documents().create(published(parameters)),
    update: (documentId: string, parameters?: Values) => documents().update({ ...published(parameters), documentId }),
    delete: (documentId: string, parameters: Values = {}) => documents().delete({ ...parameters, documentId }),
  }
}

/** Returns the part of a list that a page is. */
function partOf(page: Pagination): { readonly start: number; readonly limit: number } {
  if (page.by === 'offset') return { start: page.start, limit: page.limit }
  return { start: (page.page - 1) * page.pageSize, limit: page.pageSize }
}

function figuresOf(page: Pagination, total: number | undefined): Values {
  const counted = total === undefined ? {} : { total }
  if (page.by === 'offset') return { start: page.start, limit: page.limit, ...counted }
  const pages = total === undefined ? {} : { pageCount: Math.ceil(total / page.pageSize) }
  return { page: Math.floor(page.page), pageSize: page.pageSize, ...pages, ...counted }
}
