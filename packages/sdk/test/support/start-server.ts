import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import qs from 'qs'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly method: string
  readonly path: string
  /** The query, parsed as Strapi does. */
  readonly query: Record<string, unknown>
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export type Respond = (received: Received, response: ServerResponse, count: number) => unknown

export interface TestServer {
  readonly url: string
  readonly received: Received[]
}

/**
 * Starts a server on a free port until the test ends. It sends the result of `respond` as JSON, unless
 * `respond` has responded itself.
 */
export async function startServer(respond: Respond): Promise<TestServer> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [path = '', search = ''] = (request.url ?? '').split('?')
      const one: Received = {
        method: request.method ?? '',
        path,
        query: qs.parse(search, { strictNullHandling: true, arrayLimit: 100, depth: 20 }),
        headers: request.headers,
        text: Buffer.concat(chunks).toString(),
      }
      const count = received.push(one)
      const reply = async () => {
        const body = await respond(one, response, count)
        if (body === undefined || response.headersSent) return
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(body))
      }
      void reply()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

/** Responds with an error in the format of the specification. */
export function sendError(
  response: ServerResponse,
  status: number,
  name: string,
  message: string,
  details: object = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1' })
  response.end(JSON.stringify({ data: null, error: { status, name, message, details } }))
}
