import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  AggregatorRegistry,
  type MetricObject,
} from 'prom-client'
import type { MeasuredStatement, Occupancy } from '@content-api/engine/database'
import type { MeasuredRequest, Meter } from './meter.js'

/** Seconds, as the semantic conventions of OpenTelemetry list them for HTTP. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** Seconds, as the same conventions list them for databases. */
const statementBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** Methods with a label of their own. All others share one label, because a client can send any word as a method. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A time that isn't in its histogram yet. */
interface Measurement {
  readonly histogram: Histogram
  readonly labels: readonly string[]
  readonly milliseconds: number
}

interface CacheLabels {
  readonly cache: string
  readonly result: 'hit' | 'miss'
}

interface Series {
  observe(value: number): void
}

/**
 * The number of measurements that are added to their histograms together. Adding each one immediately takes
 * about three times as long, because the code of prom-client is then no longer in the processor's caches.
 */
const batchSize = 256

/** The metrics of one process, as prom-client keeps them. */
export class PrometheusMeter implements Meter {
  readonly registry = new Registry()
  readonly #series = new Map<object, Map<string, Series>>()
  #pending: Measurement[] = []
  readonly #pools = new Map<string, () => Occupancy>()
  readonly #queues = new Map<string, () => Occupancy>()
  #active = 0
  /** Lookups in caches since the metrics were last read. */
  readonly #lookups = new Map<string, { readonly labels: CacheLabels; count: number }>()
  readonly #requests
  readonly #statements
  readonly #transactions
  readonly #waits
  readonly #rejected
  readonly #hooks
  readonly #caches

  /** @param system `postgresql` or `sqlite` */
  constructor(private readonly system: string) {
    const registers = [this.registry]
    const collect = () => this.#recordPending()
    collectDefaultMetrics({ register: this.registry })
    this.#requests = new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response.',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'] as const,
      buckets: requestBuckets,
      registers,
      collect,
    })
    // Set only when the metrics are read: prom-client takes a microsecond for each change of a gauge.
    const gauge: Gauge = new Gauge({
      name: 'http_server_active_requests',
      help: 'Requests that are in progress.',
      registers,
      collect: () => {
        gauge.set(this.#active)
      },
    })
    this.#statements = new Histogram({
      name: 'db_client_operation_duration_seconds',
      help: 'Time of reads and of single statements of transactions, without the wait for a connection.',
      labelNames: ['db_system_name', 'db_operation_name', 'error_type'] as const,
      buckets: statementBuckets,
      registers,
      collect,
    })
    this.#transactions = new Histogram({
      name: 'content_api_transaction_duration_seconds',
      help: 'Time that a transaction holds its connection, commit included.',
      buckets: statementBuckets,
      registers,
    })
    this.#waits = new Histogram({
      name: 'db_client_connection_wait_time_seconds',
      help: 'Time that a read or a write waits for a connection.',
      labelNames: ['db_client_connection_pool_name'] as const,
      buckets: statementBuckets,
      registers,
      collect,
    })
    this.#occupancy(this.#pools, {
      running: { name: 'db_client_connection_count', help: 'Connections that reads or writes use.' },
      waiting: { name: 'db_client_connection_pending_requests', help: 'Reads or writes that wait for a connection.' },
      label: 'db_client_connection_pool_name',
    })
    this.#occupancy(this.#queues, {
      running: { name: 'content_api_queue_running', help: 'Running jobs of a queue, or the slots that they use.' },
      waiting: { name: 'content_api_queue_waiting', help: 'Waiting jobs of a queue.' },
      label: 'queue',
    })
    this.#rejected = new Counter({
      name: 'content_api_query_cost_rejected_total',
      help: 'Reads that were rejected because they would cost more than limits.queryCost.',
      registers,
    })
    this.#hooks = new Histogram({
      name: 'content_api_hook_duration_seconds',
      help: 'Time of lifecycle hooks of the project.',
      labelNames: ['action', 'content_type', 'outcome'] as const,
      buckets: statementBuckets,
      registers,
      collect,
    })
    this.#caches = new Counter({
      name: 'content_api_cache_requests_total',
      help: 'Lookups in caches, by result.',
      labelNames: ['cache', 'result'] as const,
      registers,
      collect: () => {
        for (const { labels, count } of this.#lookups.values()) this.#caches.inc(labels, count)
        this.#lookups.clear()
      },
    })
  }

  begin(): void {
    this.#active += 1
  }

  request({ method, route = 'none', status, milliseconds }: MeasuredRequest): void {
    this.#active -= 1
    const known = methods.has(method) ? method : '_OTHER'
    this.#observe(this.#requests, [known, route, String(status)], milliseconds)
  }

  statement({ operation, milliseconds, failed }: MeasuredStatement): void {
    this.#observe(this.#statements, [this.system, operation, failed ? 'error' : ''], milliseconds)
  }

  transaction(milliseconds: number): void {
    this.#transactions.observe(milliseconds / 1_000)
  }

  connectionWait(pool: string, milliseconds: number): void {
    this.#observe(this.#waits, [pool], milliseconds)
  }

  pool(name: string, occupancy: () => Occupancy): void {
    this.#pools.set(name, occupancy)
  }

  queue(name: string, occupancy: () => Occupancy): void {
    this.#queues.set(name, occupancy)
  }

  costRejected(): void {
    this.#rejected.inc()
  }

  hook({ action, type, milliseconds, failed }: Parameters<Meter['hook']>[0]): void {
    this.#observe(this.#hooks, [action, type, failed ? 'failed' : 'done'], milliseconds)
  }

  cache(name: string, hit: boolean): void {
    const result = hit ? 'hit' : 'miss'
    const key = `${name} ${result}`
    const lookups = this.#lookups.get(key)
    if (lookups) lookups.count += 1
    else this.#lookups.set(key, { labels: { cache: name, result }, count: 1 })
  }

  #observe<Label extends string>(histogram: Histogram<Label>, labels: readonly string[], milliseconds: number): void {
    this.#pending.push({ histogram, labels, milliseconds })
    if (this.#pending.length >= batchSize) this.#recordPending()
  }

  #recordPending(): void {
    const pending = this.#pending
    this.#pending = []
    for (const { histogram, labels, milliseconds } of pending) {
      this.#seriesOf(histogram, labels).observe(milliseconds / 1_000)
    }
  }

  /** Keeps each series, because prom-client builds its key with every call of `labels`. */
  #seriesOf(histogram: Histogram, labels: readonly string[]): Series {
    const key = labels.join(' ')
    let known = this.#series.get(histogram)
    if (!known) this.#series.set(histogram, (known = new Map()))
    let series = known.get(key)
    if (!series) known.set(key, (series = histogram.labels(...labels)))
    return series
  }

  /** Adds two gauges whose values are read when the metrics are requested. */
  #occupancy(of: ReadonlyMap<string, () => Occupancy>, { running, waiting, label }: Gauges): void {
    for (const [figure, named] of Object.entries({ running, waiting })) {
      const gauge: Gauge = new Gauge({
        ...named,
        labelNames: [label],
        registers: [this.registry],
        collect() {
          for (const [name, occupancy] of of) gauge.set({ [label]: name }, occupancy()[figure as keyof Occupancy])
        },
      })
    }
  }
}

interface Gauges extends Readonly<Record<keyof Occupancy, { readonly name: string; readonly help: string }>> {
  readonly label: string
}

/** Metrics that keep their counts after their worker has ended. Prometheus treats a smaller sum as a restart. */
const lasting: ReadonlySet<string> = new Set(['counter', 'histogram', 'summary'])

/** Merges the metrics of several processes: adds them, or uses the average, minimum or maximum, as the metric says. */
export class MergedMetrics<Process> {
  readonly #latest = new Map<Process, readonly object[]>()
  #ended: readonly object[] = []

  /** Stores the latest metrics of a process. */
  note(process: Process, metrics: readonly object[]): void {
    this.#latest.set(process, metrics)
  }

  /** Call this when a process has ended. Its counters stay in the sums. */
  async end(process: Process): Promise<void> {
    const last = this.#latest.get(process)
    this.#latest.delete(process)
    if (!last) return
    const counted = last.filter((metric) => lasting.has(String((metric as MetricObject).type)))
    this.#ended = await merge([this.#ended, counted]).getMetricsAsJSON()
  }

  merged(): Registry {
    return merge([this.#ended, ...this.#latest.values()])
  }
}

function merge(metrics: readonly (readonly object[])[]): Registry {
  return AggregatorRegistry.aggregate(metrics as unknown as MetricObject[])
}
