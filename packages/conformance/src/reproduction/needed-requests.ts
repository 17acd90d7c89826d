import { isSingle } from '../content-model/type-names.js'
import type { EntryId } from '../target/entry-view.js'
import type { Exchange } from '../target/exchange.js'
import { idOccurrences, nthOf } from './id-occurrences.js'
import { typesIn } from './relations-of-model.js'
import { templateOf } from './request-template.js'

/** An id that a later request needs, and its position in the response to an earlier one. */
export interface Capture {
  /** The index of the exchange whose response contains it. */
  readonly from: number
  /** The position of the id among the ids of that response. */
  readonly nth: number
  readonly id: EntryId
  /** The path of the entry's type. Undefined for parts that are not deleted separately, such as components. */
  readonly path: string | undefined
}

const keyOf = ({ from, nth }: Capture) => `${from} ${nth}`

export const writes = ({ method, requestBody = '', url }: Exchange): boolean =>
  url.endsWith('/graphql') ? /"query":"\s*mutation/.test(requestBody) : !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Returns what an id of a request refers to: the latest entry created with it, or an id in an earlier response. */
export function captureOf(
  exchanges: readonly Exchange[],
  before: number,
  path: string | undefined,
  id: EntryId,
): Capture | undefined {
  for (let from = before - 1; from >= 0; from--) {
    const { made = [], body } = exchanges[from] ?? {}
    const match = made.find((one) => one.id === id && (path === undefined || one.path === path))
    const nth = match && nthOf(body, id)
    if (match && nth !== undefined) return { from, nth, id, path: match.path }
  }
  if (path !== undefined) return undefined
  for (let from = before - 1; from >= 0; from--) {
    const found = idOccurrences(exchanges[from]?.body).find(({ value }) => value === id)
    if (found) return { from, nth: found.nth, id, path: undefined }
  }
  return undefined
}

interface OwnText {
  readonly key: string
  readonly text: string
}

/** Returns the strings of a body that are unique to a run, such as account names. */
function ownTexts({ requestBody = '' }: Exchange, run: string): OwnText[] {
  const pairs = requestBody.matchAll(/"(\w+)":\s*"((?:[^"\\]|\\.)*)"/g)
  return [...pairs].flatMap(([, key = '', text = '']) => (text.includes(run) ? [{ key, text }] : []))
}

/** Returns whether two strings refer to the same entry. A login sends a name or an address as `identifier`. */
const isSame = (a: OwnText, b: OwnText) => a.text === b.text && (a.key === b.key || b.key === 'identifier')

export interface Needed {
  /** The indexes of the requests, in order. The last request shows the failure. */
  readonly requests: readonly number[]
  readonly captures: readonly Capture[]
}

/**
 * Returns a failing request and the earlier requests that are needed to repeat it. These create or change the
 * entries that it names by id or lists by marker, its single type or its account, or they return its JWT.
 */
export function neededFor(exchanges: readonly Exchange[], last: number, base: string, run: string): Needed {
  const needed = new Set<number>()
  const captures = new Map<string, Capture>()
  const entries = new Set<string>()
  const waiting = [last]
  const add = (position: number) => {
    if (needed.has(position)) return
    waiting.push(position)
  }
  const references = (position: number): Capture[] => {
    const found: Capture[] = []
    const exchange = exchanges[position]
    if (exchange)
      templateOf(exchange, base, (path, id) => {
        const capture = captureOf(exchanges, position, path, id)
        if (capture) found.push(capture)
        return undefined
      })
    return found
  }
  const target = exchanges[last]
  for (const position of target ? alsoNeeded(exchanges, last, target, base, run) : []) add(position)

  for (;;) {
    for (let position = waiting.pop(); position !== undefined; position = waiting.pop()) {
      needed.add(position)
      for (const made of exchanges[position]?.made ?? []) entries.add(`${made.path} ${made.id}`)
      for (const capture of references(position)) {
        captures.set(keyOf(capture), capture)
        add(capture.from)
      }
      for (const from of signedInBy(exchanges, position)) add(from)
    }
    const changing = exchanges.flatMap((exchange, position) => {
      const relevant =
        position < last &&
        !needed.has(position) &&
        writes(exchange) &&
        exchange.status < 300 &&
        exchange.purpose !== 'clean-up'
      return relevant && references(position).some(({ path, id }) => entries.has(`${path} ${id}`)) ? [position] : []
    })
    if (changing.length === 0) break
    waiting.push(...changing)
  }
  return { requests: [...needed].toSorted((a, b) => a - b), captures: [...captures.values()] }
}

/** Returns the indexes of a request and of the earlier requests that it depends on without naming an id. */
function alsoNeeded(
  exchanges: readonly Exchange[],
  last: number,
  target: Exchange,
  base: string,
  run: string,
): readonly number[] {
  const { pathname, search } = new URL(target.url)
  const path = pathname.slice(base.length)
  const requested = writes(target) ? '' : `${decodeURIComponent(search)} ${target.requestBody ?? ''}`
  const types = typesIn(target.requestBody ?? '').map((type) => type.path)
  const own = ownTexts(target, run)
  return [
    last,
    ...exchanges.flatMap((exchange, position) => {
      if (position >= last || !writes(exchange) || exchange.status >= 300) return []
      const made = exchange.made ?? []
      const listed = made.some(
        (one) => requested.includes(one.marker) && (path.startsWith(one.path) || types.includes(one.path)),
      )
      const same = isSingle(path) && new URL(exchange.url).pathname.slice(base.length) === path
      const markers = made.map(({ attribute }) => attribute)
      const shared = ownTexts(exchange, run).some(
        (text) =>
          (!markers.includes(text.key) || made[0]?.path === '/api/users') && own.some((one) => isSame(text, one)),
      )
      return listed || same || shared ? [position] : []
    }),
  ]
}

/** Returns the JWT in a response. */
export const tokenIn = ({ text }: Exchange) => /"jwt":\s*"([\w-]+\.[\w-]+\.[\w-]*)"/.exec(text)?.[1]

/** Returns the indexes of the requests whose responses contain the token of a request. */
export function signedInBy(exchanges: readonly Exchange[], position: number): number[] {
  const carried = exchanges[position]?.requestHeaders['authorization']
  if (carried === undefined) return []
  return exchanges.slice(0, position).flatMap((exchange, from) => {
    const token = tokenIn(exchange)
    return token !== undefined && carried.includes(token) ? [from] : []
  })
}
