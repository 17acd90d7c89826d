import type { SharpOptions } from 'sharp'
import { Queue } from '../concurrency/queue.js'
import { ApiError } from '../errors/api-error.js'
import type { Meter } from '../telemetry/meter.js'
import type { FileType } from './file-types.js'
import { bytesToFit, bytesToRewrite, type InspectedImage, refinementBytes, rotationBytes } from './image-memory.js'
import { DiskFullError, type ImageJob, ImageMemoryError, ImageProcess } from './image-process.js'

/** An image file: the file that was written, or the original if nothing was written. */
export interface ImageFile {
  readonly path: string
  readonly width: number
  readonly height: number
  /** In bytes. */
  readonly size: number
}

export interface ImageOptions {
  /** Maximum pixels of all frames. */
  readonly maxPixels: number
  /** Maximum bytes of memory for processing one image, in addition to the memory of the process itself. */
  readonly imageMemory: number
  readonly meter?: Meter | null
}

/** Image processing. It may be unavailable, because the library is an optional dependency. */
export interface Images {
  /** Returns whether images of this type can be resized. */
  resizes(type: FileType): boolean
  /** Returns whether images of this type can be encoded again without losing frames or transparency. */
  optimizes(type: FileType): boolean
  /**
   * Encodes the image again to make its file smaller, rotates it upright and removes its metadata. If
   * rotating takes too much memory, a JPEG image isn't rotated and keeps its orientation as its only
   * metadata. If encoding takes too much memory, returns the original file, provided that it needs no
   * rotation and has no metadata.
   */
  optimize(type: FileType, from: string, to: string): Promise<ImageFile>
  /** Writes the image resized to fit into a box, with the same proportions. */
  fit(type: FileType, from: string, to: string, box: { width: number; height: number }): Promise<ImageFile>
}

const quality = 80

type Format = NonNullable<ImageJob['format']>

/**
 * The encoding of each type. Images of other types aren't encoded again. If `refined` is true, the encoder
 * makes the file even smaller, but holds the whole image in memory.
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

/**
 * One image is processed at a time, because the memory limit applies to one image, and the child process runs
 * one job.
 */
const concurrency = 1
const maximumWaiting = 200

/** Loads image processing. Returns null if the library isn't installed or doesn't run on this machine. */
export async function loadImages({ maxPixels, imageMemory, meter }: ImageOptions): Promise<Images | null> {
  const worker = new ImageProcess(imageMemory)
  if (!(await worker.isAvailable())) return null
  const queue = new Queue({ concurrency, longest: maximumWaiting })
  meter?.queue('images', () => queue)
  const rejection = () => {
    const message = 'Too many images are being processed. Try again later'
    return new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '5' } })
  }
  const optionsOf = (type: FileType): SharpOptions => ({
    limitInputPixels: maxPixels,
    failOn: 'error',
    animated: animated.has(type.mime),
    // Reads the pixels once from top to bottom, so that memory doesn't have to hold all of a large image.
    sequentialRead: true,
  })
  const exclusively = (type: FileType, from: string, change: (image: InspectedImage) => Promise<ImageFile>) =>
    queue.run(
      async () => {
        try {
          return await change(await worker.inspect(from, optionsOf(type)))
        } catch (error) {
          if (error instanceof ImageMemoryError) throw tooMuchMemory(type, imageMemory)
          if (error instanceof DiskFullError) throw new ApiError('InsufficientStorageError')
          throw error instanceof ApiError ? error : unreadable(type, error)
        }
      },
      { rejection },
    )
  /** @throws ImageMemoryError if the estimate or the actual memory is above the limit */
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
        // Refines the encoding only if the estimated memory is at most half of the limit.
        const format = (otherBytes: number) =>
          formats[type.mime]?.(otherBytes + refinementBytes(image) <= imageMemory / 2) as Format
        try {
          return await write(type, bytes, { from, to, format: format(bytes) })
        } catch (error) {
          if (!(error instanceof ImageMemoryError)) throw error
        }
        const rotation = rotationBytes(image)
        if (rotation > 0 && type.mime === 'image/jpeg') {
          const { orientation = 1 } = image
          const rest = bytes - rotation
          const written = await write(type, rest, { from, to, format: format(rest), orientation })
          const { width, height } = written
          return orientation > 4 ? { ...written, width: height, height: width } : written
        }
        // The original can be published: it is upright and has no private metadata, such as a GPS position.
        if (rotation === 0 && image.withoutMetadata)
          return { path: from, width: image.width, height: image.pageHeight ?? image.height, size: image.fileBytes }
        throw new ImageMemoryError('The image takes too much memory')
      }),
    fit: (type, from, to, box) => exclusively(type, from, (image) => write(type, bytesToFit(image), { from, to, box })),
  }
}

function tooMuchMemory({ title }: FileType, limit: number): ApiError {
  const message =
    `The file is ${title} that takes more memory to process than upload.imageMemory (${Math.floor(limit / 1_000_000)} MB). ` +
    'Upload a smaller image, or save it without progressive or interlaced encoding and without EXIF, XMP and IPTC metadata'
  return new ApiError('ValidationError', message)
}

function unreadable({ title }: FileType, cause: unknown): ApiError {
  const error = new ApiError('ValidationError', `The file starts like ${title} but can't be read as one`)
  error.cause = cause
  return error
}
