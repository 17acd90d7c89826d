import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ExtensionError } from '../../../errors/extension-error.js'

/** Returns whether a connection may leave HTTP, for example for a websocket. */
export type AcceptsUpgrade = (request: IncomingMessage, socket: Duplex) => boolean

/**
 * The HTTP server that project code gets as `strapi.server.httpServer`, for example to serve websockets. It
 * doesn't listen itself: a server that listens passes its events on.
 */
export class ProjectServer {
  #server: Server | undefined
  #listening: Server | undefined
  #serve: RequestListener | undefined
  readonly #upgraded = new Set<Duplex>()

  /** The server, which is created when code first reads it. */
  get server(): Server {
    return (this.#server ??= this.#create())
  }

  /** Passes a request to the listeners of the project. The first of them is `serve`, which code may wrap. */
  handle(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    this.#serve = serve
    if (this.#server) this.#server.emit('request', request, response)
    else serve(request, response)
  }

  /**
   * Receives the events of a server that listens already.
   * @returns a function that ends this, with all websockets
   */
  attachTo(listening: Server, accepts: AcceptsUpgrade): () => void {
    const own = this.#server
    if (!own) return () => undefined
    this.#listening = listening
    const connect = (socket: Duplex) => void own.emit('connection', socket)
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Without a listener, an error would end the process.
      socket.on('error', () => socket.destroy())
      if (!accepts(request, socket)) return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      this.#upgraded.add(socket)
      socket.once('close', () => this.#upgraded.delete(socket))
      own.emit('upgrade', request, socket, head)
    }
    // Node serves a request for an upgrade as usual if nobody listens for upgrades.
    const listenForUpgrades = (event: string | symbol) => {
      if (event === 'upgrade' && !listening.listeners('upgrade').includes(upgrade)) listening.on('upgrade', upgrade)
    }
    listening.on('connection', connect)
    own.on('newListener', listenForUpgrades)
    if (own.listenerCount('upgrade') > 0) listenForUpgrades('upgrade')
    own.emit('listening')
    return () => {
      own.off('newListener', listenForUpgrades)
      listening.off('connection', connect).off('upgrade', upgrade)
      this.#close(own)
    }
  }

  /** Libraries end their connections at the event. Those that are left would keep the listening server open. */
  #close(own: Server): void {
    this.#listening = undefined
    own.emit('close')
    for (const socket of this.#upgraded) socket.end(() => socket.destroy())
  }

  #create(): Server {
    const server = new Server()
    // Node's own listeners would parse each connection a second time.
    server.removeAllListeners()
    server.on('request', (request, response) => this.#serve?.(request, response))
    const own = {
      address: () => this.#listening?.address() ?? null,
      listen() {
        throw new ExtensionError('strapi.server.httpServer listens without a call of listen(). Remove the call.')
      },
      close(done?: () => void) {
        done?.()
        return server
      },
    }
    Object.defineProperty(server, 'listening', { get: () => this.#listening?.listening ?? false })
    return Object.assign(server, own)
  }
}
