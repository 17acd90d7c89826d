import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { SharpOptions } from 'sharp'

/** One image to be read from a file, changed and written to another. */
export interface ImageJob {
  readonly from: string
  readonly to: string
  readonly options: SharpOptions
  /** The format to write and its options; absent: that of the image. */
  readonly format?: { readonly name: 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif'; readonly options: object }
  /** The box that the image is made to fit into. */
  readonly box?: { readonly width: number; readonly height: number }
}

export interface WrittenImage {
  readonly width: number
  readonly height: number
  readonly size: number
}

type Outcome = { readonly written: WrittenImage } | { readonly message: string }

/** The same text whether this module is run as TypeScript or as it is built. */
const program = `
const sharp = require(process.argv[1])
sharp.cache(false)
sharp.concurrency(1)
process.on('disconnect', () => process.exit())
process.on('message', async ({ from, to, options, format, box }) => {
  try {
    let image = sharp(from, options).autoOrient()
    if (box) image = image.resize({ ...box, fit: 'inside' })
    if (format) image = image[format.name](format.options)
    const { width, height, pageHeight, size } = await image.timeout({ seconds: 60 }).toFile(to)
    process.send({ written: { width, height: pageHeight ?? height, size } })
  } catch (error) {
    process.send({ message: error.message })
  }
})
`

/**
 * In one process, four threads that process images in turn keep freed memory in an arena each: 184 MB after 15 images of 100
 * megapixels, 62 MB with one arena (glibc). The limit can only be set before a process starts.
 */
const environment = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' }

/** Milliseconds without a job after which the process ends and gives its memory back. */
const idle = 5_000

/** A process for image processing, which starts with the first job. A file that crashes the decoder ends only this process. */
export class ImageProcess {
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined

  /** One at a time. @throws Error for an image that can't be read or written, or when the process ended */
  async run(job: ImageJob): Promise<WrittenImage> {
    clearTimeout(this.#timer)
    const child = (this.#child ??= this.#start())
    // Only a job that is waited for keeps this process alive.
    child.ref()
    child.channel?.ref()
    try {
      const outcome = await outcomeOf(child, job)
      if ('message' in outcome) throw new Error(outcome.message)
      return outcome.written
    } finally {
      child.unref()
      child.channel?.unref()
      this.#timer = setTimeout(() => child.connected && child.disconnect(), idle).unref()
    }
  }

  #start(): ChildProcess {
    const sharp = createRequire(import.meta.url).resolve('sharp')
    const child = spawn(process.execPath, ['-e', program, sharp], {
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const forget = () => {
      if (this.#child === child) this.#child = undefined
    }
    child.once('exit', forget).once('error', forget).once('disconnect', forget)
    return child
  }
}

function outcomeOf(child: ChildProcess, job: ImageJob): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const answered = (outcome: unknown) => settle(() => resolve(outcome as Outcome))
    const failed = (error: Error) => settle(() => reject(error))
    const ended = () => failed(new Error('The process for images ended'))
    const settle = (done: () => void) => {
      child.off('message', answered).off('error', failed).off('exit', ended)
      done()
    }
    child.on('message', answered).on('error', failed).on('exit', ended)
    child.send(job, (error) => error && failed(error))
  })
}
