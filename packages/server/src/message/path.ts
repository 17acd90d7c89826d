import { ApiError } from '@content-api/engine/errors'

/**
 * Returns the decoded segments of a path below `prefix`, or null for any other path. The prefix is
 * case-insensitive, and the path may end in one slash.
 * @throws ApiError for percent-encoding that isn't UTF-8
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
  // As in Strapi 4.26, a first segment with percent-encoding matches no route, so the segments stay encoded.
  return segments[0]?.includes('%') ? segments : decoded
}

/** Joins `prefix`, which may be `/`, and a path that begins with `/`. */
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
