import type { Schema } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { envelopeOf, withBody } from '../responses.js'
import type { JsonResponse } from '../exchange.js'
import { type Query, type Target, isRecord } from '../request-target.js'
import { type World, idOf } from '../world.js'
import { type FilterScope, isLive, matches } from './filter.js'
import { show } from './show.js'
import { sorted } from './sort.js'
import { shownNames } from './values.js'

const defaultLimit = 25
const maxLimit = 100

/**
 * Returns the response with the expected entries of the page: recorded ones unchanged, missing ones from the
 * content. For lists whose entries or order differ from Strapi.
 */
export async function expectedList(target: Target, theirs: JsonResponse, world: World): Promise<JsonResponse> {
  const { type, query } = target
  const scope: FilterScope = { world, preview: query['publicationState'] === 'preview' }
  const found: Row[] = []
  for (const row of await world.rows(type)) {
    if (!scope.preview && !isLive(type, row)) continue
    const { locale = 'en' } = query
    if (type.localized && locale !== 'all' && !(await matches(scope, type, row, { locale }))) continue
    if ((await matches(scope, type, row, query['filters'])) && (await searched(scope, type, row, query['_q'])))
      found.push(row)
  }
  const rows = await sorted(scope, type, found, query['sort'])
  const { start, limit, meta } = page(query, rows.length)
  const input = entriesById(theirs)
  const data = rows.slice(start, start + limit).map((row) => input.get(idOf(row)) ?? show(type, row, query))
  return withBody(theirs, { data, meta: { pagination: meta } })
}

function entriesById(theirs: JsonResponse): ReadonlyMap<number, unknown> {
  const data = envelopeOf(theirs)?.data
  return new Map(Array.isArray(data) ? data.map((entry: { id: number }) => [entry.id, entry]) : [])
}

/** `_q`: anywhere in a visible string, in any case. */
async function searched(scope: FilterScope, schema: Schema, row: Row, text: unknown): Promise<boolean> {
  if (typeof text !== 'string' || text === '') return true
  const searchable = new Set(['string', 'text', 'richtext', 'email', 'uid', 'enumeration'])
  const names = shownNames(schema, '*').filter((name) => searchable.has(String(schema.attributes[name]?.type)))
  return matches(scope, schema, row, { $or: names.map((name) => ({ [name]: { $containsi: text } })) })
}

function page({ pagination }: Query, total: number) {
  const input = isRecord(pagination) ? pagination : {}
  const count = !['false', 'f', '0'].includes(String(input['withCount']))
  const number = (name: string, otherwise: number) => (input[name] === undefined ? otherwise : Number(input[name]))
  const within = (size: number) => (size < 0 ? maxLimit : Math.min(size, maxLimit))
  if (input['start'] !== undefined || input['limit'] !== undefined) {
    const start = number('start', 0)
    const limit = within(number('limit', defaultLimit))
    return { start, limit, meta: { start, limit, ...(count && { total }) } }
  }
  const current = number('page', 1)
  const pageSize = within(number('pageSize', defaultLimit))
  const totals = { pageCount: Math.ceil(total / pageSize), total }
  return { start: (current - 1) * pageSize, limit: pageSize, meta: { page: current, pageSize, ...(count && totals) } }
}
