import { QueryError, stringify } from '@content-api/sdk/query-string'
import type { IdentityName } from '../protocol.js'
import { parseQuery } from './parse-query.js'
import type { Query } from './query.js'

export type View = 'content' | 'query' | 'entry' | 'media' | 'webhooks'

/** The state of the page. The address contains all of it, and all forms are created from it. */
export interface PageState {
  /** The path of a type below the prefix of REST, such as `articles`; null for the start page, media and webhooks. */
  readonly type: string | null
  readonly view: View
  /** An id or `new`, in the views `entry` and `media`; null for the entry of a single type. */
  readonly entry: string | null
  readonly identity: IdentityName
  /** Includes the locale and the publication state. */
  readonly query: Query
}

export const startState: PageState = { type: null, view: 'content', entry: null, identity: 'everything', query: {} }

const mediaSegment = '~media'
const webhooksSegment = '~webhooks'
const identityName = /^(everything|public|(role|user|token):\d+)$/

/**
 * Returns the fragment of an address: `#/articles?filters[author][name][$contains]=Ada`,
 * `#/articles/query?…`, `#/articles/7`, `#/articles/new`, `#/homepage/entry`, `#/~media`,
 * `#/~webhooks`.
 */
export function addressOf({ type, view, entry, identity, query }: PageState): string {
  const segments =
    view === 'media'
      ? [mediaSegment, ...(entry === null ? [] : [entry])]
      : view === 'webhooks'
        ? [webhooksSegment]
        : type === null
          ? []
          : [type.replaceAll('/', '~')]
  if (type !== null && view === 'query') segments.push('query')
  if (type !== null && view === 'entry') segments.push(entry ?? 'entry')
  const parameters = [identity === 'everything' ? '' : `as=${identity}`, queryText(query)].filter(Boolean).join('&')
  return `#/${segments.map(encodeURIComponent).join('/').replaceAll('%7E', '~')}${parameters === '' ? '' : `?${parameters}`}`
}

export interface ReadAddress {
  readonly state: PageState
  /** Why a part of the address was ignored; null if all of it was read. */
  readonly problem: string | null
}

/** Reads the fragment of an address, which {@link addressOf} or a user wrote. */
export function readAddress(fragment: string): ReadAddress {
  const [path = '', ...rest] = fragment.replace(/^#?\/?/, '').split('?')
  const { as, ...query } = parseQuery(rest.join('?'))
  const problem = writingProblem(query)
  const identity = typeof as === 'string' && identityName.test(as) ? (as as IdentityName) : 'everything'
  const [first = '', second] = path.split('/').map(decodeSegment)
  const place =
    first === mediaSegment ? mediaPlace(second) : first === webhooksSegment ? webhooksPlace : typePlace(first, second)
  return { state: { ...place, identity, query: problem === null ? query : {} }, problem }
}

type Place = Pick<PageState, 'type' | 'view' | 'entry'>

const mediaPlace = (entry: string | undefined): Place => ({ type: null, view: 'media', entry: entry || null })

const webhooksPlace: Place = { type: null, view: 'webhooks', entry: null }

function typePlace(first: string, second: string | undefined): Place {
  if (first === '') return { type: null, view: 'content', entry: null }
  const type = first.replaceAll('~', '/')
  if (!second) return { type, view: 'content', entry: null }
  if (second === 'query') return { type, view: 'query', entry: null }
  return { type, view: 'entry', entry: second === 'entry' ? null : second }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Disables limits of `stringify`: the URL may have any number of parameters, and the server checks its own limits. */
const limits = { arrayLimit: Number.MAX_SAFE_INTEGER, parameterLimit: Number.MAX_SAFE_INTEGER }

/** Returns the query string of a query. */
export function queryText(query: Query): string {
  return stringify(query, limits)
}

function writingProblem(query: Query): string | null {
  try {
    queryText(query)
    return null
  } catch (error) {
    if (!QueryError.is(error)) throw error
    return error.message
  }
}
