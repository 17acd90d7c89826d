import { createClient, refreshSessions } from '@content-api/sdk'
import { type RequestSession, sessionFrom } from '@content-api/sdk/frameworks'
import { PROXY, SESSION, STAND_IN } from '../runtime/names.js'

/** The content service of an application. */
export interface Service {
  /** Its address for this server. */
  readonly service: string
  /** Its address for browsers. */
  readonly address: string
  /** Whether it has refresh tokens. */
  readonly sessions: boolean
}

const requestHeaders = ['accept', 'accept-language', 'content-type', 'if-match', 'if-none-match', 'user-agent']
const responseHeaders = ['cache-control', 'content-type', 'etag', 'retry-after', 'x-request-id']

/** Requests that services reject if they have a token, because they sign in. */
const ANONYMOUS = /^\/api\/auth\/(?:local(?:\/register)?|forgot-password|reset-password|refresh|[\w-]+\/callback)$/

/** The start of a sign-in with a provider. */
const SIGN_IN = /^\/api\/connect\/[\w-]+$/

/**
 * Sends a request of a browser to the content service, with the token of the user's cookie. Tokens in
 * responses are kept in cookies, and replaced by a stand-in. Rejects writes of other sites with 403. Sends a
 * browser that starts a sign-in with a provider to the service, which needs a cookie of its own for it.
 */
export async function passOn(request: Request, target: Service): Promise<Response> {
  if (isForeign(request)) return new Response('This request comes from another site.', { status: 403 })
  const session = sessionFrom(request)
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice(pathname.indexOf(PROXY) + PROXY.length)
  if (path === SESSION.slice(PROXY.length)) return endSession(request, session)
  if (SIGN_IN.test(path)) return redirectTo(urlOf(target.address, path + search))
  // A GET with a mutation could come from another site.
  const isGraphQL = path === '/graphql' && request.method === 'POST'
  if (!path.startsWith('/api/') && !isGraphQL) return new Response('Not found.', { status: 404 })

  // A body is read once. It is kept where the request may be sent twice.
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const body = hasBody ? await request.arrayBuffer() : null
  const send = async (): Promise<Response> => {
    const headers = copied(request.headers, requestHeaders)
    const token = ANONYMOUS.test(path) ? undefined : await session.storage.get()
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return fetch(urlOf(target.service, path + search), {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
    })
  }
  let response = await send()
  if (response.status === 401 && target.sessions && (await renewed(session, target))) response = await send()
  return session.applyTo(await withoutTokens(response, session))
}

const urlOf = (service: string, path: string): string => service.replace(/\/$/, '') + path

const redirectTo = (location: string): Response =>
  new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })

/** Returns whether another site has sent a write: its cookies may be those of the user (`Sec-Fetch-Site`). */
function isForeign({ method, headers, url }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  const host = headers.get('host') ?? new URL(url).host
  return origin !== null && !(URL.canParse(origin) && new URL(origin).host === host)
}

async function endSession(request: Request, session: RequestSession): Promise<Response> {
  if (request.method !== 'DELETE') return new Response('Not found.', { status: 404 })
  await session.storage.set(undefined)
  await session.refreshStorage.set(undefined)
  return session.applyTo(new Response(null, { status: 204 }))
}

/** Exchanges the refresh token. Returns whether there is a new access token. */
async function renewed(session: RequestSession, { service }: Service): Promise<boolean> {
  if ((await session.refreshStorage.get()) === undefined) return false
  const api = createClient({ baseURL: service }).with(refreshSessions(session))
  return (await api.auth.refresh()) !== undefined
}

/** Returns a response of the service for browsers. */
async function withoutTokens(response: Response, session: RequestSession): Promise<Response> {
  const headers = copied(response.headers, responseHeaders)
  const { status } = response
  const text = await response.text()
  const content = status === 204 || status === 304 ? null : await keepTokens(text, session)
  return new Response(content, { status, headers })
}

/** Keeps the tokens of a response to a login in the session. Returns the body without them. */
async function keepTokens(text: string, session: RequestSession): Promise<string> {
  if (!text.includes('"jwt"') && !text.includes('"refreshToken"')) return text
  const { jwt, refreshToken, ...rest } = JSON.parse(text) as Record<string, unknown>
  if (typeof jwt === 'string') await session.storage.set(jwt)
  if (typeof refreshToken === 'string') await session.refreshStorage.set(refreshToken)
  return JSON.stringify({
    ...rest,
    ...(typeof jwt === 'string' && { jwt: STAND_IN }),
    ...(typeof refreshToken === 'string' && { refreshToken: STAND_IN }),
  })
}

function copied(headers: Headers, names: readonly string[]): Headers {
  const copy = new Headers()
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) copy.set(name, value)
  }
  return copy
}
