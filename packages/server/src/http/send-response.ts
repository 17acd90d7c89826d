import type { Request, Response } from 'express'
import type { HttpResponse } from '../message/message.js'
import { encode, encodingFor } from './compression.js'

export interface SendOptions {
  /** Sent with every answer that doesn't say otherwise. */
  readonly common: Readonly<Record<string, string>>
  readonly requestId: string
  /** Whether answers may be compressed. */
  readonly compress: boolean
}

/** Without Express' own `send`, which would look at the type, the length and the freshness of every answer. */
export async function sendResponse(
  request: Request,
  response: Response,
  { status, headers, body }: HttpResponse,
  { common, requestId, compress }: SendOptions,
): Promise<void> {
  if (isOver(response)) return
  // All at once, as a list: Node takes several times as long for headers that are set one by one.
  const lines: string[] = ['X-Request-Id', requestId]
  for (const name in common) if (!(name in headers)) lines.push(name, common[name] as string)
  for (const name in headers) lines.push(name, headers[name] as string)
  if (body === null) {
    response.writeHead(status, lines).end()
    return
  }
  const bytes = Buffer.byteLength(body)
  // Who doesn't say what it takes is not asked again for each encoding.
  const mayCompress = compress && request.headers['accept-encoding'] !== undefined
  const encoding = mayCompress ? encodingFor(bytes, (name) => request.acceptsEncodings(name) !== false) : null
  if (encoding === null) lines.push('Content-Length', String(bytes))
  else lines.push('Content-Encoding', encoding)
  if (request.method === 'HEAD') {
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

/** Answered already, or nobody listens any more. */
const isOver = (response: Response) => response.headersSent || response.destroyed
