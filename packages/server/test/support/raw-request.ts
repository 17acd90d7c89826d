import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Listening } from '@content-api/core/transport/listen'

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The received bytes, which may be compressed. */
  readonly bytes: Buffer
}

/**
 * Sends a request over a socket, without the headers and conversions of fetch. `line` is, for example,
 * `GET /api/tags`. `socket` is a connection that is open already.
 */
export function rawRequest(
  { port }: Pick<Listening, 'port'>,
  line: string,
  { headers = {}, body, socket }: { headers?: OutgoingHttpHeaders; body?: string | Buffer; socket?: Socket } = {},
): Promise<RawResponse> {
  const [method = '', path = ''] = line.split(' ')
  return new Promise((resolve, reject) => {
    // With an agent, Node ignores the function.
    const connection = socket ? { createConnection: () => socket } : { agent: false }
    const sent = request({ host: '127.0.0.1', port, method, path, headers, ...connection }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
