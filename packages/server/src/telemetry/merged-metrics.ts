import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'

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
