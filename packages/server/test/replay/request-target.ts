import type { ContentType, Registry } from '@content-api/model'
import qs from 'qs'
import type { ReplayRequest } from './exchange.js'

export type Operation = 'list' | 'one' | 'single' | 'create' | 'update' | 'delete' | 'localize'

/** What a request to a content type is about. */
export interface Target {
  readonly operation: Operation
  readonly type: ContentType
  /** Of the entry that the path names; null where it names none. */
  readonly id: number | null
  readonly query: Query
}

export type Query = Readonly<Record<string, unknown>>

/** null for whatever doesn't go to a content type of the project by one of its methods. */
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

/** The path below `/api`, decoded; empty for paths elsewhere. */
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

/** Everything that the query says, with none of the limits that a server sets. */
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

/** Calls `visit` for every key of the query, at any depth, with what stands below it. */
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
