import type { IncomingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from './http-client.js'

/** Headers that differ between two responses of Strapi itself, that belong to a connection, or that are added. */
const uncompared = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-response-time',
  'x-served-by',
  'etag',
  'x-request-id',
])

export interface Comparison {
  /** The differences, with the path of each; empty if the responses are equal. */
  readonly differences: readonly string[]
  /** Whether the bodies are equal as values, but not as text. */
  readonly reordered: boolean
}

/**
 * Compares a response beside Strapi with that of Strapi: status, headers and body.
 * @param isUnordered whether the entries of a list may have any order
 */
export function compareAnswers(theirs: Answer, ours: Answer, isUnordered = false): Comparison {
  const differences = [
    ...(theirs.status === ours.status ? [] : [`status ${ours.status}, Strapi ${theirs.status}`]),
    ...differentHeaders(theirs.headers, ours.headers),
  ]
  const texts = [theirs, ours].map(textOf)
  if (texts[0] === texts[1]) return { differences, reordered: false }
  const [one, other] = texts
    .map(jsonOr)
    .map((body) => (isUnordered ? inOrder(withoutErrors(body)) : withoutErrors(body)))
  const inBody = [...differentParts(one, other)]
  return { differences: [...differences, ...inBody], reordered: inBody.length === 0 }
}

/** A page has another nonce each time, and the address of its server. */
const textOf = ({ headers, text }: Answer): string =>
  headers['content-type']?.startsWith('text/html') ? 'a page' : text

function differentHeaders(theirs: IncomingHttpHeaders, ours: IncomingHttpHeaders): string[] {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)])
  return [...names]
    .filter((name) => !uncompared.has(name) && String(theirs[name]) !== String(ours[name]))
    .map((name) => `header ${name}: ${String(ours[name])}, Strapi ${String(theirs[name])}`)
}

/**
 * Resolvers run concurrently, so that the errors of a GraphQL response have any order. A response whose data
 * is null doesn't wait for further errors, so that their number varies too.
 */
function withoutErrors(body: unknown): unknown {
  if (!isObject(body) || !Array.isArray(body['errors'])) return body
  return { ...body, errors: true }
}

/** Sorts the entries of a list by their ids. */
function inOrder(body: unknown): unknown {
  if (Array.isArray(body)) return body.toSorted((one: Entry, other: Entry) => one.id - other.id)
  if (!isObject(body) || !Array.isArray(body['data'])) return body
  return { ...body, data: inOrder(body['data']) }
}

interface Entry {
  readonly id: number
}

export function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Lists at most a few differing parts of two JSON values. The order of keys doesn't matter. */
export function* differentParts(theirs: unknown, ours: unknown, at = ''): Generator<string> {
  if (isDeepStrictEqual(theirs, ours)) return
  if (isObject(theirs) && isObject(ours) && Array.isArray(theirs) === Array.isArray(ours)) {
    if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length !== ours.length) {
      yield `${at}: ${ours.length} items ${idsOf(ours)}, Strapi ${theirs.length} ${idsOf(theirs)}`
      return
    }
    for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)]))
      yield* differentParts(theirs[key], ours[key], `${at}/${key}`)
    return
  }
  yield `${at}: ${shown(ours)}, Strapi ${shown(theirs)}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const idsOf = (items: readonly unknown[]) =>
  `[${items.map((item) => (isObject(item) && 'id' in item ? String(item['id']) : shown(item))).join(' ')}]`.slice(
    0,
    100,
  )

const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 120)
