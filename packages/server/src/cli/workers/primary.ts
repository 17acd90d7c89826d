import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
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
    logger.info(`${workers} workers serve`, metrics ? { metrics: metrics.url } : {})
    await primary.failure
  } catch (error) {
    // What ends a start that is under way exits by itself.
    if (primary.isStopping) return
    reportError(error)
    await end('SIGTERM')
    process.exit(1)
  }
}

/** All workers listen on one port, also after none of them was left for a moment. */
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

/** The process that starts the others; it serves nothing itself. */
class Primary {
  readonly #workers: number
  readonly #port: number
  readonly #logger: Logger
  readonly #metrics: WorkerMetrics | null
  readonly #crashes: CrashLoop
  /** Those that serve, and since when in milliseconds of `performance.now()`. One that is told to end is not among them. */
  readonly #serving = new Map<Worker, number>()
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
    // It may come before somebody waits for it.
    this.failure.catch(() => undefined)
  }

  /**
   * Starts one worker, which migrates the tables to the schemas, and then the others.
   * @returns where the service is
   * @throws CliError when a worker can't be started; it has said why
   */
  async start(): Promise<string> {
    const url = await this.#begin(true)
    await Promise.all(Array.from({ length: this.#workers - 1 }, () => this.#begin()))
    this.#isStarted = true
    return url
  }

  /** Replaces the workers one by one: each new one serves before its predecessor ends. Calls during a restart add one more. */
  restart(): void {
    if (this.#isStopping || !this.#isStarted) return
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

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Resolves when all have ended. */
  async stop(signal: StopSignal): Promise<void> {
    this.#isStopping = true
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(running.map((worker) => endOf(worker, { type: 'stop', signal })))
  }

  async #restartAll(): Promise<void> {
    this.#logger.info('Restarting')
    const before = [...this.#serving.keys()]
    for (const old of before) {
      if (this.#isStopping) return
      // It may have ended by itself, and has been replaced then.
      if (!this.#serving.has(old)) continue
      await this.#begin()
      this.#serving.delete(old)
      await endOf(old, { type: 'retire' })
    }
    this.#logger.info('Restarted')
  }

  /** Starts a worker. Resolves with the address when it serves. @throws CliError when it ends before that */
  #begin(prints = false): Promise<string> {
    const settings = { workers: this.#workers, port: this.#port, prints }
    const worker = cluster.fork(toEnvironment(settings))
    this.#starting += 1
    return new Promise<string>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'metrics') return this.#metrics?.receive(worker, message)
        this.#serving.set(worker, performance.now())
        resolve(message.url)
      })
      // After its last message, which the end of the process may overtake.
      worker.once('disconnect', () => void this.#metrics?.ended(worker))
      worker.once('exit', (code: number | null, signal: string | null) => {
        const ended = `ended with ${signal ? `signal ${signal}` : `code ${code}`}`
        const since = this.#serving.get(worker)
        this.#serving.delete(worker)
        if (since !== undefined) this.#replace(performance.now() - since, `Worker ${worker.process.pid} ${ended}`)
        // Does nothing for a worker that has served.
        reject(new CliError(`A worker ${ended} before it could serve`))
      })
    }).finally(() => (this.#starting -= 1))
  }

  #replace(lived: number, what: string): void {
    if (this.#isStopping) return
    const pause = this.#crashes.ended(lived)
    if (pause === null) {
      const times = `${this.#crashes.early} workers in a row ended within seconds of their start`
      return this.#fail(new CliError(`${what}. ${times}: their errors are above, or in the log.`))
    }
    this.#logger.error(`${what}; another one starts in ${pause} ms`)
    void this.#beginAfter(pause)
  }

  async #beginAfter(pause: number): Promise<void> {
    await setTimeout(pause)
    // A restart may have filled its place.
    if (this.#isStopping || this.#serving.size + this.#starting >= this.#workers) return
    try {
      await this.#begin()
    } catch (error) {
      this.#replace(0, error instanceof Error ? error.message : String(error))
    }
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
