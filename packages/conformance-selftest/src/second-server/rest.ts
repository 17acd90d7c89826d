import { isRecord } from '../is-record.js'
import { type Caller, demand } from './callers.js'
import { type Entries, entryScope } from './entries.js'
import { compileFilters, type Scope } from './filters.js'
import { compileResponseShape, envelope } from './populate.js'
import { invalid, RequestError, unknown } from './request-error.js'
import { entryModel, type Schema } from './schema.js'
import type { Row } from './store.js'

type Query = Readonly<Record<string, unknown>>

export interface RestRequest {
  readonly method: string
  readonly path: string
  readonly query: Query
  readonly body: unknown
  readonly caller: Caller
}

const parameters = new Set(['filters', 'sort', 'fields', 'populate', 'pagination', 'publicationState', 'locale'])
const defaultSize = 25
const maxSize = 100

function scopeOf(entries: Entries, { query, caller }: RestRequest): Scope {
  for (const name of Object.keys(query)) if (!parameters.has(name)) throw unknown(name)
  const state = query['publicationState'] ?? 'live'
  if (state !== 'live' && state !== 'preview') throw invalid(`Unknown publicationState ${JSON.stringify(state)}`)
  return entryScope(entries.store, caller, state === 'preview')
}

function count(value: unknown, name: string, least: number, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value !== 'string' || !/^-?\d+$/.test(value) || Number(value) < least)
    throw invalid(`pagination[${name}] is not a valid number`)
  return Number(value)
}

/** Returns the requested page of the matching rows. */
function pageOf(
  pagination: unknown,
  rows: readonly Row[],
): { rows: readonly Row[]; pagination: Record<string, number> } {
  const { page, pageSize, start, limit, withCount = 'true', ...rest } = (pagination ?? {}) as Record<string, unknown>
  const [stray] = Object.keys(rest)
  if (stray !== undefined) throw unknown(stray)
  const counted = !['false', 'f', '0'].includes(String(withCount))
  const byOffset = start !== undefined || limit !== undefined
  if (byOffset && (page !== undefined || pageSize !== undefined))
    throw invalid("page and pageSize can't be combined with start and limit")
  const total = rows.length
  if (byOffset) {
    const from = count(start, 'start', 0, 0)
    const size = limit === '-1' ? maxSize : Math.min(count(limit, 'limit', 1, defaultSize), maxSize)
    return {
      rows: rows.slice(from, from + size),
      pagination: { start: from, limit: size, ...(counted ? { total } : {}) },
    }
  }
  const number = count(page, 'page', 1, 1)
  const size = Math.min(count(pageSize, 'pageSize', 1, defaultSize), maxSize)
  return {
    rows: rows.slice((number - 1) * size, number * size),
    pagination: { page: number, pageSize: size, ...(counted ? { pageCount: Math.ceil(total / size), total } : {}) },
  }
}

function dataOf(body: unknown): unknown {
  const data = isRecord(body) ? body['data'] : undefined
  if (typeof data !== 'object' || data === null) throw invalid('Missing "data" payload in the request body')
  return data
}

const byPath = new Map(
  [...entryModel.types.values()].map((schema) => [schema.single ? schema.singular : schema.plural, schema]),
)

/** The endpoints of the content types. */
export class Rest {
  constructor(readonly entries: Entries) {}

  /** @returns undefined for a path of no content type */
  respond(request: RestRequest): unknown {
    const [name = '', id, action] = request.path.split('/').slice(2)
    const schema = byPath.get(name)
    if (!schema) return undefined
    if (action === 'localizations' && schema.localized && request.method === 'POST')
      return this.#localize(schema, id ?? '', request)
    if (action !== undefined || (schema.single && id !== undefined)) return undefined
    if (schema.single) return this.#single(schema, request)
    return id === undefined ? this.#collection(schema, request) : this.#entry(schema, id, request)
  }

  #shown(row: Row, request: RestRequest, scope: Scope, written = false) {
    const { query } = request
    const shape = compileResponseShape(row.schema, { fields: query['fields'], populate: query['populate'] }, scope)
    const entry = envelope(row, shape, scope)
    const meta = written
      ? {}
      : row.schema.localized
        ? {
            availableLocales: this.entries.store
              .linked(row, 'localizations', { type: 'relation', target: row.schema.uid })
              .map(({ values }) => values['locale']),
          }
        : undefined
    return { data: meta && isRecord(entry) ? { ...entry, meta } : entry, meta: {} }
  }

  #collection(schema: Schema, request: RestRequest): unknown {
    const { method, caller, query } = request
    if (method === 'GET') {
      demand(caller, schema.uid, 'find')
      const scope = scopeOf(this.entries, request)
      const { rows, pagination } = pageOf(query['pagination'], this.entries.find(schema, query, scope))
      const shape = compileResponseShape(schema, { fields: query['fields'], populate: query['populate'] }, scope)
      return { data: rows.map((row) => envelope(row, shape, scope)), meta: { pagination } }
    }
    if (method !== 'POST') throw new RequestError(405, 'Method Not Allowed', { allow: 'HEAD, GET, POST' })
    demand(caller, schema.uid, 'create')
    const scope = { ...scopeOf(this.entries, request), shows: () => true }
    return this.#shown(this.entries.create(schema, dataOf(request.body), caller, true), request, scope, true)
  }

  #entry(schema: Schema, id: string, request: RestRequest): unknown {
    const { method, caller, query } = request
    if (method === 'GET') {
      demand(caller, schema.uid, 'findOne')
      const scope = scopeOf(this.entries, request)
      if (query['filters'] !== undefined) throw invalid('filters are only allowed for lists')
      return this.#shown(this.entries.one(schema, id, scope.shows), request, scope)
    }
    if (method !== 'PUT' && method !== 'DELETE')
      throw new RequestError(405, 'Method Not Allowed', { allow: 'HEAD, GET, PUT, DELETE' })
    demand(caller, schema.uid, method === 'PUT' ? 'update' : 'delete')
    const scope = { ...scopeOf(this.entries, request), shows: () => true }
    const row = this.entries.one(schema, id, () => true)
    return this.#write(row, request, scope)
  }

  #write(row: Row, request: RestRequest, scope: Scope): unknown {
    if (request.method === 'PUT')
      return this.#shown(this.entries.update(row, dataOf(request.body), request.caller), request, scope, true)
    const shown = this.#shown(row, request, scope, true)
    this.entries.store.remove(row)
    return shown
  }

  #single(schema: Schema, request: RestRequest): unknown {
    const { method, caller } = request
    const [row] = this.entries.store.all(schema)
    const scope = scopeOf(this.entries, request)
    if (method === 'GET') {
      demand(caller, schema.uid, 'find')
      if (!row || !compileFilters(schema, request.query['filters'], scope)(row))
        throw new RequestError(404, 'Not Found')
      return this.#shown(row, request, scope)
    }
    if (method !== 'PUT' && method !== 'DELETE')
      throw new RequestError(405, 'Method Not Allowed', { allow: 'HEAD, GET, PUT, DELETE' })
    demand(caller, schema.uid, method === 'PUT' ? 'update' : 'delete')
    if (row) return this.#write(row, request, scope)
    if (method === 'DELETE') throw new RequestError(404, 'Not Found')
    return this.#shown(this.entries.create(schema, dataOf(request.body), caller, true), request, scope, true)
  }

  #localize(schema: Schema, id: string, { caller, body }: RestRequest): unknown {
    demand(caller, schema.uid, 'create')
    const row = this.entries.localize(
      this.entries.one(schema, id, () => true),
      body,
      caller,
    )
    return { id: row.id, ...row.values }
  }
}
