import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { loadConfig } from '@content-api/project-files/load-config'
import { shareOf } from '@content-api/core/config/share'
import { type Logger, logOptions, openLogger } from '@content-api/core/log/logger'
import { onParentExit, onStop, type StopSignal } from '../on-stop.js'
import { removeStaleReadyFile, writeReadyFile } from '../ready-file.js'
import { CliError, reportError } from '../report-error.js'
import { configOf, type ServeOptions } from '../serve-options.js'
import { type FromWorker, toEnvironment, type ToWorker } from './messages.js'
import { ownHosts } from '@content-api/core/composition/own-hosts'
import type { WorkerMetrics } from './worker-metrics.js'

/**
 * Milliseconds that a worker has to end, in addition to its `http.drain`. Then it is killed. Requests end
 * within eight seconds.
 */
const longestClose = 12_000

/** Serves a project with several processes on one port, and replaces processes that end. */
export async function serveByWorkers(options: ServeOptions, workers: number): Promise<void> {
  await removeStaleReadyFile(options.readyFile)
  const config = await loadConfig({ project: resolve(options.project), overrides: configOf(options) })
  // Checks the configuration before any worker starts, since each worker would report the same mistake.
  shareOf(config, workers)
  const logger = openLogger({ ...logOptions(config.log, true), isShared: true })
  const metrics = config.metrics
    ? await (await import('./worker-metrics.js')).WorkerMetrics.listen(config.metrics, ownHosts(config))
    : null
  let removeReadyFile = () => Promise.resolve()
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const primary = new Primary(workers, port, { logger, metrics })
  const end = async (signal: StopSignal) => {
    await removeReadyFile()
    await primary.stop(signal)
    await metrics?.close()
    await logger.flush()
  }
  const stop = onStop(end)
  if (options.exitWithParent) onParentExit(() => stop('SIGINT'))
  process.on('SIGHUP', () => primary.restart())
  try {
    const url = await primary.start()
    if (options.readyFile !== undefined) {
      removeReadyFile = await writeReadyFile(options.readyFile, { url, pid: process.pid })
    }
    logger.info(`${workers} workers are serving`, metrics ? { metrics: metrics.url } : {})
    await primary.failure
  } catch (error) {
    // `stop` is already running. It exits the process.
    if (primary.isStopping) return
    reportError(error)
    await end('SIGTERM')
    process.exit(1)
  }
}

/** Returns a free port for all workers. It stays the same even when all workers are replaced. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host.replace(/^\[|\]$/g, ''))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Reports {
  readonly logger: Logger
  readonly metrics: WorkerMetrics | null
}

/** The process that starts and replaces the workers. It serves no requests itself. */
class Primary {
  readonly #workers: number
  readonly #port: number
  readonly #logger: Logger
  readonly #metrics: WorkerMetrics | null
  readonly #crashes: CrashLoop
  /** The workers that serve and are not stopping, each with its start time from `performance.now()`. */
  readonly #serving = new Map<Worker, number>()
  /** The `http.drain` of each worker that has served, in seconds. */
  readonly #drains = new WeakMap<Worker, number>()
  readonly #tasks = new TaskRunner<Worker>()
  #starting = 0
  #isStarted = false
  #isStopping = false
  #restarting: Promise<void> | undefined
  #restartAgain = false

  /** Rejects when workers end again and again. */
  readonly failure: Promise<never>
  #fail: (error: Error) => void = () => undefined

  constructor(workers: number, port: number, { logger, metrics }: Reports) {
    this.#workers = workers
    this.#port = port
    this.#logger = logger
    this.#metrics = metrics
    this.#crashes = new CrashLoop(workers)
    this.failure = new Promise((_, reject) => (this.#fail = reject))
    // The rejection may happen before anything awaits it.
    this.failure.catch(() => undefined)
  }

  /**
   * Starts one worker, which migrates the tables to the schemas, and then the others.
   * @returns the URL of the service
   * @throws CliError when a worker can't be started. The worker has printed the reason.
   */
  async start(): Promise<string> {
    const url = await this.#begin(true)
    await Promise.all(Array.from({ length: this.#workers - 1 }, () => this.#begin()))
    this.#isStarted = true
    return url
  }

  /**
   * Replaces the workers one by one. Each new worker serves before the old one ends. Calls during a restart
   * cause one more restart.
   */
  restart(): void {
    if (this.#isStopping || !this.#isStarted) return
    if (this.#restarting) {
      this.#restartAgain = true
      return
    }
    this.#restarting = this.#restartAll()
      .catch((error: unknown) =>
        this.#logger.error('The restart failed; the remaining old workers keep serving', { error }),
      )
      .finally(() => {
        this.#restarting = undefined
        if (!this.#restartAgain) return
        this.#restartAgain = false
        this.restart()
      })
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Stops all workers. Resolves when they have ended. */
  async stop(signal: StopSignal): Promise<void> {
    this.#isStopping = true
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(running.map((worker) => this.#end(worker, { type: 'stop', signal })))
  }

  async #restartAll(): Promise<void> {
    this.#logger.info('Restarting')
    const before = [...this.#serving.keys()]
    for (const old of before) {
      if (this.#isStopping) return
      // This worker may have ended by itself. Then it has been replaced already.
      if (!this.#serving.has(old)) continue
      await this.#begin()
      this.#serving.delete(old)
      // It stops its tasks with this message.
      const ended = this.#end(old, { type: 'retire' })
      this.#assignTasks()
      await ended
    }
    this.#logger.info('Restarted')
  }

  /** Starts a worker. Resolves with the URL when it serves. @throws CliError when it ends before that */
  #begin(prints = false): Promise<string> {
    const settings = { workers: this.#workers, port: this.#port, prints }
    const worker = cluster.fork(toEnvironment(settings))
    this.#starting += 1
    return new Promise<string>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'metrics') return this.#metrics?.receive(worker, message)
        this.#serving.set(worker, performance.now())
        this.#assignTasks()
        this.#drains.set(worker, message.drain)
        resolve(message.url)
      })
      // `disconnect` comes after the last message; `exit` may come before it.
      worker.once('disconnect', () => void this.#metrics?.ended(worker))
      worker.once('exit', (code: number | null, signal: string | null) => {
        const ended = `ended with ${signal ? `signal ${signal}` : `code ${code}`}`
        const since = this.#serving.get(worker)
        this.#serving.delete(worker)
        this.#assignTasks()
        if (since !== undefined) this.#replace(performance.now() - since, `Worker ${worker.process.pid} ${ended}`)
        // Has no effect when the worker has served, because the promise has resolved.
        reject(new CliError(`A worker ${ended} before it could serve`))
      })
    }).finally(() => (this.#starting -= 1))
  }

  #assignTasks(): void {
    if (this.#isStopping) return
    // Sending fails when the worker has already ended. Its `exit` assigns the tasks again.
    this.#tasks.choose(this.#serving)?.send({ type: 'tasks' } satisfies ToWorker, () => undefined)
  }

  #replace(lived: number, what: string): void {
    if (this.#isStopping) return
    const pause = this.#crashes.ended(lived)
    if (pause === null) {
      const times = `${this.#crashes.early} workers in a row ended within seconds of their start`
      return this.#fail(new CliError(`${what}. ${times}. Their errors are above or in the log.`))
    }
    this.#logger.error(`${what}; a replacement starts in ${pause} ms`)
    void this.#beginAfter(pause)
  }

  async #beginAfter(pause: number): Promise<void> {
    await setTimeout(pause)
    // A restart may have started enough workers in the meantime.
    if (this.#isStopping || this.#serving.size + this.#starting >= this.#workers) return
    try {
      await this.#begin()
    } catch (error) {
      this.#replace(0, error instanceof Error ? error.message : String(error))
    }
  }

  /** Sends a worker a message to end. Resolves when it has ended. Kills it when it takes too long. */
  #end(worker: Worker, message: ToWorker): Promise<void> {
    if (worker.isDead()) return Promise.resolve()
    const longest = (this.#drains.get(worker) ?? 0) * 1_000 + longestClose
    return new Promise((resolve) => {
      const timer = globalThis.setTimeout(() => worker.process.kill('SIGKILL'), longest)
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
      // Sending fails when the worker has already ended; that is fine.
      worker.send(message, () => undefined)
    })
  }
}

/** A worker that serves for this many milliseconds has started successfully. */
const steady = 10_000
/** Milliseconds before the first replacement. The pause doubles with each further one. */
const firstPause = 100
const longestPause = 5_000
/** The number of early ends that are allowed in a row, in addition to one for each worker. */
const attempts = 5

/** Decides when an ended worker is replaced, and when the service gives up. */
export class CrashLoop {
  #early = 0

  constructor(readonly workers: number) {}

  /** The number of workers in a row that ended soon after their start. */
  get early(): number {
    return this.#early
  }

  /**
   * @param lived milliseconds that the worker served; 0 when it never did
   * @returns milliseconds until the replacement is started, or null when the service must end
   */
  ended(lived: number): number | null {
    this.#early = lived < steady ? this.#early + 1 : 0
    if (this.#early > attempts + this.workers) return null
    return Math.min(longestPause, firstPause * 2 ** Math.max(0, this.#early - 1))
  }
}

/** Chooses the one worker that runs the cron tasks of the project. */
export class TaskRunner<Worker> {
  #chosen: Worker | undefined

  /** Returns the worker that must start the tasks now; undefined while the chosen one serves, or without workers. */
  choose(serving: ReadonlyMap<Worker, unknown>): Worker | undefined {
    if (this.#chosen !== undefined && serving.has(this.#chosen)) return undefined
    ;[this.#chosen] = serving.keys()
    return this.#chosen
  }
}
