import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'

/** Counters go on when the worker that counted has ended: Prometheus would take a smaller sum for a restart. */
const lasting: ReadonlySet<string> = new Set(['counter', 'histogram', 'summary'])

/** The metrics of several processes as those of one: sums, and averages or extremes where a metric says so. */
export class MergedMetrics<Process> {
  readonly #latest = new Map<Process, readonly object[]>()
  #ended: readonly object[] = []

  /** Keeps the figures that a process sent last. */
  note(process: Process, metrics: readonly object[]): void {
    this.#latest.set(process, metrics)
  }

  /** Call it when a process has ended: what it counted stays. */
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
