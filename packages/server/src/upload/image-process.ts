import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { SharpOptions } from 'sharp'
import type { InspectedImage } from './image-memory.js'

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

/** Thrown when an image takes more memory than allowed. */
export class ImageMemoryError extends Error {
  override readonly name = 'ImageMemoryError'
}

/** Thrown when the disk of the written image is full. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
}

/** The library reports the text of the system's error, but no code. */
const diskFull = /No space left on device|Dis[ck] quota exceeded/

type Job = ImageJob | { readonly inspect: string; readonly options: SharpOptions }

/** With `last`, the process exits because it holds too much memory for another job. */
type Reply = { readonly last?: boolean } & (
  | { readonly result: unknown }
  | { readonly message: string }
  | { readonly tooMuch: true }
)

/** The code of the process. It is a string, so that it is the same in TypeScript sources and in the built package. */
const program = `
const { statSync } = require('node:fs')
const sharp = require(process.argv[1])
const memory = Number(process.argv[2])
sharp.cache(false)
sharp.concurrency(1)
const resident = () => process.memoryUsage.rss()
const before = resident()
process.on('disconnect', () => process.exit())
async function inspect({ inspect, options }) {
  const { exif, xmp, iptc, ...image } = await sharp(inspect, options).metadata()
  const fileBytes = statSync(inspect).size
  const withoutMetadata = !exif && !xmp && !iptc
  const { format, width, height, pageHeight, channels, depth, isProgressive, orientation, chromaSubsampling } = image
  const header = { format, width, height, pageHeight, channels, depth, isProgressive, orientation, chromaSubsampling }
  return { ...header, fileBytes, withoutMetadata }
}
async function write({ from, to, options, format, box, orientation }) {
  let image = sharp(from, options)
  image = orientation ? image.withExif({ IFD0: { Orientation: String(orientation) } }) : image.autoOrient()
  if (box) image = image.resize({ ...box, fit: 'inside' })
  if (format) image = image[format.name](format.options)
  const { width, height, pageHeight, size } = await image.timeout({ seconds: 60 }).toFile(to)
  return { width, height: pageHeight ?? height, size }
}
process.on('message', async (job) => {
  // The decoder runs in another thread and can't be stopped, so the process kills itself if it uses too much memory.
  const guard = setInterval(() => {
    if (resident() - before <= memory) return
    clearInterval(guard)
    process.send({ tooMuch: true, last: true }, () => process.kill(process.pid, 'SIGKILL'))
  }, 2)
  let reply
  try {
    reply = { result: await (job.inspect ? inspect(job) : write(job)) }
  } catch (error) {
    reply = { message: error.message }
  }
  clearInterval(guard)
  const last = resident() - before > memory / 5
  process.send({ ...reply, last }, () => last && process.exit())
})
process.send({ result: 'ready' })
`

/**
 * With one arena, one thread and a fixed threshold, glibc returns freed memory to the system. By default,
 * four threads process images alternately, and each keeps memory in its own arena. These variables must be
 * set before a process starts.
 */
const environment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' }

/** Milliseconds without a job after which the process exits to release its memory. */
const idleMilliseconds = 5_000

/**
 * A child process for image processing, started with the first job. If a file crashes the decoder, only this
 * process ends.
 */
export class ImageProcess {
  readonly #memory: number
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param memory the maximum bytes that processing one image may add to the memory of the process */
  constructor(memory: number) {
    this.#memory = memory
  }

  /** Returns whether the library is installed and runs on this machine. */
  async isAvailable(): Promise<boolean> {
    const isAvailable = await this.#start().then(
      () => true,
      () => false,
    )
    this.#exitWhenIdle()
    return isAvailable
  }

  /** Reads the header of an image. @throws as for `run` */
  async inspect(from: string, options: SharpOptions): Promise<InspectedImage> {
    return (await this.#send({ inspect: from, options })) as InspectedImage
  }

  /**
   * Runs one job. Callers must wait for it before they run another.
   * @throws ImageMemoryError if the image takes too much memory; DiskFullError; Error if it can't be read or
   * written, or the process ended
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
      const reply = await replyOf(child, job)
      if (reply.last) await this.#waitForExit(child)
      if ('tooMuch' in reply) throw new ImageMemoryError('The image takes too much memory')
      if ('message' in reply)
        throw diskFull.test(reply.message) ? new DiskFullError(reply.message) : new Error(reply.message)
      return reply.result
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
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child) return this.#child
    const sharp = createRequire(import.meta.url).resolve('sharp')
    const child = spawn(process.execPath, ['-e', program, sharp, String(this.#memory)], {
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const forget = () => {
      if (this.#child === child) this.#child = undefined
    }
    child.once('exit', forget).once('error', forget).once('disconnect', forget)
    await replyOf(child, null)
    child.unref()
    child.channel?.unref()
    this.#child = child
    return child
  }
}

/** Sends a job and returns the reply. @param job null to wait for the first message of the process */
function replyOf(child: ChildProcess, job: Job | null): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const replied = (reply: unknown) => settle(() => resolve(reply as Reply))
    const failed = (error: Error) => settle(() => reject(error))
    const ended = () => failed(new Error('The process for image processing ended'))
    const settle = (done: () => void) => {
      child.off('message', replied).off('error', failed).off('exit', ended)
      done()
    }
    child.on('message', replied).on('error', failed).on('exit', ended)
    if (job !== null) child.send(job, (error) => error && failed(error))
  })
}
