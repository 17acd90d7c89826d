import type { ContentType, Registry } from '@content-api/model'
import qs from 'qs'
import type { ReplayRequest } from './exchange.js'

export type Operation = 'list' | 'one' | 'single' | 'create' | 'update' | 'delete' | 'localize'

/** The target of a request to a content type. */
export interface Target {
  readonly operation: Operation
  readonly type: ContentType
  /** The id of the entry in the path; null without one. */
  readonly id: number | null
  readonly query: Query
}

export type Query = Readonly<Record<string, unknown>>

/** Returns null for requests that do not use a method of a content type of the project. */
export function targetOf(request: ReplayRequest, { contentTypes }: Registry): Target | null {
  const [name = '', segment, action, ...rest] = segmentsOf(request)
  const type = [...contentTypes.values()].find(
    ({ uid, kind, singularName, pluralName }) =>
      uid.startsWith('api::') && (kind === 'singleType' ? singularName : pluralName) === name.toLowerCase(),
  )
  if (!type || rest.length > 0) return null
  const query = queryOf(request)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const localize = (last: string | undefined) =>
    type.localized && last?.toLowerCase() === 'localizations' && method === 'POST'
  if (type.kind === 'singleType') {
    if (localize(segment) && action === undefined) return { operation: 'localize', type, id: null, query }
    const operation = { GET: 'single', PUT: 'update', DELETE: 'delete' }[method] as Operation | undefined
    return segment === undefined && operation ? { operation, type, id: null, query } : null
  }
  if (segment === undefined) {
    const operation = { GET: 'list', POST: 'create' }[method] as Operation | undefined
    return operation ? { operation, type, id: null, query } : null
  }
  const id = Number(segment)
  if (localize(action)) return { operation: 'localize', type, id, query }
  const operation = { GET: 'one', PUT: 'update', DELETE: 'delete' }[method] as Operation | undefined
  return action === undefined && operation ? { operation, type, id, query } : null
}

/** Returns the decoded path below `/api`; empty for other paths. */
export function segmentsOf({ path }: ReplayRequest): string[] {
  const [before = ''] = path.split('?')
  const match = /^\/api(?:\/(.*?))?\/?$/i.exec(before)
  if (!match) return []
  return (match[1] ?? '').split('/').map((segment) => {
    try {
      return decodeURIComponent(segment)
    } catch {
      return segment
    }
  })
}

/** Parses the query without the limits of a server. */
export function queryOf({ path }: ReplayRequest): Query {
  const at = path.indexOf('?')
  if (at === -1) return {}
  return qs.parse(path.slice(at + 1), {
    strictNullHandling: true,
    depth: 200,
    arrayLimit: 10_000,
    parameterLimit: 100_000,
    plainObjects: true,
  })
}

/** Calls `visit` for every key of the query at any depth, with its value. */
export function eachKey(value: unknown, visit: (key: string, below: unknown) => void): void {
  if (value === null || typeof value !== 'object') return
  for (const [key, below] of Object.entries(value)) {
    visit(key, below)
    eachKey(below, visit)
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
