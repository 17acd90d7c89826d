import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, auth, cookieStorage, createClient, type RequestOptions } from '@content-api/sdk'
import type { ContentTypes, User } from './content-types.gen.js'
import { revalidatingFetch } from './revalidating-fetch.js'

export interface ServiceOptions {
  /** Where the atlas is served. */
  readonly baseURL: string
  /** Milliseconds to wait for the service. Default 10,000. */
  readonly timeout?: number
  /** Seconds for which everybody is given the same answer without asking again. Default 60. */
  readonly freshFor?: number
  /** Over plain HTTP browsers send no `Secure` cookies. Default false, which is for this machine. */
  readonly secure?: boolean
}

/** The atlas as everybody sees it: one client for all visitors, whose answers may be kept. */
export function createAtlas({ baseURL, timeout = 10_000 }: ServiceOptions) {
  return createClient<ContentTypes>({ baseURL, fetch: revalidatingFetch(), defaults: { timeout } })
}

/** One request for a page, with a client of its own for its visitor: the token in its cookie is nobody else's. */
export type Visit = ReturnType<typeof createVisit>

export function createVisit(
  request: IncomingMessage,
  response: ServerResponse,
  atlas: ReturnType<typeof createAtlas>,
  { baseURL, timeout = 10_000, freshFor = 60, secure = false }: ServiceOptions,
) {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const storage = cookieStorage({
    secure,
    read: () => request.headers.cookie,
    // Scripts of the page have no use for it.
    write: (cookie) => void response.appendHeader('set-cookie', `${cookie}; HttpOnly`),
  })
  const visitor = createClient<ContentTypes>({ baseURL, defaults: { timeout } }).with(auth<User>({ storage }))
  /** What every call is given: it ends when the visitor goes away. */
  const call: RequestOptions = { signal: gone.signal }
  const signedIn = async () => (await storage.get()) !== undefined
  return {
    atlas,
    visitor,
    call,
    /** For what is the same for all visitors and may be a little old. */
    shared: { ...call, next: { revalidate: freshFor } } satisfies RequestOptions,
    // Two slashes at its beginning would be read as a host.
    url: new URL((request.url ?? '').replace(/^[/\\]*/, '/'), 'http://site'),
    signedIn,
    /** Who has signed in; nobody when the token has run out, which the client then forgets together with the cookie. */
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

/** The fields of a posted form. Throws a RangeError when it has over 10,000 characters. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string
    if (text.length > FORM_LIMIT) throw new RangeError(`The form has over ${FORM_LIMIT} characters`)
  }
  return new URLSearchParams(text)
}
