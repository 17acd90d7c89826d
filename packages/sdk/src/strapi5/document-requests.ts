import { warnOfMissing } from '#warnings'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/json-value.js'
import { linkQuery } from '../query/link-query.js'
import { type EntryRequests, isPage, type Query } from '../rest/entry-requests.js'
import { toJSON } from '../rest/to-json.js'
import type { Method, Send } from '../types/request.js'
import { checkData } from './check-data.js'
import { checkOneLocale, checkQuery } from './check-query.js'
import { documentPath } from './document-path.js'

/** Creates the requests for documents of Strapi 5. */
export function createDocumentRequests(send: Send, name: string): EntryRequests {
  return {
    // Rows of several locales have the same documentId.
    lastKeys: ['documentId', 'id'],
    pathOf: documentPath,
    async list(path, query = {}, options) {
      checkQuery(query)
      const page = await send({ method: 'GET', path, query, options })
      if (!isPage(page)) throw new ResponseShapeError(`${name} returned no list`)
      for (const document of page.data) expectDocument(document, name)
      warnOfMissing(name, page.data, query)
      return page
    },
    async entry(method, path, data, query = {}, options) {
      checkQuery(query)
      if (method !== 'DELETE') checkOneLocale(query)
      if (data) checkData(data)
      const sent = publishes(method, query) ? { ...query, fields: undefined } : query
      const response = await send({ method, path, query: sent, options, body: data && toJSON({ data }) })
      // The response to DELETE has no body.
      if (method === 'DELETE') return undefined
      const document = expectDocument(isObject(response) ? response['data'] : response, name)
      warnOfMissing(name, document, query)
      return sent === query ? document : withFields(document, query)
    },
  }
}

/**
 * Returns whether a request publishes an existing document. Without `locale` among its `fields`, Strapi 5.54
 * then empties relations of other documents to this one. `locale` is not a field of all types, so the request
 * has no `fields`.
 */
function publishes(method: Method, { status }: Query): boolean {
  return method === 'PUT' && status !== 'draft'
}

/**
 * Returns a document with the requested fields and populated links only. Links are objects, lists or null.
 * With `'*'`, attributes that have such a value stay, too.
 */
function withFields(document: Document, { fields, populate }: Query): unknown {
  if (!Array.isArray(fields)) return document
  const names = new Set<unknown>(['id', 'documentId', ...(fields as unknown[])])
  if (names.has('*')) return document
  const isLink = (name: string, value: unknown) => typeof value === 'object' && linkQuery(populate, name) !== undefined
  return Object.fromEntries(Object.entries(document).filter(([name, value]) => names.has(name) || isLink(name, value)))
}

type Document = Record<string, unknown>

/** Returns a document of a response. Throws a {@link ResponseShapeError} for any other value. */
function expectDocument(document: unknown, name: string): Document {
  const { id, documentId, attributes }: Document = isObject(document) ? document : {}
  if (documentId && isObject(attributes)) throw new ResponseShapeError(`${name} ${V4_HEADER}`)
  if (documentId) return document as Document
  throw new ResponseShapeError(id && isObject(attributes) ? `${name} ${STRAPI_4}` : `${name} returned no document`)
}

const STRAPI_4 = 'has the format of Strapi 4: remove the option api: strapi5()'
const V4_HEADER = 'has the format that the header Strapi-Response-Format requests: remove this header'
