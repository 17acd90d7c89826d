import { ApiError } from '../../errors/api-error.js'
import { timelineOf } from '../../database/position.js'
import type { PostgresReaders } from './postgres-readers.js'
import type { PostgresWriter } from './postgres-writer.js'
import { describeConnectionError } from './explain-connection-error.js'
import type { ServerAddress } from './server-address.js'
import { ServerWatch } from './server-watch.js'

/** The connections to a server that accepts writes. */
export interface PrimaryConnections {
  readonly readers: PostgresReaders
  readonly writer: PostgresWriter
}

export interface Primary {
  /**
   * Returns the connections to the current primary.
   *
   * @throws ApiError ServiceUnavailableError while there is no primary
   */
  connections(): PrimaryConnections
  /** Returns whether these are still the connections to the primary. */
  isCurrent(connections: PrimaryConnections): boolean
  close(): Promise<void>
}

type Connect = (address: ServerAddress) => Promise<PrimaryConnections>

/** Connects to the only configured server. Rejects if the server doesn't accept the connection. */
export async function onePrimary(address: ServerAddress, connect: Connect): Promise<Primary> {
  const connections = await connect(address)
  return { connections: () => connections, isCurrent: () => true, close: () => end(connections) }
}

const end = ({ readers, writer }: PrimaryConnections) =>
  Promise.all([readers.close(), writer.close()]).then(() => undefined)

/** Maximum milliseconds that the start of the service waits for a primary. */
const startTimeout = 10_000

interface HostsOptions {
  readonly addresses: readonly ServerAddress[]
  readonly connect: Connect
  /** Milliseconds between two state queries to the same host. */
  readonly interval: number
  readonly report: (message: string) => void
  /** Called with each new state of the primary. */
  readonly onPrimaryState?: (watch: ServerWatch) => void
}

/**
 * Finds the primary among several hosts and connects to it.
 *
 * @throws Error that says of each host why it can't be used
 */
export async function primaryAmong(options: HostsOptions): Promise<Primary> {
  const hosts = new Hosts(options)
  if (await hosts.waitForPrimary(startTimeout)) return hosts
  const reasons = hosts.describe()
  await hosts.close()
  throw new Error(`none of its hosts can be used for writes:\n${reasons}`)
}

/** Watches several hosts and stays connected to the one that is the primary. */
class Hosts implements Primary {
  readonly #watches: readonly ServerWatch[]
  #current: { readonly watch: ServerWatch; readonly connections: PrimaryConnections } | null = null
  #connecting = false
  /** Why the last attempt to connect to a host has failed, by host. */
  readonly #failures = new Map<ServerWatch, string>()
  #closing = false
  /**
   * The highest PostgreSQL timeline seen on any host. Each promotion of a standby starts a higher one, so a
   * primary with a lower timeline has been replaced.
   */
  #timeline = ''
  readonly #ended: Promise<unknown>[] = []
  #whenFound: () => void = () => undefined

  constructor(readonly options: HostsOptions) {
    const changed = (watch: ServerWatch) => this.#update(watch)
    this.#watches = options.addresses.map(
      (address) => new ServerWatch(address, { interval: options.interval, changed }),
    )
  }

  connections(): PrimaryConnections {
    if (this.#current) return this.#current.connections
    throw new ApiError('ServiceUnavailableError', undefined, { headers: { 'Retry-After': '1' } })
  }

  isCurrent(connections: PrimaryConnections): boolean {
    return this.#current?.connections === connections
  }

  /** Waits for a primary and returns whether there is one. */
  async waitForPrimary(milliseconds: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    await new Promise<void>((resolve) => {
      this.#whenFound = resolve
      timer = setTimeout(resolve, milliseconds)
      if (this.#current) resolve()
    })
    clearTimeout(timer)
    return this.#current !== null
  }

  #update(watch: ServerWatch): void {
    const best = this.#best()
    if (best && best !== this.#current?.watch) this.#connect(best)
    else if (this.#current && this.#isReplaced(this.#current.watch)) this.#leave()
    if (watch === this.#current?.watch) this.options.onPrimaryState?.(watch)
  }

  /** Returns the host that accepts writes on the highest timeline; null if there is none. */
  #best(): ServerWatch | null {
    let best: ServerWatch | null = null
    for (const watch of this.#watches) {
      if (!watch.state) continue
      const timeline = timelineOf(watch.state.position)
      if (timeline > this.#timeline) this.#timeline = timeline
      if (watch.state.isStandby) continue
      if (!best?.state || timeline > timelineOf(best.state.position)) best = watch
    }
    return best?.state && timelineOf(best.state.position) === this.#timeline ? best : null
  }

  /** Returns whether a host responds and isn't the primary any more. A host that doesn't respond may just be slow. */
  #isReplaced({ state }: ServerWatch): boolean {
    return state !== null && (state.isStandby || timelineOf(state.position) < this.#timeline)
  }

  #connect(watch: ServerWatch): void {
    if (this.#connecting || this.#closing) return
    this.#connecting = true
    this.#leave()
    void this.#connectTo(watch).finally(() => (this.#connecting = false))
  }

  /** Never rejects. After a failure, the next state query of the host triggers another attempt. */
  async #connectTo(watch: ServerWatch): Promise<void> {
    const connections = await this.options.connect(watch.address).catch((error: unknown) => {
      this.#reportFailure(watch, describeConnectionError(error))
      return null
    })
    if (!connections) return
    this.#failures.delete(watch)
    if (this.#closing) return this.#abandon(connections)
    this.#current = { watch, connections }
    this.options.report(`The primary is ${watch.address.name}.`)
    this.#whenFound()
  }

  /** Reports a failed attempt, unless the previous one had the same reason: there are several per second. */
  #reportFailure(watch: ServerWatch, reason: string): void {
    if (this.#closing || this.#failures.get(watch) === reason) return
    this.#failures.set(watch, reason)
    this.options.report(asSentence(`Cannot connect to the primary ${watch.address.name}: ${reason}`))
  }

  #leave(): void {
    if (!this.#current) return
    this.options.report(`${this.#current.watch.address.name} is no longer the primary.`)
    this.#abandon(this.#current.connections)
    this.#current = null
  }

  /**
   * Closes the connections without waiting for running statements, since an unresponsive server would never
   * end them.
   */
  #abandon({ readers, writer }: PrimaryConnections): void {
    this.#ended.push(Promise.all([readers.abandon(), writer.abandon()]).catch(() => undefined))
  }

  /** Says of each host why it can't be used, in a line of its own. */
  describe(): string {
    return this.#watches.map((watch) => asSentence(`  ${watch.address.name}: ${this.#describeHost(watch)}`)).join('\n')
  }

  #describeHost(watch: ServerWatch): string {
    const { state, error } = watch
    if (!state) return error === undefined ? 'the server does not respond' : describeConnectionError(error)
    if (state.isStandby) return 'it is a standby'
    if (this.#isReplaced(watch)) return 'it was the primary before another host was promoted'
    return `it is the primary, but can't be used: ${this.#failures.get(watch) ?? 'no connection opened in time'}`
  }

  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#watches.map((watch) => watch.close()))
    if (this.#current) this.#ended.push(end(this.#current.connections))
    this.#current = null
    await Promise.all(this.#ended)
  }
}

const asSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
