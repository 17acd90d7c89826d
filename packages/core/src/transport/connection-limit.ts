import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { explainLowLimit, openFileLimit } from '../config/open-file-limit.js'
import { ApiError } from '@content-api/engine/errors'
import type { Logger } from '../log/logger.js'
import { jsonType } from '../message/message.js'
import { healthPaths } from './health.js'

/**
 * Files and connections that the server keeps for itself: about 30 are always open. Threads, the process for
 * images, logs, mail and clients that read metrics open more.
 */
const ownFiles = 100
/** A connection may need a second file: one that it downloads or uploads. */
const filesPerConnection = 2
/** Connections above the limit whose requests get a response with 503. Further ones are closed immediately. */
const surplus = 16
/** The number of connections with which a start still makes sense. */
const leastConnections = 16
/** A lower limit gets a line in the log. */
const fewConnections = 1_000
/** Milliseconds between two lines in the log about rejected connections. */
const reportInterval = 10_000

/**
 * Returns how many client connections fit below the limit of open files; undefined if there is no limit. Logs
 * a low number.
 * @param reserved further connections of the server, such as those to its database
 * @throws Error for a limit that leaves too few connections
 */
export function mostConnections(
  reserved: number,
  logger: Pick<Logger, 'info'>,
  limit = openFileLimit(),
): number | undefined {
  const problem = explainLowLimit(limit, ownFiles + reserved + leastConnections * filesPerConnection)
  if (problem !== undefined) throw new Error(problem)
  if (limit === null) return undefined
  const most = Math.floor((limit - ownFiles - reserved) / filesPerConnection)
  if (most < fewConnections) {
    logger.info(`Clients may open ${most} connections at a time, because this process may open ${limit} files`)
  }
  return most
}

export interface ConnectionLimitOptions {
  /** The greatest number of connections. */
  readonly most: number
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Keeps a server below a number of connections, so that it can always open files. Some connections above the
 * limit are still accepted, and their requests get 503. Further ones are closed immediately. Connections
 * without requests end on their own: after `headersTimeout`, or `keepAliveTimeout` once they had a request.
 */
export class ConnectionLimit {
  readonly #surplus = new WeakSet<Duplex>()
  #open = 0
  #rejected = 0
  #nextReport = 0

  constructor(
    server: Server,
    readonly options: ConnectionLimitOptions,
  ) {
    server.on('connection', (socket) => this.#add(socket))
  }

  /** Returns whether a connection is one above the limit. */
  isOver(socket: Duplex): boolean {
    return this.#open > this.options.most && this.#surplus.has(socket)
  }

  /** Adds the response with 503 to a listener. Health checks get their usual response. */
  around(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket, url = '' } = request
      if (!this.isOver(socket) || healthPaths.has(url)) return listener(request, response)
      this.#reject()
      const error = new ApiError('ServiceUnavailableError', 'Too many connections are open')
      const headers = { 'Content-Type': jsonType, 'Retry-After': '1', Connection: 'close' }
      response.writeHead(error.status, headers).end(JSON.stringify(error))
    }
  }

  /** Used instead of `maxConnections`: the primary process offers what workers reject to them again and again. */
  #add(socket: Socket): void {
    const { most } = this.options
    if (this.#open >= most + surplus) {
      socket.destroy()
      return this.#reject()
    }
    this.#open += 1
    if (this.#open > most) this.#surplus.add(socket)
    socket.once('close', () => (this.#open -= 1))
  }

  #reject(): void {
    this.#rejected += 1
    if (performance.now() < this.#nextReport) return
    this.#nextReport = performance.now() + reportInterval
    const { most, logger } = this.options
    const raise = 'To serve more clients at a time, raise the limit of open files ("ulimit -n")'
    logger.warn(`${most} connections are open; rejected ${this.#rejected} more. ${raise}`)
    this.#rejected = 0
  }
}
