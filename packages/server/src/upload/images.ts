import type { SharpOptions } from 'sharp'
import { Queue } from '../concurrency/queue.js'
import { ApiError } from '../errors/api-error.js'
import type { Meter } from '../telemetry/meter.js'
import type { FileType } from './file-types.js'
import { bytesToFit, bytesToRewrite, type InspectedImage, refinementBytes, turnedBytes } from './image-memory.js'
import { type ImageJob, ImageMemoryError, ImageProcess } from './image-process.js'

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
  /** Bytes that one image may take while it is processed, besides those of the process itself. */
  readonly imageMemory: number
  readonly meter?: Meter | null
}

/** Image processing that may not be there: the library is an optional dependency. */
export interface Images {
  /** Whether smaller forms can be made of images of this type. */
  resizes(type: FileType): boolean
  /** Whether images of this type can be written anew without losing their frames or their transparency. */
  optimizes(type: FileType): boolean
  /**
   * Writes the image turned upright, smaller, without what cameras note in it. Returns the file as it was sent when that would take
   * too much memory and it holds no metadata; a JPEG image then keeps its orientation as metadata.
   */
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
  'image/webp': (refined) => ({ name: 'webp', options: { quality, effort: refined ? 4 : 2 } }),
  'image/tiff': () => ({ name: 'tiff', options: { quality } }),
  'image/avif': () => ({ name: 'avif', options: { quality } }),
}

const resizable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/gif'])
const animated = new Set(['image/gif', 'image/webp'])

/** One at a time: images share memory, and the database works in the same few threads of the process. */
const atOnce = 1
const waiting = 200

/** Null where the library isn't installed or doesn't run on this machine. */
export async function loadImages({ maxPixels, imageMemory, meter }: ImageOptions): Promise<Images | null> {
  const worker = new ImageProcess(imageMemory)
  if (!(await worker.works())) return null
  const queue = new Queue({ concurrency: atOnce, longest: waiting })
  meter?.queue('images', () => queue)
  const rejection = () => {
    const message = 'Too many images are being processed. Try again later'
    return new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '5' } })
  }
  const optionsOf = (type: FileType): SharpOptions => ({
    limitInputPixels: maxPixels,
    failOn: 'error',
    animated: animated.has(type.mime),
    // Pixels are read once from top to bottom, so that a large image isn't held in memory whole.
    sequentialRead: true,
  })
  const exclusively = (type: FileType, from: string, change: (image: InspectedImage) => Promise<ImageFile>) =>
    queue.run(
      async () => {
        try {
          return await change(await worker.inspect(from, optionsOf(type)))
        } catch (error) {
          if (error instanceof ImageMemoryError) throw tooMuchMemory(type, imageMemory)
          throw error instanceof ApiError ? error : unreadable(type, error)
        }
      },
      { rejection },
    )
  /** @throws ImageMemoryError without trying when the estimate is above the limit */
  const write = async (type: FileType, bytes: number, job: Omit<ImageJob, 'options'>): Promise<ImageFile> => {
    if (bytes > imageMemory) throw new ImageMemoryError('The image takes too much memory')
    return { path: job.to, ...(await worker.run({ ...job, options: optionsOf(type) })) }
  }
  return {
    resizes: ({ mime }) => resizable.has(mime),
    optimizes: ({ mime }) => Object.hasOwn(formats, mime),
    optimize: (type, from, to) =>
      exclusively(type, from, async (image) => {
        const bytes = bytesToRewrite(image)
        // Smaller files aren't worth most of the memory.
        const format = (besides: number) =>
          formats[type.mime]?.(besides + refinementBytes(image) <= imageMemory / 2) as Format
        try {
          return await write(type, bytes, { from, to, format: format(bytes) })
        } catch (error) {
          if (!(error instanceof ImageMemoryError)) throw error
        }
        const turned = turnedBytes(image)
        if (turned > 0 && type.mime === 'image/jpeg') {
          const { orientation = 1 } = image
          const rest = bytes - turned
          const written = await write(type, rest, { from, to, format: format(rest), orientation })
          const { width, height } = written
          return orientation > 4 ? { ...written, width: height, height: width } : written
        }
        // There is nothing in it that must not be published.
        if (turned === 0 && image.bare)
          return { path: from, width: image.width, height: image.pageHeight ?? image.height, size: image.fileBytes }
        throw new ImageMemoryError('The image takes too much memory')
      }),
    fit: (type, from, to, box) => exclusively(type, from, (image) => write(type, bytesToFit(image), { from, to, box })),
  }
}

function tooMuchMemory({ title }: FileType, limit: number): ApiError {
  const message =
    `The file is ${title} that takes more memory to process than upload.imageMemory (${Math.floor(limit / 1_000_000)} MB). ` +
    'Upload a smaller one, or one that is neither progressive nor interlaced and has no EXIF, XMP or IPTC metadata'
  return new ApiError('ValidationError', message)
}

function unreadable({ title }: FileType, cause: unknown): ApiError {
  const error = new ApiError('ValidationError', `The file begins as ${title} but can't be read as one`)
  error.cause = cause
  return error
}
