import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'

/** One side of a connection whose bytes a test writes and reads itself. */
export class Wire {
  /** What the other side has sent, one character for each byte. */
  received = ''
  readonly closed: Promise<unknown>

  constructor(readonly socket: Socket) {
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (this.received += text))
    // A reset is an expected end here.
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => socket.once('close', resolve))
  }

  send(text: string): void {
    this.socket.write(text, 'latin1')
  }

  /** Resolves with everything received so far when it contains `text`, which is removed with all before it. */
  async until(text: string): Promise<string> {
    const end = this.received.indexOf(text)
    if (end !== -1) {
      const found = this.received.slice(0, end + text.length)
      this.received = this.received.slice(end + text.length)
      return found
    }
    if (this.socket.closed) throw new Error(`The connection was closed before "${text}": ${this.received}`)
    await Promise.race([once(this.socket, 'data'), this.closed])
    return this.until(text)
  }

  /** Resolves with the lines of the next head. */
  async head(): Promise<string[]> {
    return (await this.until('\r\n\r\n')).trimEnd().split('\r\n')
  }

  end(): void {
    this.socket.end()
  }

  /** Closes the connection as a process that was killed does. */
  reset(): void {
    this.socket.resetAndDestroy()
  }
}

/** A server in place of Strapi that does only what a test does by its connections. */
export interface Upstream {
  readonly url: URL
  /** Resolves with the next connection. */
  accept(): Promise<Wire>
  /** The number of connections so far. */
  readonly count: number
}

export async function listenRaw(): Promise<Upstream> {
  const wires: Wire[] = []
  const waiting: ((wire: Wire) => void)[] = []
  let count = 0
  const server = createServer((socket) => {
    count += 1
    const wire = new Wire(socket)
    cleanUpAfterFile(() => void socket.destroy())
    const next = waiting.shift()
    if (next) next(wire)
    else wires.push(wire)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUpAfterFile(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    accept: () => {
      const wire = wires.shift()
      return wire ? Promise.resolve(wire) : new Promise((resolve) => waiting.push(resolve))
    },
    get count() {
      return count
    },
  }
}

export function connectRaw(port: number): Wire {
  const socket = connect({ port, host: '127.0.0.1' })
  cleanUpAfterFile(() => void socket.destroy())
  return new Wire(socket)
}
