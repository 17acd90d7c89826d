import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { SharpOptions } from 'sharp'
import {
  DiskFullError,
  endedError,
  ImageLibraryError,
  ImageMemoryError,
  ImageProcessError,
  ImageTimeoutError,
} from './image-errors.js'
import type { InspectedImage } from './image-memory.js'
import { imageSeconds, launchImageProgram } from './image-program.js'

/** A job that reads an image from a file, changes it and writes it to another file. */
export interface ImageJob {
  readonly from: string
  readonly to: string
  readonly options: SharpOptions
  /** The format to write and its options; if absent, the format of the image. */
  readonly format?: { readonly name: 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif'; readonly options: object }
  /** The image is resized to fit into this box. */
  readonly box?: { readonly width: number; readonly height: number }
  /** If present, the pixels aren't rotated, and this orientation is the only metadata of the written image. */
  readonly orientation?: number
}

export interface WrittenImage {
  readonly width: number
  readonly height: number
  readonly size: number
}

type Job = ImageJob | { readonly inspect: string; readonly options: SharpOptions }

/** With `last`, the process exits because it holds too much memory for another job. */
type Reply = { readonly last?: boolean } & (
  | { readonly result: unknown }
  | { readonly message: string }
  | { readonly tooMuch: true }
  | { readonly unusable: string }
)

export interface ImageProcessOptions {
  /** The maximum bytes that processing one image may add to the memory of the process. */
  readonly memory: number
  /** Starts the process. */
  readonly launch?: typeof launchImageProgram
  /** Returns the path of the library; null if it isn't installed. */
  readonly findLibrary?: () => string | null
  /** Milliseconds until the process is ready. */
  readonly startMilliseconds?: number
  /** Milliseconds until the reply to a job. The library itself stops after `imageSeconds`. */
  readonly jobMilliseconds?: number
}

/** Milliseconds without a job after which the process exits to release its memory. */
const idleMilliseconds = 5_000

/** Returns the path of the library; null if it isn't installed. */
export function findImageLibrary(): string | null {
  try {
    return createRequire(import.meta.url).resolve('sharp')
  } catch {
    return null
  }
}

/**
 * A child process for image processing, started with the first job. If a file crashes the decoder, only this
 * process ends. The next job starts another one.
 */
export class ImageProcess {
  readonly #options: Required<ImageProcessOptions>
  /** Found once: without free descriptors, an installed package can't be found. */
  #library: string | null
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: ImageProcessOptions) {
    this.#options = {
      launch: launchImageProgram,
      findLibrary: findImageLibrary,
      startMilliseconds: 30_000,
      jobMilliseconds: (imageSeconds + 30) * 1_000,
      ...options,
    }
    this.#library = this.#options.findLibrary()
  }

  /** Returns whether the library was found. It may still fail to load. */
  get isInstalled(): boolean {
    return this.#library !== null
  }

  /**
   * Starts the process if it isn't running.
   * @throws ImageLibraryError if the library isn't installed or doesn't load
   * @throws ImageProcessError if the process can't be started now
   */
  async start(): Promise<void> {
    await this.#start()
    this.#exitWhenIdle()
  }

  /** Reads the header of an image. @throws as for `run` */
  async inspect(from: string, options: SharpOptions): Promise<InspectedImage> {
    return (await this.#send({ inspect: from, options })) as InspectedImage
  }

  /**
   * Runs one job. Callers must wait for it before they run another.
   * @throws ImageMemoryError, ImageTimeoutError or DiskFullError
   * @throws Error if the image can't be read or written
   * @throws ImageProcessError if the process ended or didn't reply, and as `start`
   */
  async run(job: ImageJob): Promise<WrittenImage> {
    return (await this.#send(job)) as WrittenImage
  }

  async #send(job: Job): Promise<unknown> {
    clearTimeout(this.#timer)
    const child = await this.#start()
    // The child keeps the parent process alive only while a job is running.
    child.ref()
    child.channel?.ref()
    try {
      const reply = await replyOf(child, job, this.#options.jobMilliseconds).catch((error) => this.#end(child, error))
      if (reply.last) await this.#waitForExit(child)
      if ('result' in reply) return reply.result
      throw errorOf(reply)
    } finally {
      child.unref()
      child.channel?.unref()
      this.#exitWhenIdle()
    }
  }

  #exitWhenIdle(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#child?.connected && this.#child.disconnect(), idleMilliseconds).unref()
  }

  /** Waits for the exit before another process starts, because two processes would take twice the memory. */
  async #waitForExit(child: ChildProcess): Promise<void> {
    this.#child = undefined
    if (!hasExited(child)) await once(child, 'exit')
  }

  /** Ends a process that failed, and throws the error. */
  async #end(child: ChildProcess, error: Error): Promise<never> {
    child.kill('SIGKILL')
    if (child.pid !== undefined) await this.#waitForExit(child)
    throw error
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child?.connected) return this.#child
    this.#library ??= this.#options.findLibrary()
    if (this.#library === null) throw new ImageLibraryError('is not installed')
    const child = this.#launch(this.#library)
    const forget = () => {
      if (this.#child === child) this.#child = undefined
    }
    child.on('error', forget).once('exit', forget).once('disconnect', forget)
    const reply = await replyOf(child, null, this.#options.startMilliseconds).catch((error) => this.#end(child, error))
    if ('unusable' in reply) throw errorOf(reply)
    child.unref()
    child.channel?.unref()
    this.#child = child
    return child
  }

  /** @throws ImageProcessError for example without free descriptors */
  #launch(library: string): ChildProcess {
    try {
      return this.#options.launch(library, this.#options.memory)
    } catch (error) {
      throw notStarted(error as Error)
    }
  }
}

/** The library reports the text of the system's error, but no code. */
const diskFull = /No space left on device|Dis[ck] quota exceeded/
const outOfTime = /^timeout: /
/** The causes for which an installed library doesn't load at this moment. */
const outOfResources =
  /\bE(MFILE|NFILE|AGAIN|NOMEM)\b|Too many open files|Cannot allocate memory|failed to map segment/i

function errorOf(reply: Exclude<Reply, { readonly result: unknown }>): Error {
  if ('tooMuch' in reply) return new ImageMemoryError('The image takes too much memory')
  if ('unusable' in reply) {
    const [first = ''] = reply.unusable.split('\n')
    return outOfResources.test(reply.unusable)
      ? new ImageProcessError(`could not be started: ${first}`, 'notStarted')
      : new ImageLibraryError(`does not load: ${first}`)
  }
  const { message } = reply
  if (outOfTime.test(message)) return new ImageTimeoutError(message)
  return diskFull.test(message) ? new DiskFullError(message) : new Error(message)
}

const notStarted = ({ message }: Error) => new ImageProcessError(`could not be started: ${message}`, 'notStarted')

const hasExited = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/**
 * Sends a job and returns the reply.
 * @param job null to wait for the first message of the process
 * @throws ImageProcessError if the process could not be started, ended or didn't reply in time
 */
function replyOf(child: ChildProcess, job: Job | null, milliseconds: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const replied = (reply: unknown) => settle(() => resolve(reply as Reply))
    const failed = (error: Error) => settle(() => reject(error))
    const notSpawned = (error: Error) => failed(notStarted(error))
    const ended = () => failed(endedError(child.exitCode, child.signalCode))
    // Messages of the process may arrive after its exit, until its channel closes.
    const exited = () => (child.connected ? child.once('disconnect', ended) : ended())
    const late = () => failed(new ImageProcessError(`did not reply within ${milliseconds / 1_000} seconds`, 'silent'))
    const timer = setTimeout(late, milliseconds)
    const settle = (done: () => void) => {
      clearTimeout(timer)
      child.off('message', replied).off('error', notSpawned).off('exit', exited).off('disconnect', ended)
      done()
    }
    if (hasExited(child)) return exited()
    child.on('message', replied).on('error', notSpawned).on('exit', exited)
    // The channel of a process that is ending may be closed before its exit is known.
    if (job !== null) child.send(job, (error) => error && child.kill('SIGKILL'))
  })
}
