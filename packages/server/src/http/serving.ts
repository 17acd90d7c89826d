import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from '../log/logger.js'
import { mostConnections } from './connection-limit.js'
import { type ListenOptions, type Listening, listen } from './listen.js'

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
    await Promise.all([...this.#listening].map((listening) => listening.leave()))
    await this.#closeAll()
  }

  /** Announces the end in `/readyz` and in responses, and keeps serving for `drain` seconds. */
  async drain(): Promise<void> {
    this.#stopping = true
    this.options.logger.info('Stopping')
    for (const listening of this.#listening) listening.retire()
    await setTimeout(this.options.drain * 1_000)
  }

  /** Accepts no more connections, and resolves when the open requests are finished. */
  async close(): Promise<void> {
    this.#stopping = true
    await this.#closeAll()
  }

  async #closeAll(): Promise<void> {
    const cut = await Promise.all([...this.#listening].map((listening) => listening.close()))
    this.#listening.clear()
    const count = cut.reduce((sum, each) => sum + each, 0)
    if (count > 0) this.options.logger.warn(`${count} requests took too long and were cut off`)
  }
}
