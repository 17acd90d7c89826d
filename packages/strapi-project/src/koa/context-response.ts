import { once } from 'node:events'
import { Readable, Stream } from 'node:stream'
import { ApiError } from '@content-api/engine/errors'
import {
  callerVary,
  type HttpRequest,
  type HttpResponse,
  type RequestInfo,
  type ResponseBody,
} from '@content-api/core/message/message'
import { requestOf } from '../code/plugins/account-extension.js'
import { errorResponseFor } from './response-helpers.js'
import { type KoaContext, isAnswered, nativeBodyOf } from './koa-app.js'
import { type MemoryResponse, NativeBody } from './memory-messages.js'

const responseOf = (context: KoaContext) => context.res as unknown as MemoryResponse

/** Makes a response of this server the response of the context, so that project code can read and change it. */
export function setResponse(context: KoaContext, { status, headers, cookies = [], body }: HttpResponse): void {
  const { response } = context
  response.status = status
  for (const [name, value] of Object.entries(headers)) response.set(name, value)
  if (cookies.length > 0) response.append('Set-Cookie', [...cookies])
  response.body = new NativeBody(body, headers)
}

/** Reports an error that the client doesn't get in full. */
export type Report = (request: RequestInfo, error: unknown) => void

/** Makes the response for an error the response of the context. Headers that code has set stay, as in Strapi 4.26. */
export function setError(context: KoaContext, error: unknown, report: Report): void {
  const request = context[requestOf as never] as HttpRequest
  const { status, body, headers, fault } = errorResponseFor(error, placeOf(context))
  if (fault !== null) report(request, fault)
  discardBody(context)
  const { response } = context
  response.status = status
  response.remove('Content-Type')
  for (const [name, value] of Object.entries(headers)) response.set(name, value)
  response.body = body
}

/** Returns the route in the log. */
function placeOf(context: KoaContext): string {
  const route = context.state['route'] as { readonly method: string; readonly path: string } | undefined
  return route ? `${route.method} ${route.path}` : `${context.method} ${context.path}`
}

/** Runs code that sets the response of a context, and returns the response. It never rejects. */
export async function respondIn(context: KoaContext, report: Report, work: () => Promise<void>): Promise<HttpResponse> {
  let response: HttpResponse
  try {
    await work()
    if (!isAnswered(context) && context.respond !== false) context.notFound()
    response = await responseIn(context)
  } catch (error) {
    setError(context, error, report)
    response = await responseIn(context)
  }
  const request = context[requestOf as never] as HttpRequest
  if (!request.whenSent) endWithout(context, response)
  return response
}

/** Ends the messages of a response that isn't sent over a socket. */
function endWithout(context: KoaContext, { body }: HttpResponse): void {
  const end = () => responseOf(context).finish()
  if (body instanceof Readable) body.once('close', end)
  else end()
}

/**
 * Returns the response that project code has made with the context.
 * @throws ApiError NotFoundError for a stream of a file that doesn't exist; other errors of streams and of
 * JSON
 */
async function responseIn(context: KoaContext): Promise<HttpResponse> {
  if (context.respond === false) await responseOf(context).started
  const { written } = responseOf(context)
  if (written) return { ...head(context), body: written }
  const native = nativeBodyOf(context)
  if (native) return { ...head(context, native), body: native.body }
  await opened(context.body)
  const body = bodyIn(context)
  return { ...head(context), body }
}

/** Closes the stream in `body` of a response that isn't sent. */
function discardBody(context: KoaContext): void {
  const body: unknown = nativeBodyOf(context)?.body ?? context.body
  if (body instanceof Readable) body.destroy()
}

/** Statuses whose responses have no body (RFC 9110, sections 6.4.1 and 15.3.6). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** Returns the body as Koa sends it, without what the adapters do: HEAD and `Content-Length`. */
function bodyIn(context: KoaContext): ResponseBody {
  const { response, status } = context
  const { body } = context
  if (bodiless.has(status)) {
    if (body instanceof Readable) body.destroy()
    response.remove('Content-Type')
    return null
  }
  if (body === null || body === undefined) {
    if ((response as unknown as { readonly _explicitNullBody?: boolean })._explicitNullBody) {
      response.remove('Content-Type')
      return null
    }
    response.type = 'text'
    return context.message || String(status)
  }
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body
  if (body instanceof Readable) {
    if (body.errored) throw body.errored
    return body
  }
  if (body instanceof Stream) return Readable.from(body as unknown as AsyncIterable<unknown>)
  const text = JSON.stringify(body) as string | undefined
  if (text === undefined) throw new TypeError('the body of the response can not be represented as JSON')
  return text
}

/** Returns status, headers and cookies. */
function head(context: KoaContext, native?: NativeBody): Omit<HttpResponse, 'body'> {
  const response = responseOf(context)
  const headers: Record<string, string> = {}
  let cookies: readonly string[] = []
  for (const name of response.getHeaderNames()) {
    const value = response.getHeader(name)
    if (name === 'set-cookie') cookies = Array.isArray(value) ? value : [String(value)]
    // The adapters know the length of a text, which they may compress.
    else if (name !== 'content-length' || isStream(context, native)) {
      headers[spellingOf(name)] = Array.isArray(value) ? value.join(', ') : String(value)
    }
  }
  const { Vary: vary } = headers
  // The response may depend on the caller, so `Vary` also has the headers that identify the caller.
  if (vary !== undefined && vary !== native?.headers['Vary']) headers['Vary'] = `${callerVary}, ${vary}`
  return { status: context.status, headers, ...(cookies.length > 0 && { cookies }) }
}

function isStream(context: KoaContext, native: NativeBody | undefined): boolean {
  const body: unknown = native ? native.body : context.body
  return body instanceof Readable || responseOf(context).written !== undefined
}

/** Returns a header name in the server's spelling, so that a header of the project replaces the server's own. */
const spellingOf = (name: string) =>
  name === 'etag' ? 'ETag' : name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

/**
 * Waits until the file of a file stream is open, because the status is sent before the bytes. Other streams
 * aren't awaited.
 * @throws ApiError NotFoundError if the file doesn't exist
 */
async function opened(body: unknown): Promise<void> {
  if (!(body instanceof Readable)) return
  // Without a listener, an error would end the process. `bodyIn` finds it in `body.errored`.
  body.on('error', () => {})
  if (!('pending' in body) || body.pending !== true || body.destroyed) return
  try {
    await once(body, 'ready')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ApiError('NotFoundError')
    throw error
  }
}
