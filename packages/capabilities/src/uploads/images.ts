import type { SharpOptions } from 'sharp'
import { Queue } from '@content-api/engine/concurrency'
import { ApiError } from '@content-api/engine/errors'
import type { Meter } from '@content-api/core/telemetry/meter'
import type { FileType } from './file-types.js'
import { bytesToFit, bytesToRewrite, type InspectedImage, refinementBytes, rotationBytes } from './image-memory.js'
import {
  DiskFullError,
  ImageLibraryError,
  ImageMemoryError,
  ImageProcessError,
  ImageTimeoutError,
} from './image-errors.js'
import { type ImageJob, ImageProcess, type ImageProcessOptions } from './image-process.js'
import { imageSeconds } from './image-program.js'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'

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
  /** Whether images are stored unchanged if the library isn't installed or doesn't load. */
  readonly storeUnprocessedImages: boolean
  readonly meter?: Meter | null
  /** Reports an attempt that failed. */
  readonly warn?: (message: string) => void
  /** Replaces parts of the process in tests. */
  readonly process?: Omit<ImageProcessOptions, 'memory'>
}

/** Image processing, in a process that starts with the first image. The library is an optional dependency. */
export interface Images {
  /**
   * Returns whether images of this type are processed. Returns false for images that are stored unchanged
   * because the library can't be used and the configuration allows it.
   * @throws ApiError ServiceUnavailableError if they must be processed, but can't be now
   */
  processes(type: FileType): Promise<boolean>
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

/** Opens image processing. Warns if the library isn't installed. */
export function openImages(options: ImageOptions): Images {
  const { maxPixels, imageMemory, storeUnprocessedImages, meter, warn = () => undefined } = options
  const worker = new ImageProcess({ memory: imageMemory, ...options.process })
  if (!worker.isInstalled) warn(storeUnprocessedImages ? storedUnchanged : withoutLibrary('is not installed'))
  const queue = new Queue({ concurrency, longest: maximumWaiting })
  meter?.queue('images', () => queue)
  const rejection = () => {
    const message = 'Too many images are being processed. Try again later'
    return new ApiError('ServiceUnavailableError', message, retryLater)
  }
  const killed = new KilledImages()
  /**
   * Runs `work` while no other image is processed, and once more if the process could not be started or has
   * ended.
   * @param path the file of the image that is processed, if any
   */
  const exclusively = <Result>(type: FileType, work: () => Promise<Result>, path?: string) =>
    queue.run(
      async () => {
        const again = (error: unknown) => {
          if (!(error instanceof ImageProcessError) || error.kind === 'silent') throw error
          warn(`The process for images ${error.message}. The image is processed once more.`)
          return work()
        }
        return work()
          .catch(again)
          .catch(async (error: unknown) => {
            const isKilled = path !== undefined && error instanceof ImageProcessError && error.kind === 'killed'
            const isHarmful = isKilled && (await killed.includeAgain(path))
            throw responseTo(isHarmful ? harmful(error) : error, type, imageMemory)
          })
      },
      { rejection },
    )
  const optionsOf = (type: FileType): SharpOptions => ({
    limitInputPixels: maxPixels,
    failOn: 'error',
    animated: animated.has(type.mime),
    // Reads the pixels once from top to bottom, so that memory doesn't have to hold all of a large image.
    sequentialRead: true,
  })
  const change = (type: FileType, from: string, work: (image: InspectedImage) => Promise<ImageFile>) =>
    exclusively(type, async () => work(await worker.inspect(from, optionsOf(type))), from)
  /** @throws ImageMemoryError if the estimate or the actual memory is above the limit */
  const write = async (type: FileType, bytes: number, job: Omit<ImageJob, 'options'>): Promise<ImageFile> => {
    if (bytes > imageMemory) throw new ImageMemoryError('The image takes too much memory')
    return { path: job.to, ...(await worker.run({ ...job, options: optionsOf(type) })) }
  }
  const resizes = ({ mime }: FileType) => resizable.has(mime)
  const optimizes = ({ mime }: FileType) => Object.hasOwn(formats, mime)
  return {
    async processes(type) {
      if (!resizes(type) && !optimizes(type)) return false
      try {
        await exclusively(type, () => worker.start())
        return true
      } catch (error) {
        const cause = error instanceof ApiError ? error.cause : null
        if (storeUnprocessedImages && cause instanceof ImageLibraryError) return false
        throw error
      }
    },
    resizes,
    optimizes,
    optimize: (type, from, to) =>
      change(type, from, async (image) => {
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
    fit: (type, from, to, box) => change(type, from, (image) => write(type, bytesToFit(image), { from, to, box })),
  }
}

/** Returns the error for an image whose processing the system ends whenever it is uploaded. */
const harmful = ({ message }: ImageProcessError) => new ImageProcessError(message, 'crashed')

const retryLater = { headers: { 'Retry-After': '5' } }

const storedUnchanged =
  'The package "sharp" is not installed, so images are stored unchanged, with their metadata and without smaller versions.'

const withoutLibrary = (reason: string) =>
  `Images can't be uploaded, because the package "sharp" ${reason}. Run "npm install sharp", or set ` +
  'upload.storeUnprocessedImages to true to store images unchanged, with their metadata.'

/** Returns the response to an image that could not be processed. Its cause is only logged. */
function responseTo(error: unknown, type: FileType, limit: number): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DiskFullError) return new ApiError('InsufficientStorageError')
  const response = describeFailure(error, type, limit)
  response.cause = error
  return response
}

function describeFailure(error: unknown, { title }: FileType, limit: number): ApiError {
  const invalid = (message: string) => new ApiError('ValidationError', message)
  if (error instanceof ImageMemoryError) {
    return invalid(
      `The file is ${title} that takes more memory to process than upload.imageMemory (${Math.floor(limit / 1_000_000)} MB). ` +
        'Upload a smaller image, or save it without progressive or interlaced encoding and without EXIF, XMP and IPTC metadata',
    )
  }
  if (error instanceof ImageTimeoutError) {
    return invalid(
      `The file is ${title} that takes longer to process than ${imageSeconds} seconds. Upload a smaller image`,
    )
  }
  if (error instanceof ImageLibraryError) {
    return new ApiError('ServiceUnavailableError', withoutLibrary(error.message))
  }
  if (error instanceof ImageProcessError) {
    const message = `The process for images ${error.message}`
    // An image that crashes two processes would crash the next one too.
    return error.kind === 'crashed'
      ? invalid(`The file is ${title} that can't be processed: ${message}`)
      : new ApiError('ServiceUnavailableError', `${message}. Try again later`, retryLater)
  }
  return invalid(`The file starts like ${title} but can't be read as one`)
}

/** The greatest number of images that are remembered. */
const most = 1_000

/**
 * Remembers the images for which the process was killed in all attempts of a request. The system kills the
 * process because of the image, or because other programs need the memory. A second request shows which.
 */
class KilledImages {
  readonly #digests = new LRUCache<string, true>({ max: most })

  /** Adds an image, and returns whether it was included already. */
  async includeAgain(path: string): Promise<boolean> {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    const digest = hash.digest('base64')
    const isKnown = this.#digests.has(digest)
    this.#digests.set(digest, true)
    return isKnown
  }
}
