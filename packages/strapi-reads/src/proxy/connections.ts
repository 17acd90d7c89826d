import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Agent as TlsAgent, request as requestByTls } from 'node:https'
import type { Socket } from 'node:net'
import { StrapiTimeout } from './own-error.js'

/** Time limits in milliseconds. */
export interface ProxyLimits {
  readonly connect: number
  /** The longest time in which neither side of a connection to Strapi sends anything. */
  readonly silence: number
}

/** Strapi has no limit for its responses. This one is longer than any that proxies in front usually have. */
const defaultLimits: ProxyLimits = { connect: 5_000, silence: 300_000 }

/** Milliseconds after which idle connections are closed. Strapi closes them after 5 s. */
const idleTimeout = 4_000

/** Bytes of the headers of a response. Node's own limit, 16 KiB, is lower than that of browsers. */
const largestHeaders = 131_072

/** Milliseconds. Load balancers often wait only a few seconds for `/readyz`. */
const probeTimeout = 1_000

/** The connections to Strapi. */
export interface Connections {
  /**
   * Sends a request. Repeats it once if it `mayRepeat` and met the end of an idle connection: Strapi may
   * close one at the moment when a request arrives on it.
   * @throws Error for invalid characters in the headers
   */
  send(message: SentMessage, headers: readonly string[], sending: Sending): void
  /** Returns whether Strapi responds within a second. */
  probe(): Promise<boolean>
  close(): void
}

type SentMessage = Pick<IncomingMessage, 'method' | 'url'>

export interface Sending {
  /** Called when a request met the end of an idle connection. */
  readonly mayRepeat: () => boolean
  /** Sends the body and ends the request. Called again if the request is repeated. */
  readonly started: (sent: ClientRequest) => void
  /** The rest of an exchange calls either this function or `failed`, once. */
  readonly answered: (answer: IncomingMessage) => void
  readonly failed: (error: Error) => void
}

export function createConnections(target: URL, limits: Partial<ProxyLimits> = {}): Connections {
  const { connect, silence } = { ...defaultLimits, ...limits }
  const isSecure = target.protocol === 'https:'
  const createAgent = isSecure ? TlsAgent : Agent
  const agent = new createAgent({ keepAlive: true, timeout: idleTimeout })
  /** A repeated request may not meet another closed connection. */
  const single = new createAgent({ keepAlive: false })
  const begin = isSecure ? requestByTls : request
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const address = { host, port: target.port, timeout: silence, maxHeaderSize: largestHeaders }
  const send = (message: SentMessage, headers: readonly string[], sending: Sending, repeats = false) => {
    const { method, url: path } = message
    const sent = begin({ ...address, method, path, headers, agent: repeats ? single : agent })
    const { started, answered, failed, mayRepeat } = sending
    let before = 0
    let isDecided = false
    sent.once('socket', (socket) => {
      before = socket.bytesRead
      limitConnecting(sent, socket, connect)
    })
    sent.once('timeout', () => sent.destroy(new StrapiTimeout(`Strapi sent nothing for ${silence / 1_000} seconds`)))
    sent.once('response', (answer) => {
      isDecided = true
      answered(answer)
    })
    const decide = (error: NodeJS.ErrnoException) => {
      if (isDecided) return
      isDecided = true
      const isIdleEnd = sent.reusedSocket && isClosed(error) && (sent.socket?.bytesRead ?? before) === before
      if (!repeats && isIdleEnd && mayRepeat()) send(message, headers, sending, true)
      else failed(error)
    }
    // Stays, because further errors may follow.
    sent.on('error', decide)
    // Without an error or a response if Strapi switches to another protocol.
    sent.once('close', () => decide(new Error('Strapi closed the connection')))
    started(sent)
  }
  return {
    send,
    probe: () =>
      new Promise((resolve) => {
        const headers = ['Host', target.host]
        send({ method: 'HEAD', url: '/_health' }, headers, {
          mayRepeat: () => true,
          started(sent) {
            const timer = setTimeout(() => sent.destroy(new StrapiTimeout('No response')), probeTimeout)
            sent.once('close', () => clearTimeout(timer)).end()
          },
          answered: (answer) => resolve((answer.resume().statusCode ?? 500) < 500),
          failed: () => resolve(false),
        })
      }),
    close() {
      agent.destroy()
      single.destroy()
    },
  }
}

/** Returns whether the other side has closed the connection. */
const isClosed = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE'

function limitConnecting(sent: ClientRequest, socket: Socket, limit: number): void {
  if (!socket.connecting) return
  const timer = setTimeout(() => {
    sent.destroy(new StrapiTimeout(`Strapi did not accept a connection within ${limit / 1_000} seconds`))
  }, limit)
  const stop = () => clearTimeout(timer)
  socket.once('connect', stop).once('close', stop)
}
