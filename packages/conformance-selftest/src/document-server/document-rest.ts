import { isRecord } from '../is-record.js'
import { type Caller, demand } from '../second-server/callers.js'
import { compileFilters, type Scope } from '../second-server/filters.js'
import { compatible, flat } from '../second-server/form.js'
import { json } from '../second-server/http.js'
import { compileSort } from '../second-server/ordering.js'
import { compileResponseShape, envelope } from '../second-server/populate.js'
import { invalid, RequestError } from '../second-server/request-error.js'
import type { Schema } from '../second-server/schema.js'
import type { Row } from '../second-server/store.js'
import type { Documents, Selection } from './documents.js'
import { checkNames, checkPopulate, documentScope, inParameter, isForDrafts, pageOf, type Query } from './parameters.js'

export interface DocumentRequest {
  readonly method: string
  readonly path: string
  readonly query: Query
  readonly body: unknown
  readonly caller: Caller
  /** The value of the header `Strapi-Response-Format`. */
  readonly format: string | null
}

const selectionOf = (query: Query): Selection => ({
  filters: query['filters'],
  sort: query['sort'],
  search: query['_q'],
  locale: query['locale'],
})

function dataOf(body: unknown): unknown {
  const data = isRecord(body) ? body['data'] : undefined
  if (!isRecord(data)) throw invalid('Missing "data" payload in the request body')
  return data
}

const notAllowed = (methods: string) => new RequestError(405, 'Method Not Allowed', { allow: `HEAD, ${methods}` })
const deleted = () => new Response(null, { status: 204 })

/** The endpoints of the content types. */
export class DocumentRest {
  readonly #byPath: ReadonlyMap<string, Schema>

  constructor(readonly documents: Documents) {
    this.#byPath = new Map(
      [...documents.store.model.types.values()].map((schema) => [
        schema.single ? schema.singular : schema.plural,
        schema,
      ]),
    )
  }

  /** @returns undefined for a path of no content type */
  respond(request: DocumentRequest): Response | undefined {
    const [name = '', id, ...more] = request.path.split('/').slice(2)
    const schema = this.#byPath.get(name)
    if (!schema || more.length > 0 || (schema.single && id !== undefined)) return undefined
    if (schema.single) return this.#single(schema, request)
    return id === undefined ? this.#collection(schema, request) : this.#document(schema, id, request)
  }

  /** Checks the parameters before anything is read or written. */
  #scope(schema: Schema, { query, caller, format }: DocumentRequest): Scope {
    checkNames(query)
    checkPopulate(query['populate'])
    const scope = documentScope(this.documents.store, caller, format === 'v4' ? compatible : flat, query)
    inParameter('filters', () => compileFilters(schema, query['filters'], scope))
    inParameter('sort', () => compileSort(schema, query['sort'], scope))
    inParameter('populate', () => compileResponseShape(schema, { populate: query['populate'] }, scope))
    inParameter('fields', () => compileResponseShape(schema, { fields: query['fields'] }, scope))
    return scope
  }

  #shown(row: Row, { query }: DocumentRequest, scope: Scope, status = 200): Response {
    const shape = compileResponseShape(row.schema, { fields: query['fields'], populate: query['populate'] }, scope)
    return json({ data: envelope(row, shape, scope), meta: {} }, status)
  }

  #collection(schema: Schema, request: DocumentRequest): Response {
    const { method, caller, query, body } = request
    if (method === 'GET') {
      demand(caller, schema.uid, 'find')
      const scope = this.#scope(schema, request)
      const { rows, pagination } = pageOf(query['pagination'], this.documents.find(schema, selectionOf(query), scope))
      const shape = compileResponseShape(schema, { fields: query['fields'], populate: query['populate'] }, scope)
      return json({ data: rows.map((row) => envelope(row, shape, scope)), meta: { pagination } })
    }
    if (method !== 'POST') throw notAllowed('GET, POST')
    demand(caller, schema.uid, 'create')
    const scope = this.#scope(schema, request)
    const row = this.documents.create(schema, dataOf(body), caller, this.#version(request))
    return this.#shown(row, request, scope, 201)
  }

  #version({ query }: DocumentRequest) {
    return { locale: query['locale'], draft: isForDrafts(query) }
  }

  #document(schema: Schema, documentId: string, request: DocumentRequest): Response {
    const { method, caller, query, body } = request
    if (method === 'GET') {
      demand(caller, schema.uid, 'findOne')
      const scope = this.#scope(schema, request)
      return this.#shown(this.documents.one(schema, documentId, selectionOf(query), scope), request, scope)
    }
    if (method !== 'PUT' && method !== 'DELETE') throw notAllowed('GET, PUT, DELETE')
    demand(caller, schema.uid, method === 'PUT' ? 'update' : 'delete')
    const scope = this.#scope(schema, request)
    if (method === 'DELETE') {
      this.documents.remove(schema, documentId, query['locale'])
      return deleted()
    }
    const row = this.documents.update(schema, documentId, dataOf(body), caller, this.#version(request))
    return this.#shown(row, request, scope)
  }

  #single(schema: Schema, request: DocumentRequest): Response {
    const { method, caller, query, body } = request
    if (method === 'GET') demand(caller, schema.uid, 'find')
    const scope = this.#scope(schema, request)
    if (method === 'GET') {
      const row = this.documents.single(schema, selectionOf(query), scope)
      if (!row) throw new RequestError(404, 'Not Found')
      return this.#shown(row, request, scope)
    }
    if (method !== 'PUT' && method !== 'DELETE') throw notAllowed('GET, PUT, DELETE')
    demand(caller, schema.uid, method === 'PUT' ? 'update' : 'delete')
    const [existing] = this.documents.store.all(schema)
    const documentId = existing?.values['documentId']
    if (method === 'DELETE') {
      if (typeof documentId === 'string') this.documents.remove(schema, documentId, query['locale'])
      return deleted()
    }
    const data = dataOf(body)
    const version = this.#version(request)
    const row =
      typeof documentId === 'string'
        ? this.documents.update(schema, documentId, data, caller, version)
        : this.documents.create(schema, data, caller, version)
    return this.#shown(row, request, scope)
  }
}
