import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** When to kill the client: `before` the target gets the request, or `after` it has responded. */
export type Moment = 'before' | 'after'

interface Trap {
  readonly at: number
  readonly moment: Moment
  readonly kill: () => void
}

/**
 * A proxy between the suite and its target. It counts the requests that may write, and kills the client at
 * one of them. After that it forwards nothing from the client.
 */
export class KillingProxy {
  #trap: Trap | undefined
  #sprung = false
  #passing = new Set<Promise<void>>()
  writes = 0

  private constructor(
    readonly target: string,
    readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(target: string): Promise<KillingProxy> {
    const server = createServer((request, response) => {
      const passing = proxy.#pass(request, response).finally(() => proxy.#passing.delete(passing))
      proxy.#passing.add(passing)
    })
    const proxy = new KillingProxy(target, server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** @param trap names a request by its index among the write requests from now on, and kills the client at it */
  set(trap: Trap | undefined): void {
    this.#trap = trap
    this.#sprung = false
    this.writes = 0
  }

  /** Resolves when the target has responded to all requests that it got: those of a killed client, too. */
  async settled(): Promise<void> {
    while (this.#passing.size > 0) await Promise.allSettled(this.#passing)
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => null)
    // The client was killed while it sent the request.
    if (body === null) return void response.destroy()
    const mayWrite = request.method !== 'GET' && request.method !== 'HEAD'
    const trap = mayWrite && this.writes++ === this.#trap?.at ? this.#trap : undefined
    if (trap?.moment === 'before') this.#spring(trap)
    if (this.#sprung) return void response.destroy()
    const upstream = await fetch(`${this.target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !perConnection.has(name) ? [[name, value]] : [],
      ),
      redirect: 'manual',
      ...(mayWrite ? { body } : {}),
    })
    const text = Buffer.from(await upstream.arrayBuffer())
    if (trap) this.#spring(trap)
    if (this.#sprung) return void response.destroy()
    const headers = [...upstream.headers].filter(([name]) => !perConnection.has(name) && name !== 'content-encoding')
    response.writeHead(upstream.status, Object.fromEntries(headers)).end(text)
  }

  #spring(trap: Trap): void {
    this.#sprung = true
    trap.kill()
  }
}

const perConnection = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])
