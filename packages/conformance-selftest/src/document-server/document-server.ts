import { modelDocument } from '@content-api/conformance'
import { Accounts } from '../second-server/accounts.js'
import { callerOf } from '../second-server/callers.js'
import { bodyOf, json, queryOf, rejection, serving } from '../second-server/http.js'
import { Plugins } from '../second-server/plugins.js'
import { RequestError } from '../second-server/request-error.js'
import { DocumentGraphql } from './document-graphql.js'
import { DocumentRest } from './document-rest.js'
import { DocumentStore } from './document-store.js'
import { Documents } from './documents.js'

const { locales } = modelDocument

/**
 * A content service in memory with the interface of Strapi 5, for the suite's profile of it. Where Strapi
 * differs from its documentation, this server does what the documentation says.
 */
export function createDocumentServer(): { readonly fetch: (request: Request) => Promise<Response> } {
  const store = new DocumentStore()
  const accounts = new Accounts(store)
  const documents = new Documents(store)
  const rest = new DocumentRest(documents)
  const graphql = new DocumentGraphql(documents)
  const plugins = new Plugins(store, accounts)
  const now = store.now()
  const localeRows = Object.values(locales).map((code, index) => ({
    id: index + 1,
    documentId: store.newDocumentId(),
    name: code,
    code,
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
    isDefault: code === locales.default,
  }))

  const respond = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const path = url.pathname.replace(/\/$/, '')
    const caller = callerOf(request.headers.get('authorization'), accounts.userOf)
    if (path === '/graphql') return json(await graphql.respond(await bodyOf(request), caller))
    if (!path.startsWith('/api/')) throw new RequestError(404, 'Not Found')
    const body = await bodyOf(request)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (path === '/api/i18n/locales' && method === 'GET') return json(localeRows)
    const plugin = plugins.respond({ method, path, body, caller })
    if (plugin !== undefined) return json(plugin)
    const query = queryOf(url.search)
    const found = rest.respond({
      method,
      path,
      query,
      body,
      caller,
      format: request.headers.get('strapi-response-format'),
    })
    if (found === undefined) throw new RequestError(404, 'Not Found')
    return found
  }

  return { fetch: serving(respond, (error) => rejection(error, error instanceof RequestError ? error.details : {})) }
}
