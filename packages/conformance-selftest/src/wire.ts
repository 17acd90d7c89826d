import { parse, stringify } from 'qs'
import { isRecord } from './is-record.js'
import type { Fetch } from '@content-api/conformance'

/** A request that a mutant may change. */
export interface WireRequest {
  method: string
  readonly path: string
  query: Record<string, unknown>
  body: unknown
  readonly headers: Headers
}

/** A response that a mutant may change. The result is still a valid HTTP response. */
export interface WireResponse {
  status: number
  body: unknown
  readonly headers: Headers
}

/** Inserts a function between the suite and a correct target. */
export type Wrap = (inner: Fetch) => Fetch

interface Changes {
  readonly request?: (request: WireRequest) => void
  readonly response?: (response: WireResponse, request: WireRequest) => void
}

const parseQuery = (search: string) =>
  parse(search.replace(/^\?/, ''), {
    depth: 40,
    arrayLimit: 1000,
    parameterLimit: 5000,
    strictNullHandling: true,
  }) as Record<string, unknown>

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return text
  }
}

/** Returns everything that a mutant may change in a request, for comparison. */
const contentOf = ({ query, body, method, headers }: WireRequest) => JSON.stringify([query, body, method, [...headers]])

/** Creates a wrapper that changes requests, responses or both, and passes on non-JSON bodies unchanged. */
export const wire =
  ({ request: changeRequest, response: changeResponse }: Changes): Wrap =>
  (inner) =>
  async (request) => {
    const url = new URL(request.url)
    const isForm = (request.headers.get('content-type') ?? '').includes('multipart')
    const raw = isForm ? undefined : await request.clone().text()
    const wired: WireRequest = {
      method: request.method,
      path: url.pathname,
      query: parseQuery(url.search),
      body: parseJson(raw ?? ''),
      headers: new Headers(request.headers),
    }
    let sent = request
    if (changeRequest) {
      const before = contentOf(wired)
      changeRequest(wired)
      if (contentOf(wired) !== before) {
        const search = stringify(wired.query, { encodeValuesOnly: true, strictNullHandling: true })
        const body = isForm
          ? await request.arrayBuffer()
          : wired.body === undefined || wired.method === 'GET'
            ? undefined
            : typeof wired.body === 'string'
              ? wired.body
              : JSON.stringify(wired.body)
        sent = new Request(`${url.origin}${url.pathname}${search === '' ? '' : `?${search}`}`, {
          method: wired.method,
          headers: wired.headers,
          ...(body === undefined ? {} : { body }),
        })
      }
    }
    const response = await inner(sent)
    if (!changeResponse) return response
    const wiredResponse: WireResponse = {
      status: response.status,
      body: parseJson(await response.text()),
      headers: new Headers(response.headers),
    }
    changeResponse(wiredResponse, wired)
    const text =
      wiredResponse.body === undefined || request.method === 'HEAD'
        ? null
        : typeof wiredResponse.body === 'string'
          ? wiredResponse.body
          : JSON.stringify(wiredResponse.body)
    return new Response(text, { status: wiredResponse.status, headers: wiredResponse.headers })
  }

export type Loose = Record<string, unknown>

/** Returns the top-level entries of a response. */
export function topEntries({ body, status }: WireResponse): Loose[] {
  if (status >= 300 || !isRecord(body)) return []
  const { data } = body
  return (Array.isArray(data) ? data : [data]).filter(
    (entry): entry is Loose => isRecord(entry) && 'attributes' in entry,
  )
}

/** Returns the attributes of every top-level entry. */
export function attributesOf(response: WireResponse): Loose[] {
  return topEntries(response).flatMap(({ attributes }) => (isRecord(attributes) ? [attributes] : []))
}

/** Visits every object in a value, including itself, outer ones first. Objects that a visitor adds are not visited. */
export function everyObject(value: unknown, visit: (found: Loose) => void): void {
  const inner = Array.isArray(value) ? (value as unknown[]) : isRecord(value) ? Object.values(value) : []
  if (isRecord(value)) visit(value)
  for (const item of inner) everyObject(item, visit)
}

export const isList = ({ path, method }: WireRequest) => method === 'GET' && /^\/api\/conf-\w+$/.test(path)
export const isEntry = ({ path, method }: WireRequest) => method === 'GET' && /^\/api\/conf-\w+\/\w+$/.test(path)
export const isGraphql = ({ path }: WireRequest) => path === '/graphql'

/** Returns the object at a path of keys, or undefined. */
export function at(value: unknown, ...path: readonly string[]): Loose | undefined {
  const found = path.reduce<unknown>((current, key) => (isRecord(current) ? current[key] : undefined), value)
  return isRecord(found) ? found : undefined
}
