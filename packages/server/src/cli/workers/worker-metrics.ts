import cluster, { type Worker } from 'node:cluster'
import { listen, type Listening } from '../../http/listen.js'
import { metricsListener, type MetricsText } from '../../http/metrics-endpoint.js'
import { MergedMetrics } from '../../telemetry/merged-metrics.js'
import type { FromWorker, ToWorker } from './messages.js'

/** Milliseconds that a worker is waited for; its last figures stand in for it then. */
const patience = 1_000

type Figures = Extract<FromWorker, { type: 'metrics' }>

/** Answers `/metrics` for all workers. */
export class WorkerMetrics {
  readonly #merged = new MergedMetrics<Worker>()
  readonly #waiting = new Map<number, { readonly expected: Set<Worker>; readonly done: () => void }>()
  #requests = 0
  #listening: Listening | undefined

  /** @throws Error for an address that can't be used */
  static async listen(at: { readonly host: string; readonly port: number }): Promise<WorkerMetrics> {
    const metrics = new WorkerMetrics()
    metrics.#listening = await listen(
      metricsListener(() => metrics.#read()),
      { ...at, open: false },
    )
    return metrics
  }

  get url(): string {
    return `${this.#listening?.url}/metrics`
  }

  receive(worker: Worker, { request, metrics }: Figures): void {
    if (metrics.length > 0) this.#merged.note(worker, metrics)
    if (request !== undefined) this.#answered(request, worker)
  }

  async ended(worker: Worker): Promise<void> {
    for (const request of this.#waiting.keys()) this.#answered(request, worker)
    await this.#merged.end(worker)
  }

  async close(): Promise<void> {
    await this.#listening?.close()
  }

  async #read(): Promise<MetricsText> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true)
    await this.#ask(workers as Worker[])
    const registry = this.#merged.merged()
    const own = `# HELP content_api_workers Processes that serve.\n# TYPE content_api_workers gauge\ncontent_api_workers ${workers.length}\n`
    return { contentType: registry.contentType, text: `${await registry.metrics()}\n${own}` }
  }

  /** Resolves when every worker has answered or is late. */
  async #ask(workers: readonly Worker[]): Promise<void> {
    if (workers.length === 0) return
    const request = ++this.#requests
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => done(), patience)
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(request)
        resolve()
      }
      this.#waiting.set(request, { expected: new Set(workers), done })
      const message: ToWorker = { type: 'metrics', request }
      for (const worker of workers) worker.send(message, (error) => error && this.#answered(request, worker))
    })
  }

  #answered(request: number, worker: Worker): void {
    const waiting = this.#waiting.get(request)
    waiting?.expected.delete(worker)
    if (waiting?.expected.size === 0) waiting.done()
  }
}
