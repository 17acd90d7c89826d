import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isRecord } from '@content-api/model'
import { ApiError, catalog, type ErrorName } from '@content-api/engine/errors'
import type { NamedProvider } from '../config/strapi/missing-providers.js'
import type { UploadConfig } from '../config/upload.js'
import { brokenProvider, initProvider, type ProviderHome } from '../providers/load-provider.js'
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
  /** Deletes a file, or one of its smaller formats. @throws the provider's error */
  remove(file: FileRecord): Promise<void>
  /** Returns the signed URL of a file, or of one of its smaller formats. @throws ApiError ServiceUnavailableError */
  sign(file: FileRecord): Promise<string>
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
  const send = async (file: ProviderFile, path: string): Promise<void> => {
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
  const remove = async (file: FileRecord) => void (await call('delete', structuredClone({ ...file })))
  return {
    name,
    isPrivate,
    async store({ content, stored }, info) {
      const { formats, url: _, ...description } = content
      const parts = stored.map(({ form, content: { path, size } }): readonly [ProviderFile, string] => {
        const own = form === null ? { ...info, ...description, sizeInBytes: size } : formatOf(formats, form)
        return [{ ...own, filepath: path, getStream: () => createReadStream(path) }, path]
      })
      const [main] = parts[0] ?? [{}]
      const failure = (error: unknown) => rejection(name, error)
      if (has('checkFileSize')) {
        await call('checkFileSize', main, { sizeLimit }).catch((error: unknown) => {
          throw failure(error)
        })
      }
      // All at a time, as in Strapi 4.
      const results = await Promise.allSettled(parts.map(([file, path]) => send(file, path)))
      const files = parts.map(([file]) => plainValues(file))
      const failed = results.find((result) => result.status === 'rejected')
      const nowhere = files.findIndex(({ url }) => typeof url !== 'string' || url === '')
      if (!failed && nowhere < 0) {
        const forms = stored.flatMap(({ form }, index) => (form === null ? [] : [[form, files[index]] as const]))
        return { ...files[0], formats: formats === null ? null : Object.fromEntries(forms) }
      }
      for (const [index, file] of files.entries()) {
        if (results[index]?.status !== 'fulfilled') continue
        await remove(file).catch((error: unknown) => warnOfRest(file, error))
      }
      throw failed ? failure(failed.reason) : new Error(`The upload provider "${name}" sets no "url" of a file.`)
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
  const status = statusOf(error)
  const rejection = status === null ? undefined : rejected[status]
  if (rejection === undefined) return unavailable(name, error)
  const clients = new ApiError(rejection, `The store of files rejects the file`)
  clients.cause = error
  return clients
}

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
