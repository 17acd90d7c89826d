import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isRecord } from '@content-api/model'
import { ApiError, catalog, type ErrorName } from '@content-api/engine/errors'
import type { NamedProvider } from '@content-api/project-files/strapi/missing-providers'
import type { UploadConfig } from '@content-api/core/config/upload'
import { brokenProvider, initProvider, type ProviderHome } from '@content-api/project-files/providers/load-provider'
import type { PreparedFile } from './prepare-file.js'

/** A file as upload providers of Strapi 4 get it, or one of its smaller formats. They set `url` and other values. */
type ProviderFile = Record<string, unknown>

/** The values of a record, by attribute. */
export type FileRecord = Readonly<Record<string, unknown>>

/** An upload provider of Strapi 4. */
export interface StrapiUploads {
  readonly name: string
  /** Whether browsers can only read files by signed URLs. */
  readonly isPrivate: boolean
  /**
   * Stores a file and its smaller formats. If one fails, it deletes the others.
   * @param info the attributes of the record that don't describe the content
   * @returns the attributes of the record, as the provider has set them
   * @throws ApiError PayloadTooLargeError, ValidationError and others for files that the provider rejects;
   * ServiceUnavailableError if it fails
   */
  store(prepared: PreparedFile, info: FileRecord): Promise<FileRecord>
  /**
   * Stores a file and its smaller formats at the places of others. It stores the file first, so that nothing
   * has changed if that fails. A failed smaller format is left out of the record.
   * @throws ApiError as for `store`, if the file itself can't be stored
   */
  storeReplacement(prepared: PreparedFile, info: FileRecord): Promise<StoredReplacement>
  /** Deletes a file, or one of its smaller formats. @throws the provider's error */
  remove(file: FileRecord): Promise<void>
  /** Returns the signed URL of a file, or of one of its smaller formats. @throws ApiError ServiceUnavailableError */
  sign(file: FileRecord): Promise<string>
}

/** The values of a replaced file. */
export interface StoredReplacement {
  readonly record: FileRecord
  /** The error of a smaller format that is missing in the record; null without one. */
  readonly failure: Error | null
}

type Method = (file: ProviderFile, options?: unknown) => unknown

/**
 * Opens an upload provider of Strapi 4, `{ init(options) -> { upload, uploadStream, delete, … } }`.
 * @returns null if it isn't installed
 * @throws ConfigError if it can't be loaded, its `init` fails or methods are missing
 */
export async function openStrapiUploads(
  home: ProviderHome,
  named: NamedProvider,
  { providerOptions, actionOptions, sizeLimit }: UploadConfig,
): Promise<StrapiUploads | null> {
  const provider = await initProvider(home, named, [providerOptions])
  if (provider === null) return null
  const { name } = named
  const has = (method: string) => typeof provider[method] === 'function'
  if (!has('delete')) throw brokenProvider(home, named, 'has no function "delete", as a provider of Strapi does.')
  if (!has('uploadStream') && !has('upload')) {
    throw brokenProvider(home, named, 'has neither "uploadStream" nor "upload", as a provider of Strapi does.')
  }
  if (!has('uploadStream')) {
    const reason = 'so each file is in memory as a whole while it is stored'
    process.emitWarning(`The upload provider "${name}" has no function "uploadStream", ${reason}.`, 'UploadWarning')
  }
  // As in Strapi 4: options of an action are an argument only if the project has set them.
  const call = async (method: string, file: ProviderFile, options: unknown = actionOptions[method]) =>
    (provider[method] as Method)(file, options)
  const isPrivate = has('isPrivate') && Boolean(await call('isPrivate', {}))
  const transfer = async ({ file, path }: Part): Promise<void> => {
    if (!has('uploadStream')) {
      await call('upload', Object.assign(file, { buffer: await readFile(path) }))
      return
    }
    const stream = createReadStream(path)
    try {
      await call('uploadStream', Object.assign(file, { stream }))
    } finally {
      // The provider may have failed before it read the whole file.
      stream.destroy()
    }
  }
  /** @throws ApiError unless the provider stores the part. Any other error is one of the provider's code. */
  const send = async (part: Part): Promise<void> => {
    await transfer(part).catch((error: unknown) => {
      throw rejection(name, error)
    })
    part.isSent = true
    const { url } = part.file
    if (typeof url !== 'string' || url === '') throw new Error(`The upload provider "${name}" sets no "url" of a file.`)
  }
  /** Returns the file and its smaller formats for the provider. @throws ApiError for a file that is too big */
  const acceptedParts = async ({ content, stored }: PreparedFile, info: FileRecord): Promise<readonly Part[]> => {
    const { formats, url: _, ...description } = content
    const parts = stored.map(({ form, content: { path, size } }): Part => {
      const own = form === null ? { ...info, ...description, sizeInBytes: size } : formatOf(formats, form)
      return { form, path, file: { ...own, filepath: path, getStream: () => createReadStream(path) }, isSent: false }
    })
    if (has('checkFileSize')) {
      await call('checkFileSize', parts[0]?.file ?? {}, { sizeLimit }).catch((error: unknown) => {
        throw rejection(name, error)
      })
    }
    return parts
  }
  const remove = async (file: FileRecord) => void (await call('delete', structuredClone({ ...file })))
  return {
    name,
    isPrivate,
    async store(prepared, info) {
      const parts = await acceptedParts(prepared, info)
      // All at a time, as in Strapi 4.
      const results = await Promise.allSettled(parts.map(send))
      const failed = results.find((result) => result.status === 'rejected')
      if (!failed) return recordOf(prepared, parts)
      for (const { file } of parts.filter(({ isSent }) => isSent)) {
        await remove(plainValues(file)).catch((error: unknown) => warnOfRest(file, error))
      }
      throw asError(failed.reason)
    },
    async storeReplacement(prepared, info) {
      const [main, ...others] = await acceptedParts(prepared, info)
      if (!main) throw new Error('A file has no content')
      await send(main)
      const results = await Promise.allSettled(others.map(send))
      const failed = results.find((result) => result.status === 'rejected')
      const stored = others.filter((_, index) => results[index]?.status === 'fulfilled')
      return { record: recordOf(prepared, [main, ...stored]), failure: failed ? asError(failed.reason) : null }
    },
    remove,
    async sign(file) {
      const { url } = file
      if (!has('getSignedUrl')) return String(url)
      try {
        const signed = await call('getSignedUrl', structuredClone({ ...file }))
        return isRecord(signed) && typeof signed['url'] === 'string' ? signed['url'] : String(url)
      } catch (error) {
        throw unavailable(name, error)
      }
    },
  }
}

/** Returns an error. Code of providers may throw any other value. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** A file, or one of its smaller formats, on its way to the provider. */
interface Part {
  /** Null for the file itself. */
  readonly form: string | null
  readonly path: string
  readonly file: ProviderFile
  /** Whether the provider has stored it. */
  isSent: boolean
}

/** Returns the values that the provider has set. The first part is the file itself. */
function recordOf({ content }: PreparedFile, parts: readonly Part[]): FileRecord {
  const [main] = parts
  const forms = parts.flatMap(({ form, file }) => (form === null ? [] : [[form, plainValues(file)] as const]))
  return { ...plainValues(main?.file ?? {}), formats: content.formats === null ? null : Object.fromEntries(forms) }
}

/** The keys of a file that only concern its upload. */
const ofUpload: ReadonlySet<string> = new Set(['stream', 'buffer', 'filepath', 'getStream', 'tmpWorkingDirectory'])

/** Returns the values of a file that its record may hold. */
function plainValues(file: ProviderFile): FileRecord {
  return Object.fromEntries(
    Object.entries(file).filter(([key, value]) => !ofUpload.has(key) && typeof value !== 'function'),
  )
}

function formatOf(formats: PreparedFile['content']['formats'], form: string): ProviderFile {
  const { url: _, ...format } = { ...formats?.[form] } as ProviderFile
  return format
}

/** Reports a stored file that no record refers to. */
export function warnOfRest({ hash, ext }: FileRecord, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  process.emitWarning(
    `The stored file "${String(hash)}${String(ext)}" could not be removed: ${reason}`,
    'UploadWarning',
  )
}

/** The statuses with which the services of providers reject a file. */
const rejected: Readonly<Record<number, ErrorName>> = {
  400: 'ValidationError',
  413: 'PayloadTooLargeError',
  415: 'UnsupportedMediaTypeError',
  422: 'ValidationError',
}

/**
 * Returns the error of a request whose file a provider has not stored. Errors of `@strapi/utils` have the
 * status that they have in Strapi; without a message of their own they get that of this server.
 */
function rejection(name: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { name: kind = '', message = '', details } = (error ?? {}) as Partial<Error> & { readonly details?: unknown }
  const known = Object.hasOwn(catalog, kind) && isRecord(details) ? catalog[kind as ErrorName] : undefined
  if (known && known.status < 500) return new ApiError(kind as ErrorName, message === '' ? undefined : message)
  const status = statusOf(error) ?? (isRejectedByCloudinary(message) ? 400 : null)
  const rejection = status === null ? undefined : rejected[status]
  if (rejection === undefined) return unavailable(name, error)
  const clients = new ApiError(rejection, `The store of files rejects the file`)
  clients.cause = error
  return clients
}

/** The messages with which Cloudinary rejects a file. */
const cloudinaryRejections = [
  'Invalid image file',
  'Invalid video file',
  'Invalid file',
  'Empty file',
  'Unsupported',
  'Resource is invalid',
  'Maximum image size',
  'Image dimensions',
  'Display name',
]

/** Returns whether Cloudinary has rejected a file. The errors of its provider only have the message. */
const isRejectedByCloudinary = (message: string): boolean =>
  cloudinaryRejections.some((each) => message.startsWith(`Error uploading to cloudinary: ${each}`))

/** Returns the status of the response that the service of a provider sent; null if the error has none. */
function statusOf(error: unknown): number | null {
  if (!isRecord(error) && !(error instanceof Error)) return null
  const { $metadata, http_code, statusCode, status } = error as Readonly<Record<string, unknown>>
  // Amazon also responds with 400 to wrong settings.
  if (isRecord($metadata)) return $metadata['httpStatusCode'] === 413 ? 413 : null
  const found = [http_code, statusCode, status].find((value) => typeof value === 'number')
  return found ?? null
}

/** Returns an error for the client. Its cause, which may contain secrets, is only logged. */
function unavailable(name: string, cause: unknown): ApiError {
  const message = 'The store of files cannot be reached at the moment'
  const error = new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '5' } })
  error.cause =
    cause instanceof Error ? cause : new Error(`The upload provider "${name}" failed: ${JSON.stringify(cause)}`)
  return error
}
