import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import accepts from 'accepts'
import { type HttpResponse, jsonType } from '../message/message.js'
import { encode, encodingFor } from './compression.js'

export interface SendOptions {
  /** Sent with every response that doesn't set them itself. */
  readonly common: Readonly<Record<string, string>>
  readonly requestId: string
  /** Whether responses may be compressed. */
  readonly compress: boolean
}

/** Sends a response over a socket, compressed if the client accepts it. @throws Error for headers that HTTP doesn't allow */
export async function sendResponse(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  { common, requestId, compress }: SendOptions,
): Promise<void> {
  if (isOver(response)) return discard(body)
  // All at once, as a list: Node takes several times as long for headers that are set one by one.
  const lines: string[] = ['X-Request-Id', requestId]
  for (const name in common) if (!(name in headers)) lines.push(name, common[name] as string)
  for (const name in headers) lines.push(name, headers[name] as string)
  if (body === null) {
    response.writeHead(status, lines).end()
    return
  }
  if (body instanceof Readable) return sendStream(message, response, status, lines, body)
  const bytes = Buffer.byteLength(body)
  // Without the header there is nothing to negotiate.
  const mayCompress = compress && isText(headers, body) && message.headers['accept-encoding'] !== undefined
  const encoding = mayCompress ? encodingFor(bytes, (name) => accepts(message).encodings(name) !== false) : null
  if (encoding === null) lines.push('Content-Length', String(bytes))
  else lines.push('Content-Encoding', encoding)
  if (message.method === 'HEAD') {
    response.writeHead(status, lines).end()
    return
  }
  if (encoding === null) {
    response.writeHead(status, lines).end(body)
    return
  }
  const encoded = await encode(body, encoding)
  if (isOver(response)) return
  lines.push('Content-Length', String(encoded.length))
  response.writeHead(status, lines).end(encoded)
}

/** Long JSON comes as bytes already (`revalidation.ts`). */
function isText(headers: HttpResponse['headers'], body: string | Uint8Array): boolean {
  return typeof body === 'string' || (headers['Content-Type'] === jsonType && !('Content-Encoding' in headers))
}

function sendStream(
  message: IncomingMessage,
  response: ServerResponse,
  status: number,
  lines: string[],
  body: Readable,
): void {
  try {
    response.writeHead(status, lines)
  } catch (error) {
    body.destroy()
    throw error
  }
  if (message.method === 'HEAD') {
    response.end()
    return discard(body)
  }
  // A stream may have failed before anything listened.
  if (body.errored) return void response.destroy()
  // The headers are out: a failure can only cut the response short, which its length shows to the client.
  body.once('error', () => response.destroy())
  response.once('close', () => body.destroy())
  body.pipe(response)
}

function discard(body: HttpResponse['body']): void {
  if (body instanceof Readable) body.destroy()
}

/** The response has been sent already, or the client is gone. */
const isOver = (response: ServerResponse) => response.headersSent || response.destroyed
