import type { SharpOptions } from 'sharp'
import { Queue } from '../concurrency/queue.js'
import { ApiError } from '../errors/api-error.js'
import type { FileType } from './file-types.js'
import { type ImageJob, ImageProcess } from './image-process.js'
import { heldBytes, refinementBytes } from './image-memory.js'

/** An image that was written, or was there already. */
export interface ImageFile {
  readonly path: string
  readonly width: number
  readonly height: number
  /** In bytes. */
  readonly size: number
}

export interface ImageOptions {
  /** All frames together. */
  readonly maxPixels: number
  /** Bytes that one image may take while it is processed. */
  readonly imageMemory: number
}

/** Image processing that may not be there: the library is an optional dependency. */
export interface Images {
  /** Whether smaller forms can be made of images of this type. */
  resizes(type: FileType): boolean
  /** Whether images of this type can be written anew without losing their frames or their transparency. */
  optimizes(type: FileType): boolean
  /** Writes the image turned upright, smaller, without what cameras note in it. */
  optimize(type: FileType, from: string, to: string): Promise<ImageFile>
  /** Writes the image so that it fits into a box; its proportions stay. */
  fit(type: FileType, from: string, to: string, box: { width: number; height: number }): Promise<ImageFile>
}

const quality = 80

type Format = NonNullable<ImageJob['format']>

/**
 * How each type is written again; the others stay as they were sent. `refined` makes files smaller by means that hold the whole
 * image in memory.
 */
const formats: Readonly<Record<string, (refined: boolean) => Format>> = {
  'image/jpeg': (refined) => ({ name: 'jpeg', options: { quality, optimiseCoding: refined } }),
  'image/png': (refined) => ({ name: 'png', options: refined ? { quality } : {} }),
  'image/webp': () => ({ name: 'webp', options: { quality } }),
  'image/tiff': () => ({ name: 'tiff', options: { quality } }),
  'image/avif': () => ({ name: 'avif', options: { quality } }),
}

const resizable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/gif'])
const animated = new Set(['image/gif', 'image/webp'])

/** One at a time: images share memory, and the database works in the same few threads of the process. */
const atOnce = 1
const waiting = 200

/** Null where the library isn't installed or doesn't run on this machine. */
export async function loadImages({ maxPixels, imageMemory }: ImageOptions): Promise<Images | null> {
  const sharp = await loadSharp()
  if (!sharp) return null
  const queue = new Queue({ atOnce, longest: waiting })
  const rejection = () => {
    const message = 'Too many images are being processed. Try again later'
    return new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '5' } })
  }
  const worker = new ImageProcess()
  type Change = (refined: boolean) => Pick<ImageJob, 'format' | 'box'>
  const run = (type: FileType, from: string, to: string, change: Change): Promise<ImageFile> =>
    queue.run(
      async () => {
        const options: SharpOptions = {
          limitInputPixels: maxPixels,
          failOn: 'error',
          animated: animated.has(type.mime),
          // Pixels are read once from top to bottom, so that a large image isn't held in memory whole.
          sequentialRead: true,
        }
        try {
          // Reads the header only.
          const metadata = await sharp(from, options).metadata()
          const held = heldBytes(metadata)
          if (held > imageMemory) throw tooMuchMemory(type, held, imageMemory)
          // Smaller files aren't worth most of the memory.
          const refined = held + refinementBytes(metadata) <= imageMemory / 3
          return { path: to, ...(await worker.run({ from, to, options, ...change(refined) })) }
        } catch (error) {
          throw error instanceof ApiError ? error : unreadable(type, error)
        }
      },
      { rejection },
    )
  return {
    resizes: ({ mime }) => resizable.has(mime),
    optimizes: ({ mime }) => Object.hasOwn(formats, mime),
    optimize: (type, from, to) =>
      run(type, from, to, (refined) => {
        const format = formats[type.mime]?.(refined)
        return format ? { format } : {}
      }),
    fit: (type, from, to, box) => run(type, from, to, () => ({ box })),
  }
}

async function loadSharp() {
  try {
    const { default: sharp } = await import('sharp')
    // It would keep temporary files open that are gone by then.
    sharp.cache(false)
    return sharp
  } catch {
    return null
  }
}

function tooMuchMemory({ title }: FileType, needed: number, limit: number): ApiError {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
  const message =
    `The file is ${title} that takes ${megabytes(needed)} of memory to process, and upload.imageMemory is ${megabytes(limit)}. ` +
    'Upload a smaller one, or one that is neither progressive nor interlaced nor rotated by its metadata'
  return new ApiError('ValidationError', message)
}

function unreadable({ title }: FileType, cause: unknown): ApiError {
  const error = new ApiError('ValidationError', `The file begins as ${title} but can't be read as one`)
  error.cause = cause
  return error
}
