import { ApiError } from '@content-api/engine/errors'

/** Returns the error for a key of a body that nobody may write there. @param path null for unknown keys of the entry */
export function invalidKey(key: string, path: string | null): ApiError {
  const place = path === null || path === key ? '' : ` at ${path}`
  return new ApiError('ValidationError', `Invalid key ${key}${place}`, { details: { key, path, source: 'body' } })
}
