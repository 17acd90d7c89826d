import cluster, { type Worker } from 'node:cluster'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { loadConfig } from '../../config/load.js'
import { shareOf } from '../../config/share.js'
import { type Logger, logOptions } from '../../log/logger.js'
import { openLogger } from '../../log/open-logger.js'
import { onParentExit } from '../exit-with-parent.js'
import { onStop, type StopSignal } from '../on-stop.js'
import { removeStaleReadyFile, writeReadyFile } from '../ready-file.js'
import { CliError, reportError } from '../report-error.js'
import { configOf, type ServeOptions } from '../serve-options.js'
import { CrashLoop } from './crash-loop.js'
import { type FromWorker, toEnvironment, type ToWorker } from './messages.js'
import type { WorkerMetrics } from './worker-metrics.js'

/** Milliseconds that workers are given to end: more than they need to answer their requests. */
const longestEnd = 20_000

/** Serves a project by several processes on one port, and replaces those that end. */
export async function serveByWorkers(options: ServeOptions, workers: number): Promise<void> {
  await removeStaleReadyFile(options.readyFile)
  const config = await loadConfig({ project: resolve(options.project), overrides: configOf(options) })
  // Before any of them is started: each would report the same mistake.
  shareOf(config, workers)
  const logger = openLogger({ ...logOptions(config.log, true), isShared: true })
  const metrics = config.metrics
    ? await (await import('./worker-metrics.js')).WorkerMetrics.listen(config.metrics)
    : null
  let removeReadyFile = () => Promise.resolve()
  const primary = new Primary(workers, logger, metrics, (error) => {
    void removeReadyFile().finally(async () => {
      reportError(error)
      await primary.stop('SIGTERM')
      await logger.flush()
      process.exit(1)
    })
  })
  const stop = onStop(async (signal) => {
    await removeReadyFile()
    await primary.stop(signal)
    await metrics?.close()
    await logger.flush()
  })
  if (options.exitWithParent) onParentExit(() => stop('SIGINT'))
  const url = await primary.start()
  process.on('SIGHUP', () => primary.restart())
  if (metrics && logger.format === 'text') console.log(`${'Metrics:'.padEnd(15)}${metrics.url}`)
  if (options.readyFile !== undefined)
    removeReadyFile = await writeReadyFile(options.readyFile, { url, pid: process.pid })
}

/** A worker that can serve. */
interface Serving {
  readonly worker: Worker
  /** In milliseconds of `performance.now()`. */
  readonly since: number
}

/** The process that starts the others; it serves nothing itself. */
class Primary {
  readonly #workers: number
  readonly #logger: Logger
  readonly #metrics: WorkerMetrics | null
  readonly #giveUp: (error: Error) => void
  readonly #crashes: CrashLoop
  /** Those that serve, and those whose end isn't to be answered by another start. */
  readonly #serving = new Map<Worker, Serving>()
  #port: number | undefined
  #isStopping = false
  #restarting: Promise<void> | undefined
  #restartAgain = false

  constructor(workers: number, logger: Logger, metrics: WorkerMetrics | null, giveUp: (error: Error) => void) {
    this.#workers = workers
    this.#logger = logger
    this.#metrics = metrics
    this.#giveUp = giveUp
    this.#crashes = new CrashLoop(workers)
  }

  /**
   * Starts one worker, which brings the tables in step with the schemas, and then the others.
   * @returns where the service is
   * @throws CliError when a worker can't be started; it has said why
   */
  async start(): Promise<string> {
    const { url, port } = await this.#begin(true)
    this.#port = port
    await Promise.all(Array.from({ length: this.#workers - 1 }, () => this.#begin()))
    return url
  }

  /** Replaces the workers one by one: each new one serves before its predecessor ends. Calls during a restart add one more. */
  restart(): void {
    if (this.#isStopping) return
    if (this.#restarting) {
      this.#restartAgain = true
      return
    }
    this.#restarting = this.#restartAll()
      .catch((error: unknown) => this.#logger.error('The restart was given up; the workers of before go on', { error }))
      .finally(() => {
        this.#restarting = undefined
        if (!this.#restartAgain) return
        this.#restartAgain = false
        this.restart()
      })
  }

  /** Resolves when all have ended. */
  async stop(signal: StopSignal): Promise<void> {
    this.#isStopping = true
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(running.map((worker) => endOf(worker, { type: 'stop', signal })))
  }

  async #restartAll(): Promise<void> {
    this.#logger.info('Restarting')
    for (const old of [...this.#serving.keys()]) {
      if (this.#isStopping) return
      // It may have ended by itself, and has been replaced then.
      if (!this.#serving.has(old)) continue
      await this.#begin()
      this.#serving.delete(old)
      await endOf(old, { type: 'retire' })
    }
    this.#logger.info('Restarted')
  }

  /** Starts a worker. Resolves when it serves. @throws CliError when it ends before that */
  #begin(prints = false): Promise<{ readonly url: string; readonly port: number }> {
    const settings = { workers: this.#workers, port: this.#port, prints }
    const worker = cluster.fork(toEnvironment(settings))
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'metrics') return this.#metrics?.receive(worker, message)
        this.#serving.set(worker, { worker, since: performance.now() })
        resolve(message)
      })
      // After its last message, which the end of the process may overtake.
      worker.once('disconnect', () => void this.#metrics?.ended(worker))
      worker.once('exit', (code: number | null, signal: string | null) => {
        const how = signal ? `signal ${signal}` : `code ${code}`
        const serving = this.#serving.get(worker)
        this.#serving.delete(worker)
        if (serving) this.#replace(performance.now() - serving.since, how, worker.process.pid)
        // Does nothing for a worker that has served.
        reject(new CliError(`A worker ended with ${how} before it could serve.`))
      })
    })
  }

  #replace(lived: number, how: string, pid?: number): void {
    if (this.#isStopping) return
    const pause = this.#crashes.ended(lived)
    if (pause === null) {
      const times = `${this.#crashes.early} workers in a row ended within seconds of their start, the last one with ${how}`
      return this.#giveUp(new CliError(`${times}. Errors of the workers are above, or in the log.`))
    }
    this.#logger.error(`Worker ${pid ?? ''} ended with ${how}; another one starts in ${pause} ms`)
    void setTimeout(pause).then(async () => {
      if (this.#isStopping) return
      await this.#begin().catch((error: unknown) =>
        this.#replace(0, error instanceof Error ? error.message : String(error)),
      )
    })
  }
}

/** Tells a worker to end. Resolves when it has; it is killed when it takes too long. */
function endOf(worker: Worker, message: ToWorker): Promise<void> {
  if (worker.isDead()) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = globalThis.setTimeout(() => worker.process.kill('SIGKILL'), longestEnd)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    // Its end may come before the message.
    worker.send(message, () => undefined)
  })
}
