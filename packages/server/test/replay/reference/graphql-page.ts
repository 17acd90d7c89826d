import { isRecord } from '../request-target.js'

/** The maximum number of entries in a list (specification §8). */
const amountLimit = 100
const pageSize = 10

/** Returns the page that `pagination` selects, with the figures in `meta`. */
export function pageOf(pagination: unknown, total: number) {
  const input = isRecord(pagination) ? pagination : {}
  const number = (name: string, otherwise: number) => Number(input[name] ?? otherwise)
  const within = (size: number) => (size < 0 ? amountLimit : Math.min(size, amountLimit))
  const byOffset = (input['start'] ?? input['limit'] ?? null) !== null
  const limit = within(byOffset ? number('limit', pageSize) : number('pageSize', pageSize))
  const start = byOffset ? number('start', 0) : (number('page', 1) - 1) * limit
  const page = byOffset ? Math.floor(start / limit) + 1 : number('page', 1)
  return { start, limit, figures: { total, page, pageSize: limit, pageCount: Math.ceil(total / limit) } }
}
