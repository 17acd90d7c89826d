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

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Whether whoever reaches the service may do everything (the default); then only this machine may reach it. */
  readonly open?: boolean
}

/** @throws Error for an address that other machines reach, where everybody may do everything. */
export function refuseOpenHost(host: string, open: boolean): void {
  if (!open || loopback.test(host)) return
  throw new Error(
    `The service only listens on this machine (127.0.0.1, ::1 or localhost), not on "${host}": without "permissions" in its configuration anyone who reaches it could change everything. Say there what each role may do.`,
  )
}

/**
 * Milliseconds: a client that sends byte by byte is gone before it has held a connection for half a minute. Node looks only
 * twice a minute unless it is told otherwise.
 */
const timeouts = { headersTimeout: 10_000, requestTimeout: 28_000, connectionsCheckingInterval: 1_000 }

/** @throws Error where `refuseOpenHost` does, and for an address that can't be had. */
export async function listen(
  listener: RequestListener,
  { host, port, open = true }: ListenOptions,
): Promise<Listening> {
  refuseOpenHost(host, open)
  const server = createServer(timeouts, listener)
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
