import { type IncomingMessage, type RequestListener, type Server, createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { ConnectionLimit, type ConnectionLimitOptions, mostConnections } from './connection-limit.js'
import { OpenRequests, cutOffSlowClients } from './open-requests.js'
import { loopback, isForThisMachine, rejectOtherHosts } from '../composition/own-hosts.js'
import type { Logger } from '../log/logger.js'

/** Returns whether a connection may leave HTTP, for example for a websocket. */
export type AcceptsUpgrade = (request: IncomingMessage, socket: Duplex) => boolean

/** Receives the websockets and connections of a server, such as the code of a project. */
export interface ConnectionReceiver {
  /** @returns a function that ends this, with all websockets */
  attachTo(listening: Server, accepts: AcceptsUpgrade): () => void
}

export interface Listening {
  /** The URL for clients on this machine, for example `http://127.0.0.1:1337`. */
  readonly url: string
  readonly port: number
  /** The URL of the metrics; absent if they are disabled. */
  readonly metrics?: string
  /** Passes websockets and connections to a receiver, instead of the one before. */
  attach(receiver: ConnectionReceiver): void
  /** Makes each response the last one of its connection, so that clients open new connections. */
  retire(): void
  /**
   * Does the same as `retire`, for a process that shares its port. Accepts no more connections after 300 ms,
   * and resolves when clients have closed theirs. Idle connections stay open until their usual timeout,
   * because a client may be sending a request on one.
   */
  leave(): Promise<void>
  /**
   * Accepts no more connections. Resolves when the last request has its response or is cut off after eight
   * seconds. Returns how many requests were cut off.
   */
  close(): Promise<number>
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Whether every request is allowed (the default). Then the service must only be reachable from this machine. */
  readonly open?: boolean
  /** Without it, clients may open any number of connections. */
  readonly limit?: ConnectionLimitOptions | undefined
  /** The number of higher ports that are tried while the port is taken. None by default. */
  readonly nextPorts?: number
}

/** @throws Error when every request is allowed and other machines can reach the host */
export function rejectPublicHost(host: string, open: boolean): void {
  if (!open || loopback.test(host)) return
  throw new Error(
    `The service only listens on this machine (127.0.0.1, ::1 or localhost), not on "${host}", because without "permissions" every request is allowed. Import the content of a Strapi project with its permissions ("content-api import --from-strapi"), or add the permissions of each role to the configuration.`,
  )
}

/**
 * Milliseconds for the headers of a request. `cutOffSlowClients` limits bodies, because a fixed time would
 * end large uploads. By default Node checks connections only twice a minute.
 */
const timeouts = { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 1_000 }

/** Milliseconds for the requests under way when the service closes. Process managers often wait only ten seconds. */
const closeTimeout = 8_000
/** Milliseconds after the last response, for connections on which a request may just be arriving. */
const arrivalTimeout = 500

/** Milliseconds in which responses announce the end of connections while new connections are still accepted. */
const announcement = 300
/** Milliseconds in addition to `keepAliveTimeout`, after which Node has closed all idle connections. */
const afterIdle = 1_000

/** @throws Error when `rejectPublicHost` throws, or when the address can't be used */
export async function listen(
  listener: RequestListener,
  { host, port, open = true, limit, nextPorts = 0 }: ListenOptions,
): Promise<Listening> {
  rejectPublicHost(host, open)
  const server = createServer(timeouts)
  const connections = limit && new ConnectionLimit(server, limit)
  const limited = connections ? connections.around(listener) : listener
  server.on('request', oneAtATime(open ? rejectOtherHosts(limited) : limited))
  const requests = new OpenRequests(server)
  await listenOn(server, host, port, nextPorts).catch((error: unknown) => {
    throw explain(error as NodeJS.ErrnoException, host, port)
  })
  server.once('close', cutOffSlowClients(requests))
  const address = server.address() as AddressInfo
  let closed: Promise<number> | undefined
  let detach = () => {}
  const accepts: AcceptsUpgrade = (request, socket) =>
    (!open || isForThisMachine(request)) && !connections?.isOver(socket)
  const ended = once(server, 'close')
  return {
    url: `http://${hostOfUrl(host)}:${address.port}`,
    port: address.port,
    attach(receiver) {
      detach()
      detach = receiver.attachTo(server, accepts)
    },
    retire: () => requests.retireConnections(),
    leave() {
      detach()
      return leave(server, requests, ended)
    },
    close() {
      detach()
      // May be called again when the service is closed.
      return (closed ??= close(server, requests, ended))
    },
  }
}

async function listenOn(server: Server, host: string, port: number, nextPorts: number): Promise<void> {
  try {
    server.listen(port, host.replace(/^\[|\]$/g, ''))
    await once(server, 'listening')
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (!isTaken || nextPorts === 0 || port >= 65_535) throw error
    await listenOn(server, host, port + 1, nextPorts - 1)
  }
}

/** Returns a host name for URLs. A wildcard address is replaced, because some browsers reject `0.0.0.0`. */
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

async function leave(server: Server, requests: OpenRequests, ended: Promise<unknown>): Promise<void> {
  requests.retireConnections()
  await wait(announcement)
  // `close` of an HTTP server would close idle connections immediately.
  NetServer.prototype.close.call(server)
  const idle = new AbortController()
  const timeout = wait(server.keepAliveTimeout + afterIdle, undefined, { signal: idle.signal }).catch(() => undefined)
  await Promise.race([ended, timeout])
  idle.abort()
}

async function close(server: Server, requests: OpenRequests, ended: Promise<unknown>): Promise<number> {
  let cut = 0
  const cutOff = () => {
    cut = requests.count
    server.closeAllConnections()
  }
  const timers = [setTimeout(cutOff, closeTimeout)]
  requests.onNone = () => timers.push(setTimeout(cutOff, arrivalTimeout))
  if (server.listening) server.close()
  requests.closeConnections()
  await ended
  for (const timer of timers) clearTimeout(timer)
  return cut
}

const latest = Symbol('latest response')
const waiting = Symbol('waiting requests')

/** The number of requests of one connection that may wait for earlier ones. Clients that pipeline send far fewer. */
export const longestPipeline = 256

interface Connection extends Socket {
  [latest]?: ServerResponse
  [waiting]?: number
}

/**
 * Handles the requests of a connection one after the other. A client may send requests without waiting for
 * responses, a thousand in one packet. Node would start all of them and keep their responses until the client
 * reads them, which may need more memory than there is. Node keeps reading while requests wait, so a
 * connection with more than `longestPipeline` of them is closed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const socket: Connection = request.socket
    const before = socket[latest]
    socket[latest] = response
    if (!before || before.closed || before.writableFinished) return listener(request, response)
    const count = (socket[waiting] ?? 0) + 1
    if (count > longestPipeline) {
      socket.destroy()
      // Without the event, the request would count as open forever.
      return void response.emit('close')
    }
    socket[waiting] = count
    before.once('close', () => {
      socket[waiting] = (socket[waiting] ?? 1) - 1
      if (!socket.destroyed) listener(request, response)
      // The client has disconnected. Node closes only responses that have started, so the others would count
      // as open forever.
      else response.emit('close')
    })
  }
}

type Address = Pick<ListenOptions, 'host' | 'port'>

/** Programs that read metrics share a few connections. */
const mostOfMetrics = 20

export interface ServingOptions {
  /** Whether every request is allowed. */
  readonly open: boolean
  /** Seconds between the announcement of the end and the time when no more connections are accepted. */
  readonly drain: number
  /** Files and connections that may be open besides those of clients, such as connections to the database. */
  readonly reserved: number
  /** Ends responses that have no end of their own. Called when the service begins to stop. */
  readonly onStop?: () => void
  readonly logger: Logger
}

/** The addresses that a service listens on, and the steps to stop it. */
export class Serving {
  readonly #listening = new Set<Listening>()
  #stopping = false
  #measured = false

  constructor(readonly options: ServingOptions) {}

  /** Whether the end has been announced. */
  get isStopping(): boolean {
    return this.#stopping
  }

  /** @throws Error if too few files may be open, or when the address can't be used */
  async listen(listener: RequestListener, at: Address): Promise<Listening> {
    const { open, reserved, logger } = this.options
    const most = mostConnections(reserved, logger)
    const listening = await listen(listener, { ...at, open, limit: most === undefined ? undefined : { most, logger } })
    this.#listening.add(listening)
    return listening
  }

  /** Whether metrics are served already. A service with several addresses serves them only once. */
  get isMeasured(): boolean {
    return this.#measured
  }

  /** Listens for requests for metrics. Other machines may read the metrics, because they hold no content. */
  async listenForMetrics(listener: RequestListener, at: Address): Promise<Listening> {
    this.#measured = true
    const limit = { most: mostOfMetrics, logger: this.options.logger }
    const listening = await listen(listener, { ...at, open: false, limit })
    this.#listening.add(listening)
    return listening
  }

  /** Closes the connections step by step, so that clients move to another process on the same port. */
  async leave(): Promise<void> {
    this.options.onStop?.()
    await Promise.all([...this.#listening].map((listening) => listening.leave()))
    await this.#closeAll()
  }

  /** Announces the end in `/readyz` and in responses, and keeps serving for `drain` seconds. */
  async drain(): Promise<void> {
    this.#stopping = true
    this.options.logger.info('Stopping')
    for (const listening of this.#listening) listening.retire()
    this.options.onStop?.()
    await wait(this.options.drain * 1_000)
  }

  /** Accepts no more connections, and resolves when the open requests are finished. */
  async close(): Promise<void> {
    this.#stopping = true
    this.options.onStop?.()
    await this.#closeAll()
  }

  async #closeAll(): Promise<void> {
    const cut = await Promise.all([...this.#listening].map((listening) => listening.close()))
    this.#listening.clear()
    const count = cut.reduce((sum, each) => sum + each, 0)
    if (count > 0) this.options.logger.warn(`${count} requests took too long and were cut off`)
  }
}
