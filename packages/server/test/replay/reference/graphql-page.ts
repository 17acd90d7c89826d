import { isRecord } from '../request-target.js'

/** Specification §8: entries of a list at most. */
const amountLimit = 100
const pageSize = 10

/** The page that a list's `pagination` asks for, with the figures that `meta` tells of it. */
export function pageOf(pagination: unknown, total: number) {
  const given = isRecord(pagination) ? pagination : {}
  const number = (name: string, otherwise: number) => Number(given[name] ?? otherwise)
  const within = (size: number) => (size < 0 ? amountLimit : Math.min(size, amountLimit))
  const byOffset = (given['start'] ?? given['limit'] ?? null) !== null
  const limit = within(byOffset ? number('limit', pageSize) : number('pageSize', pageSize))
  const start = byOffset ? number('start', 0) : (number('page', 1) - 1) * limit
  const page = byOffset ? Math.floor(start / limit) + 1 : number('page', 1)
  return { start, limit, figures: { total, page, pageSize: limit, pageCount: Math.ceil(total / limit) } }
}
