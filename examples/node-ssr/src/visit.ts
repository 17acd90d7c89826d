import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, auth, cookieStorage, createClient, type RequestOptions } from '@content-api/sdk'
import type { ContentTypes, User } from './content-types.gen.js'
import { revalidatingFetch } from './revalidating-fetch.js'

export interface ServiceOptions {
  /** The address of the atlas. */
  readonly baseURL: string
  /** Milliseconds to wait for the service. Default 10,000. */
  readonly timeout?: number
  /** Seconds for which all visitors get the same response from the cache. Default 60. */
  readonly freshFor?: number
  /** Whether cookies are `Secure`. Browsers don't send such cookies over plain HTTP. Default false, for local use. */
  readonly secure?: boolean
}

/** The public atlas: one client for all visitors, whose responses may be cached. */
export function createAtlas({ baseURL, timeout = 10_000 }: ServiceOptions) {
  return createClient<ContentTypes>({ baseURL, fetch: revalidatingFetch(), defaults: { timeout } })
}

/** One request for a page, with a separate client for its visitor, whose token is in a cookie. */
export type Visit = ReturnType<typeof createVisit>

export function createVisit(
  request: IncomingMessage,
  response: ServerResponse,
  atlas: ReturnType<typeof createAtlas>,
  { baseURL, timeout = 10_000, freshFor = 60, secure = false }: ServiceOptions,
) {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  const storage = cookieStorage({
    secure,
    // Scripts of the page don't need the cookie.
    httpOnly: true,
    read: () => request.headers.cookie,
    write: (cookie) => void response.appendHeader('set-cookie', cookie),
  })
  const visitor = createClient<ContentTypes>({ baseURL, defaults: { timeout } }).with(auth<User>({ storage }))
  /** The options of every call. Their signal aborts the call when the visitor leaves. */
  const call: RequestOptions = { signal: left.signal }
  const signedIn = async () => (await storage.get()) !== undefined
  return {
    atlas,
    visitor,
    call,
    /** Options for reads of content that is the same for all visitors and may be slightly outdated. */
    shared: { ...call, next: { revalidate: freshFor } } satisfies RequestOptions,
    // Merges leading slashes: `new URL` would read `//name` as a host.
    url: new URL((request.url ?? '').replace(/^[/\\]*/, '/'), 'http://site'),
    signedIn,
    /** Returns the logged-in user. If the token has expired, the client removes it with the cookie. */
    async me() {
      if (!(await signedIn())) return undefined
      return visitor.auth.me({ fields: ['username'] }, call).catch((error: unknown) => {
        if (ApiError.is(error) && error.status === 401) return undefined
        throw error
      })
    },
  }
}

const FORM_LIMIT = 10_000

/** Returns the fields of a posted form. Throws a RangeError over 10,000 characters. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string
    if (text.length > FORM_LIMIT) throw new RangeError(`The form has over ${FORM_LIMIT} characters`)
  }
  return new URLSearchParams(text)
}
