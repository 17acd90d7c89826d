import type { RecordedExchange } from './recording.js'

/** A read. Two requests of the same read are equal, whatever the order of their parameters is. */
export type Read = Pick<RecordedExchange, 'request' | 'graphql' | 'variables'>

/**
 * Returns the read that a request sends; null for a write.
 * @param path the path in the service, with its query
 * @param body the text of the body
 */
export function readOf(method: string, path: string, body: string): Read | null {
  const request = `${method} ${readable(path)}`
  if (method === 'GET') return { request }
  const document = method === 'POST' ? documentIn(body) : null
  if (document === null) return null
  const { query, variables } = document
  return {
    request,
    graphql: query.replaceAll(/[\s,]+/g, ' ').trim(),
    ...(variables && Object.keys(variables).length > 0 && { variables }),
  }
}

/** Returns a text that is the same for equal reads. */
export const keyOf = ({ request, graphql, variables }: Read): string =>
  graphql === undefined ? request : JSON.stringify([request, graphql, sorted(variables ?? {})])

/** Returns the path with its decoded parameters, in the order of their names. */
function readable(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  searchParams.sort()
  const pairs = [...searchParams].map((pair) => pair.map(readableText).join('='))
  return pairs.length === 0 ? pathname : `${pathname}?${pairs.join('&')}`
}

/** Encodes only the characters that have a meaning in a query or can't be read. */
const readableText = (text: string) =>
  encodeURIComponent(text).replaceAll(/%(?:5B|5D|24|2C|3A|2F|40)/g, (code) => decodeURIComponent(code))

interface Document {
  readonly query: string
  readonly variables?: object | null
}

function documentIn(body: string): Document | null {
  try {
    const parsed = JSON.parse(body) as Document | null
    return typeof parsed?.query === 'string' ? parsed : null
  } catch {
    return null
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}
