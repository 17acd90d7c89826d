import { ApiError } from '../errors/api-error.js'

/**
 * The decoded segments of a path below `prefix`; null when it lies elsewhere. Case doesn't count in the prefix, one slash at
 * the end is allowed.
 * @throws ApiError for percent-encoding that isn't UTF-8.
 */
export function segmentsBelow(prefix: string, path: string): string[] | null {
  if (path.length < prefix.length || path.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase()) return null
  const rest = path.slice(prefix.length)
  if (rest === '' || rest === '/') return []
  if (!rest.startsWith('/')) return null
  const segments = rest.slice(1).split('/')
  if (segments.at(-1) === '') segments.pop()
  if (!rest.includes('%')) return segments
  const decoded = segments.map(decodeSegment)
  // The names of routes have one spelling, as observed: an escaped one is another name.
  return segments[0]?.includes('%') ? segments : decoded
}

/** A path below `prefix`, which may be `/`. */
export function joined(prefix: string, path: string): string {
  return prefix === '/' ? path : prefix + path
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new ApiError('BadRequestError', 'The percent-encoding of the path is not valid')
  }
}
