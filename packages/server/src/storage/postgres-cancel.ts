import { connect } from 'node:net'
import type { Client, ClientBase } from 'pg'

/** The code that stands in place of a protocol version (PostgreSQL documentation, "Canceling Requests in Progress"). */
const cancelRequest = 80_877_102
/** Milliseconds until a server that doesn't accept the cancel request is given up. */
const timeout = 1_500

/** What pg keeps of the server's BackendKeyData; its types leave the key out. */
interface Backend extends Pick<Client, 'host' | 'port'> {
  readonly processID: number | null
  readonly secretKey: number | null
}

/**
 * Asks the server to end the statement that runs on a connection. Resolves when the server has closed the request's socket,
 * never rejects. Until then the cancel may still arrive: a connection that is used again before has its next statement
 * cancelled (measured: 197 times of 200).
 *
 * pg has no call for this. Like libpq's `PQcancel`, the request goes over a new socket without TLS: it holds nothing but the
 * process and the key by which the server knows the connection, and needs no free connection.
 */
export function cancelStatement(client: ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve()
  const request = Buffer.alloc(16)
  request.writeInt32BE(request.length, 0)
  request.writeInt32BE(cancelRequest, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  return new Promise((resolve) => {
    const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    socket.setTimeout(timeout, () => socket.destroy())
    socket.on('connect', () => socket.end(request))
    // The server answers nothing; 'close' follows an error.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.resume()
  })
}
