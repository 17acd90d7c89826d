import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { SharpOptions } from 'sharp'
import type { InspectedImage } from './image-memory.js'

/** One image to be read from a file, changed and written to another. */
export interface ImageJob {
  readonly from: string
  readonly to: string
  readonly options: SharpOptions
  /** The format to write and its options; absent: that of the image. */
  readonly format?: { readonly name: 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif'; readonly options: object }
  /** The box that the image is made to fit into. */
  readonly box?: { readonly width: number; readonly height: number }
  /** Writes the pixels as they stand, and this orientation as the only metadata. */
  readonly orientation?: number
}

export interface WrittenImage {
  readonly width: number
  readonly height: number
  readonly size: number
}

/** The process took more memory than one image may. */
export class ImageMemoryError extends Error {
  override readonly name = 'ImageMemoryError'
}

type Question = ImageJob | { readonly inspect: string; readonly options: SharpOptions }

/** `last`: the process keeps too much memory for another job and ends. */
type Reply = { readonly last?: boolean } & (
  | { readonly result: unknown }
  | { readonly message: string }
  | { readonly tooMuch: true }
)

/** The same text whether this module is run as TypeScript or as it is built. */
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
  const bare = !exif && !xmp && !iptc
  const { format, width, height, pageHeight, channels, depth, isProgressive, orientation, chromaSubsampling } = image
  return { format, width, height, pageHeight, channels, depth, isProgressive, orientation, chromaSubsampling, fileBytes, bare }
}
async function write({ from, to, options, format, box, orientation }) {
  let image = sharp(from, options)
  image = orientation ? image.withExif({ IFD0: { Orientation: String(orientation) } }) : image.autoOrient()
  if (box) image = image.resize({ ...box, fit: 'inside' })
  if (format) image = image[format.name](format.options)
  const { width, height, pageHeight, size } = await image.timeout({ seconds: 60 }).toFile(to)
  return { width, height: pageHeight ?? height, size }
}
process.on('message', async (question) => {
  // The decoder works in a thread of its own and can't be stopped: the process ends when it takes too much.
  const guard = setInterval(() => {
    if (resident() - before <= memory) return
    clearInterval(guard)
    process.send({ tooMuch: true, last: true }, () => process.kill(process.pid, 'SIGKILL'))
  }, 2)
  let reply
  try {
    reply = { result: await (question.inspect ? inspect(question) : write(question)) }
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
 * One arena and one thread, a fixed threshold: freed memory then returns to the system (glibc). Otherwise four threads that
 * process images in turn keep it in an arena each. The limits can only be set before a process starts.
 */
const environment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' }

/** Milliseconds without a job after which the process ends and gives its memory back. */
const idle = 5_000

/** A process for image processing, which starts with the first job. A file that crashes the decoder ends only this process. */
export class ImageProcess {
  readonly #memory: number
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param memory bytes that one image may add to those of the process itself */
  constructor(memory: number) {
    this.#memory = memory
  }

  /** Whether the library is installed and runs on this machine. */
  async works(): Promise<boolean> {
    const found = await this.#started().then(
      () => true,
      () => false,
    )
    this.#rest()
    return found
  }

  /** Reads the header. @throws like `run` */
  async inspect(from: string, options: SharpOptions): Promise<InspectedImage> {
    return (await this.#ask({ inspect: from, options })) as InspectedImage
  }

  /**
   * One at a time.
   * @throws ImageMemoryError when the image takes too much memory, Error when it can't be read or written or the process ended
   */
  async run(job: ImageJob): Promise<WrittenImage> {
    return (await this.#ask(job)) as WrittenImage
  }

  async #ask(question: Question): Promise<unknown> {
    clearTimeout(this.#timer)
    const child = await this.#started()
    // Only a job that is waited for keeps this process alive.
    child.ref()
    child.channel?.ref()
    try {
      const reply = await replyOf(child, question)
      if (reply.last) await this.#ended(child)
      if ('tooMuch' in reply) throw new ImageMemoryError('The image takes too much memory')
      if ('message' in reply) throw new Error(reply.message)
      return reply.result
    } finally {
      child.unref()
      child.channel?.unref()
      this.#rest()
    }
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#child?.connected && this.#child.disconnect(), idle).unref()
  }

  /** Two processes at once would take twice the memory. */
  async #ended(child: ChildProcess): Promise<void> {
    this.#child = undefined
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  async #started(): Promise<ChildProcess> {
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

/** @param question null for the message that a process sends first */
function replyOf(child: ChildProcess, question: Question | null): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const replied = (reply: unknown) => settle(() => resolve(reply as Reply))
    const failed = (error: Error) => settle(() => reject(error))
    const ended = () => failed(new Error('The process for images ended'))
    const settle = (done: () => void) => {
      child.off('message', replied).off('error', failed).off('exit', ended)
      done()
    }
    child.on('message', replied).on('error', failed).on('exit', ended)
    if (question !== null) child.send(question, (error) => error && failed(error))
  })
}
