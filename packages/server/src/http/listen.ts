import { type RequestListener, type Server, createServer } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { OpenRequests } from './open-requests.js'
import { loopback, refuseForeignHosts } from './own-hosts.js'
import { oneAtATime } from './pipelining.js'
import { cutOffSlowClients } from './slow-clients.js'

export interface Listening {
  /** Where this machine reaches it, for example `http://127.0.0.1:1337`. */
  readonly url: string
  readonly port: number
  /** Where the metrics are; absent without them. */
  readonly metrics?: string
  /** Makes each answer the last one of its connection, so that clients go elsewhere for the next. */
  retire(): void
  /**
   * The same for a process that shares its port: it takes no more connections after 300 ms, and resolves when clients have let go
   * of theirs. A client may be sending on an idle one, so that these are left until they would end anyway.
   */
  leave(): Promise<void>
  /**
   * Takes no more connections and resolves when the last request is answered, or cut off after eight seconds. Gives how
   * many were.
   */
  close(): Promise<number>
}

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
 * Milliseconds for the headers of a request; bodies have a limit that knows uploads (`cutOffSlowClients`). Node looks only
 * twice a minute unless it is told otherwise.
 */
const timeouts = { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 1_000 }

/** Milliseconds that requests under way are given when the service ends: whoever ends it waits ten seconds at most. */
const lastAnswers = 8_000
/** Milliseconds that a connection on which a request may just be coming in is given after that. */
const lastHeaders = 500

/** Milliseconds in which clients learn that connections end, while new ones are still taken. */
const announcement = 300
/** Milliseconds beside `keepAliveTimeout`, after which Node has closed what is idle. */
const afterIdle = 1_000

/** @throws Error where `refuseOpenHost` does, and for an address that can't be used. */
export async function listen(
  listener: RequestListener,
  { host, port, open = true }: ListenOptions,
): Promise<Listening> {
  refuseOpenHost(host, open)
  const server = createServer(timeouts, oneAtATime(open ? refuseForeignHosts(listener) : listener))
  const requests = new OpenRequests(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host.replace(/^\[|\]$/g, ''), resolve)
  })
  server.once('close', cutOffSlowClients(requests))
  const address = server.address() as AddressInfo
  let closed: Promise<number> | undefined
  const gone = once(server, 'close')
  return {
    url: `http://${hostOfUrl(host)}:${address.port}`,
    port: address.port,
    retire: () => requests.retireConnections(),
    leave: () => leave(server, requests, gone),
    // Whoever has closed it may close the service as well.
    close: () => (closed ??= close(server, requests, gone)),
  }
}

/** Of every address of this machine, the one to visit: some browsers refuse `0.0.0.0`. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  const bare = host.replace(/^\[|\]$/g, '')
  if (bare === '::') return '[::1]'
  return bare.includes(':') ? `[${bare}]` : bare
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} is taken by another program: stop it, or choose another one with PORT or --port.`)
  }
  if (error.code === 'EACCES') return new Error(`Port ${port} needs more rights than you have: choose one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL') return new Error(`This machine has no address "${host}".`)
  return error
}

async function leave(server: Server, requests: OpenRequests, gone: Promise<unknown>): Promise<void> {
  requests.retireConnections()
  await wait(announcement)
  // `close` of an HTTP server would close idle connections at once.
  NetServer.prototype.close.call(server)
  const given = new AbortController()
  const patience = wait(server.keepAliveTimeout + afterIdle, undefined, { signal: given.signal }).catch(() => undefined)
  await Promise.race([gone, patience])
  given.abort()
}

async function close(server: Server, requests: OpenRequests, gone: Promise<unknown>): Promise<number> {
  let cut = 0
  const cutOff = () => {
    cut = requests.count
    server.closeAllConnections()
  }
  const timers = [setTimeout(cutOff, lastAnswers)]
  requests.onNone = () => timers.push(setTimeout(cutOff, lastHeaders))
  if (server.listening) server.close()
  requests.closeConnections()
  await gone
  for (const timer of timers) clearTimeout(timer)
  return cut
}
