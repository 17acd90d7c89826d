import type { Api } from '../rest/api.js'
import { createCollection } from '../rest/collection.js'
import type { EntryRequests, Query } from '../rest/entry-requests.js'
import { typePath } from '../rest/path.js'
import { createSingle } from '../rest/single.js'
import type { RequestOptions, Send } from '../types/request.js'
import { createDocumentRequests } from './document-requests.js'
import { type DraftAction, draftRoute } from './draft-routes.js'
import { readErrors } from './read-errors.js'

/** The options of {@link strapi5}. */
export interface Strapi5Options {
  /**
   * Set it if the project has the routes `POST /<plural>/<documentId>/unpublish` and `…/discard-draft`, which
   * Strapi itself doesn't have. The error of `unpublish` without this option contains their code.
   */
  readonly draftRoutes?: boolean
}

/** The API of Strapi 5, for the option `api` of a client. */
export interface Strapi5Api extends Api {
  readonly version?: 'strapi5'
}

/**
 * Returns the API of Strapi 5 for a client. Entries are flat and have a `documentId`.
 *
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { strapi5 } from '@content-api/sdk/strapi5'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', api: strapi5() })
 * const { data } = await api.collection('articles').find({ fields: ['title'], status: 'draft' })
 * console.log(data[0]?.documentId)
 * ```
 */
export function strapi5({ draftRoutes }: Strapi5Options = {}): Strapi5Api {
  return {
    collection(send, plural) {
      const requests = createDocumentRequests(send, plural)
      const { publish, act } = createActions(send, requests, draftRoutes)
      const pathOf = (documentId: string) => requests.pathOf(typePath(plural), documentId)
      return {
        ...createCollection(plural, requests),
        publish: async (documentId: string, ...rest: Rest) => publish(pathOf(documentId), ...rest),
        unpublish: async (documentId: string, ...rest: Rest) => act('unpublish', pathOf(documentId), ...rest),
        discardDraft: async (documentId: string, ...rest: Rest) => act('discard-draft', pathOf(documentId), ...rest),
      }
    },
    single(send, singular) {
      const requests = createDocumentRequests(send, singular)
      const { publish, act } = createActions(send, requests, draftRoutes)
      const path = typePath(singular)
      return {
        ...createSingle(singular, requests),
        publish: async (...rest: Rest) => publish(path, ...rest),
        unpublish: async (...rest: Rest) => act('unpublish', path, ...rest),
        discardDraft: async (...rest: Rest) => act('discard-draft', path, ...rest),
      }
    },
    readErrors,
    // Since 5.53 the provider's tokens are in a session, whose cookie this request sends.
    signIn: { credentials: 'include' },
  }
}

type Rest = [query?: Query, options?: RequestOptions]

/** Creates the methods that change the versions of a document. */
function createActions(send: Send, requests: EntryRequests, hasRoutes?: boolean) {
  return {
    /** Strapi 5 publishes with an update that changes nothing. */
    publish: async (path: string, query: Query = {}, options?: RequestOptions) =>
      requests.entry('PUT', path, {}, { ...query, status: undefined }, options),
    act: async (action: DraftAction, path: string, query: Query = {}, options?: RequestOptions) => {
      const { locale } = query
      await send({ method: 'POST', path: draftRoute(path, action, hasRoutes), query: { locale }, options })
      return requests.entry('GET', path, undefined, { ...query, status: 'draft' }, options)
    },
  }
}
