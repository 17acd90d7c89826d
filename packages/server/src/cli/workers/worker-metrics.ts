import cluster, { type Worker } from 'node:cluster'
import { listen, type Listening } from '@content-api/core/transport/listen'
import { metricsListener, type MetricsText } from '@content-api/core/transport/metrics-endpoint'
import type { IsOwnHost } from '@content-api/core/composition/own-hosts'
import { MergedMetrics } from '@content-api/core/telemetry/prometheus'
import type { FromWorker, ToWorker } from './messages.js'

/** Milliseconds to wait for the figures of a worker. After that its previous figures are used. */
const longestWait = 1_000

type Figures = Extract<FromWorker, { type: 'metrics' }>

/** Serves `/metrics` for all workers. */
export class WorkerMetrics {
  readonly #merged = new MergedMetrics<Worker>()
  readonly #waiting = new Map<number, { readonly expected: Set<Worker>; readonly done: () => void }>()
  #requests = 0
  #listening: Listening | undefined

  /** @throws Error when the server can't listen on the address */
  static async listen(
    at: { readonly host: string; readonly port: number },
    isOwnHost: IsOwnHost,
  ): Promise<WorkerMetrics> {
    const metrics = new WorkerMetrics()
    metrics.#listening = await listen(
      metricsListener(() => metrics.#read(), isOwnHost),
      { ...at, open: false },
    )
    return metrics
  }

  get url(): string {
    return `${this.#listening?.url}/metrics`
  }

  receive(worker: Worker, { request, metrics }: Figures): void {
    if (metrics.length > 0) this.#merged.note(worker, metrics)
    if (request !== undefined) this.#received(request, worker)
  }

  async ended(worker: Worker): Promise<void> {
    for (const request of this.#waiting.keys()) this.#received(request, worker)
    await this.#merged.end(worker)
  }

  async close(): Promise<void> {
    await this.#listening?.close()
  }

  async #read(): Promise<MetricsText> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true)
    await this.#requestFigures(workers as Worker[])
    const registry = this.#merged.merged()
    const own = `# HELP content_api_workers Number of worker processes.\n# TYPE content_api_workers gauge\ncontent_api_workers ${workers.length}\n`
    return { contentType: registry.contentType, text: `${await registry.metrics()}\n${own}` }
  }

  /** Requests the figures of all workers. Resolves when every worker has sent them or the time is up. */
  async #requestFigures(workers: readonly Worker[]): Promise<void> {
    if (workers.length === 0) return
    const request = ++this.#requests
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => done(), longestWait)
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(request)
        resolve()
      }
      this.#waiting.set(request, { expected: new Set(workers), done })
      const message: ToWorker = { type: 'metrics', request }
      for (const worker of workers) worker.send(message, (error) => error && this.#received(request, worker))
    })
  }

  #received(request: number, worker: Worker): void {
    const waiting = this.#waiting.get(request)
    waiting?.expected.delete(worker)
    if (waiting?.expected.size === 0) waiting.done()
  }
}
