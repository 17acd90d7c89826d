import { isRecord } from '../check/read.js'
import type { Exchange } from '../target/exchange.js'
import { idFrom } from './id-occurrences.js'
import { replaceInData, type Replace, textMark, typeAt, typesIn, replaceUnderIds } from './relations-of-model.js'

/** A request with placeholders for its ids. */
export interface RequestTemplate {
  /** The path and the query below the base address. */
  readonly path: string
  readonly body?: string
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A placeholder for an id until the script is written. Its delimiters are private-use characters. */
const placeholder = (name: string) => `\ue001${name}\ue002`

export const placeholders = /\ue001(\w+)\ue002/g

/**
 * Replaces the ids of a request by placeholders: in its path, its filters and its body.
 * @param name returns the shell variable for the id of an entry; undefined keeps the id
 */
export function templateOf(exchange: Exchange, base: string, name: Replace): RequestTemplate {
  const { pathname, search } = new URL(exchange.url)
  const path = pathname.slice(base.length)
  const put: Replace = (type, id) => {
    const found = name(type, id)
    return found === undefined ? undefined : placeholder(found)
  }
  return {
    path: `${inPath(path, put)}${inQuery(search, path, put)}`,
    ...(exchange.requestBody === undefined ? {} : { body: inBody(exchange.requestBody, path, put) }),
  }
}

/** `/api/tags/5` is an entry of the type at `/api/tags`. */
function inPath(path: string, put: Replace): string {
  const [, collection, segment = '', rest = ''] = /^(\/api\/(?:upload\/)?[\w-]+)\/(\w+)(\/.*)?$/.exec(path) ?? []
  const id = idFrom(segment)
  if (collection === undefined || id === undefined) return path
  return `${collection}/${put(collection, id) ?? id}${rest}`
}

function inQuery(search: string, path: string, put: Replace): string {
  // Bounded input: the query of a request that the suite itself sent.
  return search.replaceAll(/([?&])([^=&]*)=(\w+)(?=&|$)/g, (whole, lead: string, key: string, value: string) => {
    const plain = decodeURIComponent(key)
    const id = idFrom(value)
    if (id === undefined || !/^filters.*\[(?:id|documentId)\]/.test(plain)) return whole
    const [, relation] = /\[([\w-]+)\]\[(?:id|documentId)\]/.exec(plain) ?? []
    const own = relation === undefined || relation.startsWith('$')
    const type = own ? typeAt(path)?.path : undefined
    return `${lead}${key}=${put(type, id) ?? value}`
  })
}

function inBody(text: string, path: string, put: Replace): string {
  const body = parsed(text)
  if (!isRecord(body) || JSON.stringify(body) !== text) return text
  const changed = typeof body['query'] === 'string' ? inGraphql(body, body['query'], put) : inRest(body, path, put)
  return asText(changed)
}

/** Returns JSON in which placeholders have quotes only if they replace strings. */
const asText = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(/"\ue001(\w+)\ue002"/g, (_, name: string) => placeholder(name))
    .replaceAll(textMark, '')

function inRest(body: Readonly<Record<string, unknown>>, path: string, put: Replace): unknown {
  const type = typeAt(path)
  return type ? { ...body, data: replaceInData(body['data'], type.attributes, put) } : body
}

function inGraphql(body: Readonly<Record<string, unknown>>, query: string, put: Replace): unknown {
  const types = typesIn(query)
  const [type] = types
  const path = types.length === 1 ? type?.path : undefined
  // Bounded input: a document that the suite itself sent.
  const written = query.replaceAll(
    /\b(id|documentId): ?("?)(\w+)\2/g,
    (whole, key: string, mark: string, text: string) => {
      const id = idFrom(text)
      const found = id === undefined ? undefined : put(path, id)
      return found === undefined ? whole : `${key}: ${mark}${found}${mark}`
    },
  )
  if (!isRecord(body['variables'])) return { ...body, query: written }
  const { data, ...others } = body['variables']
  const variables = {
    ...(data === undefined ? {} : { data: type ? replaceInData(data, type.attributes, put) : data }),
    ...(replaceUnderIds(others, path, put) as Record<string, unknown>),
  }
  return { ...body, query: written, variables }
}
