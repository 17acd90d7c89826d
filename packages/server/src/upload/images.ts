import type { Sharp, SharpOptions } from 'sharp'
import { Queue } from '../concurrency/queue.js'
import { ApiError } from '../errors/api-error.js'
import type { FileType } from './file-types.js'

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

/** How each type is written anew; the others stay as they were sent. */
const optimizers: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality }),
  'image/png': (image) => image.png({ quality }),
  'image/webp': (image) => image.webp({ quality }),
  'image/tiff': (image) => image.tiff({ quality }),
  'image/avif': (image) => image.avif({ quality }),
}

const resizable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/gif'])
const animated = new Set(['image/gif', 'image/webp'])

/** The database works in the same few threads of the process and must not wait for images. */
const atOnce = 2
const waiting = 200

/** Null where the library isn't installed or doesn't run on this machine. */
export async function loadImages({ maxPixels }: ImageOptions): Promise<Images | null> {
  const sharp = await loadSharp()
  if (!sharp) return null
  const queue = new Queue({ atOnce, longest: waiting })
  const rejection = () => {
    const message = 'Too many images are being processed. Try again later'
    return new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '5' } })
  }
  const run = (type: FileType, from: string, to: string, work: (image: Sharp) => Sharp) =>
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
          const { width, height, pageHeight, size } = await work(sharp(from, options).autoOrient())
            .timeout({ seconds: 60 })
            .toFile(to)
          return { path: to, width, height: pageHeight ?? height, size }
        } catch (error) {
          throw unreadable(type, error)
        }
      },
      { rejection },
    )
  return {
    resizes: ({ mime }) => resizable.has(mime),
    optimizes: ({ mime }) => Object.hasOwn(optimizers, mime),
    optimize: (type, from, to) => run(type, from, to, (image) => optimizers[type.mime]?.(image) ?? image),
    fit: (type, from, to, box) => run(type, from, to, (image) => image.resize({ ...box, fit: 'inside' })),
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

function unreadable({ title }: FileType, cause: unknown): ApiError {
  const error = new ApiError('ValidationError', `The file begins as ${title} but can't be read as one`)
  error.cause = cause
  return error
}
