import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from '../log/logger.js'
import { type ListenOptions, type Listening, listen } from './listen.js'

export interface ServingOptions {
  /** Whether everybody may do everything. */
  readonly open: boolean
  /** Seconds between the first word of an end and the last connection that is taken. */
  readonly drain: number
  readonly logger: Logger
}

/** The addresses where a service is served, and how that ends. */
export class Serving {
  readonly #listening = new Set<Listening>()
  #stopping = false
  #measured = false

  constructor(readonly options: ServingOptions) {}

  /** From the first word of an end on. */
  get isStopping(): boolean {
    return this.#stopping
  }

  async listen(listener: RequestListener, at: Omit<ListenOptions, 'open'>): Promise<Listening> {
    const listening = await listen(listener, { ...at, open: this.options.open })
    this.#listening.add(listening)
    return listening
  }

  /** Whether metrics are served already: one address of the service needs them. */
  get isMeasured(): boolean {
    return this.#measured
  }

  /** They are read from other machines as well: nothing in them is anybody's content. */
  async listenForMetrics(listener: RequestListener, at: Omit<ListenOptions, 'open'>): Promise<Listening> {
    this.#measured = true
    const listening = await listen(listener, { ...at, open: false })
    this.#listening.add(listening)
    return listening
  }

  /** Lets clients that keep connections go to another process on the same port. */
  async retire(): Promise<void> {
    await Promise.all([...this.#listening].map((listening) => listening.leave()))
    await this.#closeAll()
  }

  /** Says that it is about to end, to those who ask and to those who are connected, and goes on for as long as they need. */
  async drain(): Promise<void> {
    this.#stopping = true
    this.options.logger.info('Stopping')
    for (const listening of this.#listening) listening.retire()
    await setTimeout(this.options.drain * 1_000)
  }

  /** Answers what was asked already. */
  async close(): Promise<void> {
    this.#stopping = true
    await this.#closeAll()
  }

  async #closeAll(): Promise<void> {
    const cut = await Promise.all([...this.#listening].map((listening) => listening.close()))
    this.#listening.clear()
    const unanswered = cut.reduce((sum, count) => sum + count, 0)
    if (unanswered > 0) this.options.logger.warn(`${unanswered} requests took too long to be waited for`)
  }
}
