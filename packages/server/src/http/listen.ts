import { type RequestListener, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  /** For example `http://localhost:1337`. */
  readonly url: string
  readonly port: number
  /** Takes no more requests and resolves when the last one is answered. */
  close(): Promise<void>
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/**
 * Listens on an address of this machine.
 * @throws Error for any other address: there are no accounts yet, whoever reaches the service may change everything.
 */
export async function listen(
  listener: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  if (!loopback.test(host)) {
    throw new Error(
      `The service only listens on this machine (127.0.0.1, ::1 or localhost), not on "${host}": it has no accounts yet, so that anyone who reaches it could change everything. Put a proxy that checks its callers before it.`,
    )
  }
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host.replace(/^\[|\]$/g, ''), resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () => close(server),
  }
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} is taken by another program: stop it, or choose another one with PORT or --port.`)
  }
  if (error.code === 'EACCES') return new Error(`Port ${port} needs more rights than you have: choose one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL') return new Error(`This machine has no address "${host}".`)
  return error
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeIdleConnections()
  })
}
