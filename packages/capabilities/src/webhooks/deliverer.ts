import { hostname } from 'node:os'
import type { AnyDatabase } from '@content-api/engine/database'
import {
  addDeliveries,
  deleteOldEvents,
  type DeliveryResult,
  type DueDelivery,
  endLongWaits,
  hasUnnumbered,
  type HeldLease,
  LeaseLost,
  numberEvents,
  readDueDeliveries,
  readLeaseEnd,
  readNextDue,
  readOutboxRange,
  releaseLease,
  renewLease,
  storeLeasePosition,
  storeResults,
  takeLease,
} from '@content-api/engine/outbox'
import type { Config } from '@content-api/core/config/schema'
import type { Webhook } from '@content-api/core/config/webhooks'
import type { OutboxSignal } from '@content-api/core/outbox/outbox-signal'
import { type Clock, Sleep } from './clock.js'
import { concurrentRequests, isDelivered, type Send } from './send.js'
import { waitAfter } from './waits.js'
import { deliveryRequest } from './webhook-request.js'

const leaseName = 'webhooks'
/** Milliseconds between two deletions of old events. */
const cleaningMilliseconds = 60_000
/** Positions of events for which one transaction adds deliveries. */
const addedTogether = 1_000
/** Milliseconds in which further events arrive before one transaction adds deliveries for all of them. */
const gatherMilliseconds = 50
/** Events of an entry that are sent one after the other before the results are stored. */
const eventsOfEntry = 16
/** Milliseconds after which no further event is sent before the results are stored. */
const sendMilliseconds = 1_000
/** Milliseconds until work that failed, such as a statement, is repeated. */
const pauseMilliseconds = 1_000
/** Milliseconds for which the end of the service waits for running requests. */
const drainMilliseconds = 3_000

export interface DelivererOptions {
  readonly database: AnyDatabase
  readonly hooks: readonly Webhook[]
  readonly config: Pick<Config, 'webhookDefaults' | 'outbox'>
  readonly signal: OutboxSignal
  readonly clock: Clock
  readonly send: Send
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  readonly warn: (message: string) => void
}

/**
 * Delivers events to webhooks, and deletes old events. Of all processes on a database, one holds the lease
 * and works; the others wait for it to end. Each webhook has a loop of its own, so that none waits for
 * another.
 */
export class Deliverer {
  readonly #sleep: Sleep
  readonly #loops: ReadonlyMap<string, Sleep>
  readonly #drained = new AbortController()
  readonly #closing = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #unlisten: () => void = () => undefined
  /** Whether the process holds the lease. */
  #leads = false
  #leaseEnd = 0

  /** Milliseconds that an attempt may take, and between two renewals of the lease. */
  readonly #attemptTime: number
  /** Milliseconds after which another process may deliver, if the holder of the lease is dead. */
  readonly #leaseTime: number

  constructor(private readonly options: DelivererOptions) {
    const { hooks, clock, config } = options
    this.#attemptTime = config.webhookDefaults.timeout * 1_000
    this.#leaseTime = 3 * this.#attemptTime
    this.#sleep = new Sleep(clock)
    this.#loops = new Map(hooks.map(({ name }) => [name, new Sleep(clock)]))
  }

  start(): void {
    this.#unlisten = this.options.signal.listen(this.#sleep.wake)
    this.#running = this.#run()
  }

  /** Looks for deliveries that another process made due. */
  readonly wake = (): void => {
    for (const loop of this.#loops.values()) loop.wake()
  }

  /** Ends after the running requests, or cancels them, and releases the lease. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#unlisten()
    this.#wakeAll()
    const drained = this.options.clock.wait(drainMilliseconds, this.#drained.signal).then(() => this.#drained.abort())
    await this.#running
    this.#drained.abort()
    await drained
  }

  #wakeAll(): void {
    this.#sleep.wake()
    this.wake()
  }

  async #run(): Promise<void> {
    const { database, clock } = this.options
    while (!this.#closing.signal.aborted) {
      const lease = await this.#attempt(() => this.#take())
      if (lease) await this.#lead(lease)
      else {
        const end = await this.#attempt(() => readLeaseEnd(database, leaseName))
        await this.#pause(Math.max(pauseMilliseconds, Math.min(this.#leaseTime, (end ?? 0) - clock.now())))
      }
    }
  }

  /** Sleeps although events arrive. The end of the service ends it. */
  #pause(milliseconds: number): Promise<void> {
    return this.options.clock.wait(milliseconds, this.#closing.signal)
  }

  #take(): Promise<HeldLease | null> {
    const { database, clock } = this.options
    const now = clock.now()
    const holder = `${hostname()} ${process.pid}`
    this.#leaseEnd = now + this.#leaseTime
    return database.write((transaction) =>
      takeLease(transaction, { name: leaseName, holder, now, milliseconds: this.#leaseTime }),
    )
  }

  /** Works until the lease is lost or the service ends. */
  async #lead(lease: HeldLease): Promise<void> {
    const { database, hooks } = this.options
    this.#leads = true
    await Promise.all([this.#addDeliveries(lease), ...hooks.map((hook) => this.#deliver(hook, lease))])
    if (this.#closing.signal.aborted)
      await this.#attempt(() => database.write((transaction) => releaseLease(transaction, lease)))
  }

  get #works(): boolean {
    return this.#leads && !this.#closing.signal.aborted
  }

  /** Runs a part of the work. Returns null if it failed. A lost lease ends all parts. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.#leads = false
        this.#wakeAll()
      } else if (!this.#closing.signal.aborted) {
        this.options.warn(`Webhooks wait for the database: ${error instanceof Error ? error.message : String(error)}`)
      }
      return null
    }
  }

  async #addDeliveries(lease: HeldLease): Promise<void> {
    const { clock, database } = this.options
    let position = -1
    let renewAt = clock.now()
    let cleanAt = clock.now()
    while (this.#works) {
      const now = clock.now()
      const ended = await this.#attempt(async () => {
        const isNew = (await readOutboxRange(database)).last > position || (await hasUnnumbered(database))
        if (isNew || isDue(now, renewAt, this.#attemptTime)) {
          const added = await this.#addTo(lease)
          renewAt = now + this.#attemptTime
          position = added.upTo
          this.wake()
          if (added.upTo < added.last) return false
        }
        if (isDue(now, cleanAt, cleaningMilliseconds)) await this.#clean(lease)
        return true
      })
      if (isDue(now, cleanAt, cleaningMilliseconds)) cleanAt = now + cleaningMilliseconds
      if (ended === null) await this.#pause(pauseMilliseconds)
      else if (ended && (await this.#sleep.for(renewAt - clock.now()))) await this.#pause(gatherMilliseconds)
    }
  }

  #addTo(lease: HeldLease): Promise<{ readonly upTo: number; readonly last: number }> {
    const { database, clock, hooks } = this.options
    const now = clock.now()
    return database.write(async (transaction) => {
      await numberEvents(transaction)
      const after = await this.#renew(transaction, lease)
      const { last } = await readOutboxRange(transaction)
      const upTo = Math.max(after, Math.min(last, after + addedTogether))
      if (upTo > after) {
        for (const { name: hook, events: names, types = null } of hooks) {
          await addDeliveries(transaction, { hook, names, types }, { after, upTo, now })
        }
        await storeLeasePosition(transaction, lease, upTo)
      }
      return { upTo, last }
    })
  }

  #renew(transaction: Parameters<typeof renewLease>[0], lease: HeldLease): Promise<number> {
    this.#leaseEnd = this.options.clock.now() + this.#leaseTime
    return renewLease(transaction, lease, this.#leaseEnd)
  }

  async #clean(lease: HeldLease): Promise<void> {
    const { database, clock, config, warn } = this.options
    const { maxAge, maxEvents } = config.outbox
    const lost = await database.write(async (transaction) => {
      await this.#renew(transaction, lease)
      // The clocks of hosts may differ.
      await endLongWaits(transaction, clock.now() + cleaningMilliseconds)
      return deleteOldEvents(transaction, { before: clock.now() - maxAge * 1_000, most: maxEvents })
    })
    if (lost > 0) warn(`${lost} deliveries to webhooks were deleted before they succeeded, by the limits of "outbox"`)
  }

  async #deliver(hook: Webhook, lease: HeldLease): Promise<void> {
    const { database, clock } = this.options
    const sleep = this.#loops.get(hook.name) as Sleep
    while (this.#works) {
      const wait = await this.#attempt(async () => {
        const now = clock.now()
        // No request may run when another process holds the lease.
        if (this.#leaseEnd - now < this.#attemptTime)
          await database.write((transaction) => this.#renew(transaction, lease))
        const most = { entries: concurrentRequests, ofEntry: eventsOfEntry }
        const due = await readDueDeliveries(database, hook.name, { now, most })
        if (due.length === 0) {
          const next = await readNextDue(database, hook.name)
          return Math.min(this.#leaseTime, (next ?? Infinity) - clock.now())
        }
        const attemptedAt = clock.now()
        const results = await Promise.all(byEntry(due).map((events) => this.#sendInOrder(hook, events, attemptedAt)))
        const ended = results.flat()
        if (ended.length > 0) {
          await database.write(async (transaction) => {
            await this.#renew(transaction, lease)
            await storeResults(transaction, ended)
          })
        }
        return 0
      })
      if (wait === null) await this.#pause(pauseMilliseconds)
      else if (wait > 0) await sleep.for(wait)
    }
  }

  /** Sends events of one entry until one of them fails. Returns the results of the attempts that have ended. */
  async #sendInOrder(
    hook: Webhook,
    deliveries: readonly DueDelivery[],
    attemptedAt: number,
  ): Promise<readonly DeliveryResult[]> {
    const results: DeliveryResult[] = []
    for (const delivery of deliveries) {
      if (results.length > 0 && !this.#sendsMore(attemptedAt)) break
      const result = await this.#send(hook, delivery, attemptedAt)
      if (result) results.push(result)
      if (result?.state !== 'delivered') break
    }
    return results
  }

  #sendsMore(since: number): boolean {
    const now = this.options.clock.now()
    return this.#works && now - since < sendMilliseconds && this.#leaseEnd - now >= this.#attemptTime
  }

  /** Makes one attempt. Returns null if it was cancelled. */
  async #send(hook: Webhook, delivery: DueDelivery, attemptedAt: number): Promise<DeliveryResult | null> {
    const { database, config, clock, send, random, warn } = this.options
    const { registry } = database
    const defaultHeaders = config.webhookDefaults.headers
    const request = deliveryRequest({ registry, hook, defaultHeaders, delivery, now: attemptedAt })
    const { signal } = this.#drained
    const response = await send({ ...request, signal })
    if (signal.aborted) return null
    const { id } = delivery
    const attempts = delivery.attempts + 1
    const result = { id, attempts, attemptedAt, dueAt: attemptedAt, status: response.status, response: response.text }
    if (isDelivered(response)) return { ...result, state: 'delivered' }
    const wait = waitAfter(attempts, random)
    if (wait !== null) return { ...result, state: 'waiting', dueAt: clock.now() + wait }
    warn(
      `Webhook ${hook.name} failed ${attempts} times. Repeat its dead deliveries: content-api webhooks retry ${hook.name}`,
    )
    return { ...result, state: 'dead' }
  }
}

/** Returns whether regular work is due. It is also due if the clock was set back since it was planned. */
const isDue = (now: number, plannedAt: number, interval: number) => now >= plannedAt || plannedAt - now > interval

function byEntry(deliveries: readonly DueDelivery[]): readonly (readonly DueDelivery[])[] {
  const entries = new Map<string, DueDelivery[]>()
  for (const delivery of deliveries) {
    const same = entries.get(delivery.entry)
    if (same) same.push(delivery)
    else entries.set(delivery.entry, [delivery])
  }
  return [...entries.values()]
}
