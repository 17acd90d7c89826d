import { PassThrough, pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Cancellation } from '@content-api/engine/concurrency'
import { ApiError } from '@content-api/engine/errors'
import type { Config } from '../config/schema.js'
import type { HttpRequest, HttpResponse, ResponseBody } from '../message/message.js'
import { commonHeaders } from './common-headers.js'
import { tooLarge, requestSignal, requestId } from './message-request.js'

/**
 * Creates a `fetch` function for requests without a socket, for example of tests, service workers and
 * in-process clients.
 */
export function createFetch(
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  config: Pick<Config, 'http' | 'limits'>,
): (request: Request) => Promise<Response> {
  const common = commonHeaders(config)
  return async (request) => {
    const { pathname, search, host } = new URL(request.url)
    let signal: Cancellation | undefined
    const id = requestId(request.headers.get('x-request-id') ?? undefined)
    const {
      status,
      headers,
      cookies = [],
      body,
    } = await handle({
      id,
      method: request.method.toUpperCase(),
      path: pathname,
      query: search.slice(1),
      address: '',
      get signal() {
        return (signal ??= requestSignal(request))
      },
      header: (name) => request.headers.get(name) ?? undefined,
      // A request of `fetch` has no `Host` header: its URL has the name.
      headers: () => ({
        host,
        // Its body has no length either, like one that is sent in chunks.
        ...(request.body && { 'transfer-encoding': 'chunked' }),
        ...Object.fromEntries(request.headers),
      }),
      body: () => readBody(request, config.limits.body),
      stream: () => (request.body ? Readable.fromWeb(request.body as ReadableStream<Uint8Array>) : Readable.from([])),
    })
    const sent = new Headers({ ...common, 'X-Request-Id': id, ...headers })
    for (const cookie of cookies) sent.append('Set-Cookie', cookie)
    return new Response(bodyFor(request, body), { status, headers: sent })
  }
}

type BodyInit = ConstructorParameters<typeof Response>[0]

function bodyFor({ method }: Request, body: ResponseBody): BodyInit {
  if (method === 'HEAD') {
    if (body instanceof Readable) body.destroy()
    return null
  }
  if (!(body instanceof Readable)) return body as BodyInit
  // A web response needs bytes, but the stream of a project may produce strings.
  const bytes = body.readableObjectMode ? pipeline(body, new PassThrough(), () => {}) : body
  // Node declares two incompatible types for web streams.
  return Readable.toWeb(bytes) as BodyInit
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding !== 'identity') {
    throw new ApiError('UnsupportedMediaTypeError', `The encoding ${encoding.slice(0, 40)} is not supported here`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body) {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks, size)
}
