import type { Exchange } from './exchange.js'

const longest = 240

/** Returns a request for a message: its method, its path with the query decoded, and the body of a write. */
export function describeRequest({ method, url, requestBody }: Exchange): string {
  const { pathname, search } = new URL(url)
  const body = requestBody === undefined ? '' : ` ${requestBody}`
  const text = `${method} ${pathname}${decoded(search)}${body}`
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Invalid escapes, which some scenarios send, stay as they are. */
function decoded(search: string): string {
  try {
    return decodeURIComponent(search)
  } catch {
    return search
  }
}
