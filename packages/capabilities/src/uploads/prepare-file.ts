import { listed } from '@content-api/model'
import { createReadStream } from 'node:fs'
import { imageDimensionsFromData } from 'image-dimensions'
import type { StoredContent, UploadProvider, UploadConfig } from '@content-api/core/config/upload'
import { ApiError } from '@content-api/engine/errors'
import { type FileType, svg } from './file-types.js'
import { identifyFile, readText, readBeginning, svgDimensions } from './identify-file.js'
import type { ImageFile, Images } from './images.js'
import type { ReceivedFile } from './receive-form.js'

/** A smaller format of an image, as in `formats` of its record. */
export interface ImageForm {
  readonly name: string
  readonly hash: string
  readonly ext: string
  readonly mime: string
  readonly path: null
  readonly width: number
  readonly height: number
  /** In kilobytes of 1,000 bytes, with two decimals. */
  readonly size: number
  readonly sizeInBytes: number
  readonly url: string
}

/** The attributes of a record that describe the content of its file. */
export interface FileContent {
  readonly hash: string
  readonly ext: string
  readonly mime: string
  /** In kilobytes of 1,000 bytes, with two decimals. */
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly formats: Readonly<Record<string, ImageForm>> | null
  readonly url: string
}

/** A checked file, with everything that is to be stored. */
export interface PreparedFile {
  readonly content: FileContent
  readonly stored: readonly {
    readonly key: string
    /** The name of a smaller format; null for the file itself, which is the first one. */
    readonly form: string | null
    readonly content: StoredContent
  }[]
}

export interface PrepareOptions {
  readonly config: UploadConfig
  readonly provider: UploadProvider
  readonly images: Images
}

/** `images` is null for an image that is stored unchanged. */
type Processing = Omit<PrepareOptions, 'images'> & { readonly images: Images | null }

const thumbnail = { width: 245, height: 156 }

const kilobytes = (bytes: number) => Math.round(bytes / 10) / 100

/** Detects the type of a file and checks that it is allowed. Also returns the extension of the stored name. */
export async function typeOf(file: ReceivedFile, { config }: PrepareOptions) {
  const identified = await identifyFile(file.head, file.name)
  const { mime } = identified.type
  const allowed = config.types.some((pattern) => pattern === mime || pattern === `${mime.split('/')[0]}/*`)
  if (allowed) return identified
  const message = `${file.name} can't be uploaded: its type is ${mime}, but only ${listed(config.types)} are allowed`
  throw new ApiError('ValidationError', message)
}

/**
 * Creates everything that is stored for a received file, in the file's temporary folder.
 * @param naming the name in the record, and the hash under which the file is stored
 * @throws ApiError ValidationError for images that can't be read, have too many pixels or take too much
 * memory; ServiceUnavailableError if too many images wait or the process for images can't be used;
 * InsufficientStorageError if the disk is full
 */
export async function prepareFile(
  file: ReceivedFile,
  { type, extension }: { readonly type: FileType; readonly extension: string },
  { name, hash }: { readonly name: string; readonly hash: string },
  options: PrepareOptions,
): Promise<PreparedFile> {
  const { provider } = options
  const images = (await options.images.processes(type)) ? options.images : null
  const main = await mainContent(file, type, { ...options, images })
  const forms = await smallerForms(file, type, main, { ...options, images })
  const { mime } = type
  const describe = (image: ImageFile, form: string): ImageForm => ({
    name: `${form}_${name}`,
    hash: `${form}_${hash}`,
    ext: extension,
    mime,
    path: null,
    width: image.width,
    height: image.height,
    size: kilobytes(image.size),
    sizeInBytes: image.size,
    url: provider.url(`${form}_${hash}${extension}`),
  })
  const formats = Object.fromEntries([...forms].map(([form, image]) => [form, describe(image, form)]))
  const { width, height, size } = main
  const key = hash + extension
  return {
    content: {
      hash,
      ext: extension,
      mime,
      size: kilobytes(size),
      width,
      height,
      formats: forms.size === 0 ? null : formats,
      url: provider.url(key),
    },
    stored: [
      { key, form: null, content: storedContent(main, mime) },
      ...[...forms].map(([form, image]) => ({ key: `${form}_${key}`, form, content: storedContent(image, mime) })),
    ],
  }
}

interface MainContent {
  readonly path: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

async function mainContent(file: ReceivedFile, type: FileType, options: Processing): Promise<MainContent> {
  const { path, size } = file
  if (!type.mime.startsWith('image/')) return { path, size, width: null, height: null }
  const { images, config } = options
  const dimensions = await dimensionsOf(file, type)
  if (dimensions && dimensions.width * dimensions.height > config.maxPixels) {
    const { width, height } = dimensions
    const message = `${file.name} has ${width} × ${height} pixels, but at most ${config.maxPixels} are allowed`
    throw new ApiError('ValidationError', message)
  }
  if (config.sizeOptimization && images?.optimizes(type)) return images.optimize(type, path, `${path}-main`)
  return { path, size, width: dimensions?.width ?? null, height: dimensions?.height ?? null }
}

/** Bytes to read for the dimensions. In a JPEG image, the camera's metadata comes first and may be long. */
const dimensionBytes = 1_048_576

async function dimensionsOf({ path, head }: ReceivedFile, type: FileType) {
  if (type === svg) return svgDimensions(readText(head) ?? '')
  return imageDimensionsFromData(await readBeginning(path, dimensionBytes))
}

/** Creates the formats that are smaller than the image, by name. */
async function smallerForms(
  { path }: ReceivedFile,
  type: FileType,
  { width, height }: MainContent,
  { images, config }: Processing,
): Promise<ReadonlyMap<string, ImageFile>> {
  const forms = new Map<string, ImageFile>()
  if (!images?.resizes(type) || width === null || height === null) return forms
  const boxes = Object.entries(config.breakpoints).map(([form, side]) => [form, { width: side, height: side }] as const)
  for (const [form, box] of [...boxes, ['thumbnail', thumbnail] as const]) {
    if (width <= box.width && height <= box.height) continue
    forms.set(form, await images.fit(type, path, `${path}-${form}`, box))
  }
  return forms
}

function storedContent({ path, size }: { readonly path: string; readonly size: number }, mime: string): StoredContent {
  return { path, size, mime, stream: () => createReadStream(path) }
}
