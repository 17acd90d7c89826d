import type { Pagination } from './read-plan.js'

/** Returns the offset and length of a page. A negative `limit` means no limit. */
export function offsetOf(pagination: Pagination): { readonly start: number; readonly limit: number } {
  return pagination.by === 'page'
    ? { start: (pagination.page - 1) * pagination.pageSize, limit: pagination.pageSize }
    : { start: pagination.start, limit: pagination.limit }
}

/** Returns the requested page. For pagination by offset this is the page that contains the entry at `start`. */
export function asPage(pagination: Pagination): { readonly page: number; readonly pageSize: number } {
  if (pagination.by === 'page') return pagination
  const { start, limit } = pagination
  return { page: Math.floor(start / limit) + 1, pageSize: limit }
}
