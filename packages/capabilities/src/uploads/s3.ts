import { Readable } from 'node:stream'
import type * as clientPackage from '@aws-sdk/client-s3'
import type * as storagePackage from '@aws-sdk/lib-storage'
import type * as presignerPackage from '@aws-sdk/s3-request-presigner'
import type { GetObjectCommandOutput, HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { ConfigError } from '@content-api/core/config/config-error'
import type { S3Config, UploadProvider } from '@content-api/core/config/upload'
import type { Cancellation } from '@content-api/engine/concurrency'
import { ApiError } from '@content-api/engine/errors'
import { contentHeaders } from './file-types.js'
import { requireKey, servedPath } from './local-folder.js'

/** Bytes per part, and concurrent parts per file. Storing a file takes at most 34 MB of memory. */
const partSize = 8_388_608
const concurrentParts = 4
/** Maximum connections to the store. Each file that a client is reading occupies one. */
const maxSockets = 1_000
/** The time limit for opening a connection to the store, in milliseconds. */
const connectionTimeout = 5_000
/** Milliseconds without any byte of the store until a request fails. The client of AWS sends it three times. */
const usualIdleTimeout = 30_000
/** Bytes of a response without a file, such as an error, that the client of AWS reads into memory. */
const longestAnswer = 65_536

/** The packages that this provider needs. They aren't dependencies, because few services use S3. */
interface Packages {
  readonly client: typeof clientPackage
  readonly storage: typeof storagePackage
  /** Only loaded for presigned URLs. */
  readonly presigner: typeof presignerPackage | null
}

export interface S3Store {
  readonly provider: UploadProvider
  /** Null if browsers read files from a public URL of the store. */
  readonly remote: RemoteFiles | null
}

/**
 * Opens the configured bucket.
 * @throws ConfigError if a package is missing, or the bucket can't be reached with these keys
 */
export async function openS3(
  config: S3Config,
  maxAge: number,
  { socketTimeout = usualIdleTimeout, ...loaders }: S3Options = {},
): Promise<S3Store> {
  const packages = await loadPackages(config, loaders)
  const { bucket, region, endpoint, accessKeyId, secretAccessKey, forcePathStyle, reads } = config
  const client = new packages.client.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: forcePathStyle ?? endpoint !== undefined,
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // Stores that don't support the newer checksums would silently store the framing of a streamed upload as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout, socketTimeout, httpAgent: { maxSockets }, httpsAgent: { maxSockets } },
  })
  limitAnswers(client)
  const bucketOf = new RemoteBucket(client, packages, config)
  await client.send(new packages.client.HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    client.destroy()
    throw unreachable(config, error)
  })
  return {
    provider: {
      name: 's3',
      put: (key, content) => bucketOf.put(key, content, maxAge),
      delete: (key) => bucketOf.delete(key),
      url: (key) =>
        reads === 'public' ? `${config.publicUrl?.replace(/\/$/, '')}/${config.prefix}${key}` : `${servedPath}/${key}`,
    },
    remote: reads === 'public' ? null : bucketOf,
  }
}

/** In a class with the name `Bucket`, TypeScript 7.0.2 renames the key `Bucket` of each command. */
class RemoteBucket implements RemoteFiles {
  readonly signed: RemoteFiles['signed']

  constructor(
    private readonly client: S3Client,
    private readonly packages: Packages,
    private readonly config: S3Config,
  ) {
    const { presigner } = packages
    const seconds = config.presignedSeconds
    this.signed = presigner && {
      seconds,
      address: (key) =>
        presigner.getSignedUrl(client, new packages.client.GetObjectCommand(this.#object(key)), { expiresIn: seconds }),
    }
  }

  async put(key: string, { stream }: Parameters<UploadProvider['put']>[1], maxAge: number): Promise<void> {
    const { 'Content-Type': ContentType, 'Content-Disposition': ContentDisposition } = contentHeaders(key)
    const upload = new this.packages.storage.Upload({
      client: this.client,
      partSize,
      queueSize: concurrentParts,
      params: {
        ...this.#object(key),
        Body: stream(),
        ContentType,
        ...(ContentDisposition !== undefined && { ContentDisposition }),
        CacheControl: `public, max-age=${maxAge}`,
      },
    })
    await upload.done().catch(unavailable)
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new this.packages.client.DeleteObjectCommand(this.#object(key))).catch(unavailable)
  }

  open(key: string, request: RemoteFileRequest): Promise<RemoteFile> {
    const command = new this.packages.client.GetObjectCommand({ ...this.#object(key), ...conditions(request) })
    return cancelled(request.signal, (options) => this.client.send(command, options).then(found, notFound))
  }

  head(key: string, request: RemoteFileRequest): Promise<RemoteFile> {
    const command = new this.packages.client.HeadObjectCommand({ ...this.#object(key), ...conditions(request) })
    return cancelled(request.signal, (options) => this.client.send(command, options).then(found, notFound))
  }

  #object(key: string): { readonly Bucket: string; readonly Key: string } {
    requireKey(key)
    return { Bucket: this.config.bucket, Key: this.config.prefix + key }
  }
}

/** Reads from the store until the signal aborts. @throws ApiError */
async function cancelled(
  signal: Cancellation | undefined,
  send: (options: { readonly abortSignal: AbortSignal }) => Promise<RemoteFile>,
): Promise<RemoteFile> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', abort)
  try {
    return await send({ abortSignal: controller.signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Ends responses without a file after their first bytes: the client of AWS would read an endless error. */
function limitAnswers({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        const response = result.response as { readonly statusCode: number; body?: unknown }
        const isFile = commandName === 'GetObjectCommand' && response.statusCode < 300
        if (!isFile && response.body instanceof Readable) response.body = Readable.from(beginningOf(response.body))
        return result
      },
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  )
}

async function* beginningOf(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    yield chunk
    bytes += chunk.length
    if (bytes > longestAnswer) return
  }
}

function conditions({ range, ifNoneMatch, ifModifiedSince }: RemoteFileRequest) {
  return {
    ...(range !== undefined && { Range: range }),
    ...(ifNoneMatch !== undefined && { IfNoneMatch: ifNoneMatch }),
    ...(ifModifiedSince !== undefined && { IfModifiedSince: ifModifiedSince }),
  }
}

function found(output: GetObjectCommandOutput | HeadObjectCommandOutput): RemoteFile {
  const { ContentLength: length, ETag: tag, LastModified: modified } = output
  const body = 'Body' in output && output.Body instanceof Readable ? output.Body : undefined
  const range = 'ContentRange' in output ? output.ContentRange : undefined
  return { state: 'found', body, length, range, tag, modified }
}

const states: Readonly<Record<number, Exclude<RemoteFile['state'], 'found'>>> = {
  304: 'unchanged',
  404: 'missing',
  416: 'outside',
}

function notFound(error: unknown): RemoteFile {
  const state = states[statusOf(error)]
  return state === undefined ? unavailable(error) : { state }
}

/** Returns the status of the store's response; 0 if there is no response. */
function statusOf(error: unknown): number {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
}

/** Throws an error for the client. Its cause is only logged. */
function unavailable(cause: unknown): never {
  const error = new ApiError('ServiceUnavailableError', 'The store of files cannot be reached at the moment', {
    headers: { 'Retry-After': '5' },
  })
  error.cause = cause
  throw error
}

/** Loads each package. Tests replace them to simulate missing packages. */
interface Loaders {
  readonly client?: () => Promise<typeof clientPackage>
  readonly storage?: () => Promise<typeof storagePackage>
  readonly presigner?: () => Promise<typeof presignerPackage>
}

interface S3Options extends Loaders {
  readonly socketTimeout?: number
}

async function loadPackages({ reads }: S3Config, loaders: Loaders): Promise<Packages> {
  const {
    client = () => import('@aws-sdk/client-s3'),
    storage = () => import('@aws-sdk/lib-storage'),
    presigner = () => import('@aws-sdk/s3-request-presigner'),
  } = loaders
  return {
    client: await client().catch(missing('@aws-sdk/client-s3')),
    storage: await storage().catch(missing('@aws-sdk/lib-storage')),
    presigner: reads === 'presigned' ? await presigner().catch(missing('@aws-sdk/s3-request-presigner')) : null,
  }
}

function missing(name: string): () => never {
  const both = '@aws-sdk/client-s3 @aws-sdk/lib-storage'
  const packages = name === '@aws-sdk/s3-request-presigner' ? name : both
  return () => {
    throw mistake('upload.provider', `is "s3", which needs the package ${name}: run "npm install ${packages}".`)
  }
}

/** Returns an error that says what to check. It doesn't contain the store's message, which may repeat what was sent. */
function unreachable({ bucket, endpoint, region }: S3Config, error: unknown): ConfigError {
  const where = endpoint ?? `Amazon S3 in ${region}`
  const { name, code } = error as { readonly name?: string; readonly code?: string }
  const status = statusOf(error)
  if (status === 404)
    return mistake('upload.s3.bucket', `names "${bucket}", and ${where} has no such bucket: create it.`)
  if (status === 403 || status === 401) {
    const rights = 's3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject'
    return mistake(
      'upload.s3',
      `has keys that ${where} doesn't accept for the bucket "${bucket}": they need ${rights}.`,
    )
  }
  if (status === 301)
    return mistake('upload.s3.region', `is "${region}", but the bucket "${bucket}" is in another one.`)
  const reason = status > 0 ? `it responds with status ${status}` : (code ?? name ?? 'no response')
  if (name === 'CredentialsProviderError') {
    return mistake(
      'upload.s3',
      'has no keys, and none were found in the environment or on the machine: set accessKeyId and secretAccessKey.',
    )
  }
  return mistake('upload.s3', `names the bucket "${bucket}" at ${where}, which can't be reached: ${reason}.`)
}

function mistake(path: string, message: string): ConfigError {
  return new ConfigError([{ file: 'the configuration', path, message }])
}

/** The range and the conditions of a request for a file. */
export interface RemoteFileRequest {
  /** The value of the header `Range`. */
  readonly range?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly ifModifiedSince?: Date | undefined
  /** Ends the request to the store, until it has responded. */
  readonly signal?: Cancellation
}

/**
 * A file of another service, or the reason why it isn't sent: `unchanged` (304), `missing` (404), `outside`
 * if the range is not satisfiable (416).
 */
export type RemoteFile =
  | { readonly state: 'missing' | 'unchanged' | 'outside' }
  | {
      readonly state: 'found'
      /** Absent if only headers were requested. */
      readonly body?: Readable | undefined
      /** The length of the body in bytes. */
      readonly length: number | undefined
      /** The value of the header `Content-Range`; absent for the whole file. */
      readonly range?: string | undefined
      readonly tag?: string | undefined
      readonly modified?: Date | undefined
    }

/** Files that another service stores and this service serves. */
export interface RemoteFiles {
  /** Reads a file. @throws ApiError ServiceUnavailableError */
  open(key: string, request: RemoteFileRequest): Promise<RemoteFile>
  /** Reads the headers of a file. @throws ApiError ServiceUnavailableError */
  head(key: string, request: RemoteFileRequest): Promise<RemoteFile>
  /**
   * Creates signed URLs for browsers to read files directly, valid for `seconds`. Null if this service sends
   * the files.
   */
  readonly signed: { readonly seconds: number; address(key: string): Promise<string> } | null
}
