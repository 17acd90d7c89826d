import * as z from 'zod/mini'
import type { Readable } from 'node:stream'
import { flag, positive, text } from './values.js'

const typePattern = z.string().check(
  z.regex(/^[a-z]+\/(\*|[\w.+-]+)$/, {
    error: 'must be a media type such as "application/pdf" or a range such as "image/*".',
  }),
)

/** The name of a smaller format of images. File names begin with it. */
const formatName = z.string().check(
  z.regex(/^(?!thumbnail$)[A-Za-z][A-Za-z0-9-]*$/, {
    error: 'must have only letters, digits and "-", begin with a letter, and not be "thumbnail".',
  }),
)

const provider = z.custom<UploadProvider | string>(
  (value) => {
    if (typeof value === 'string') return value !== ''
    if (typeof value !== 'object' || value === null) return false
    const { name, put, delete: remove, url } = value as Partial<UploadProvider>
    return typeof name === 'string' && [put, remove, url].every((method) => typeof method === 'function')
  },
  { error: 'must be "s3", the name of a provider of Strapi, or an object with "name", "put", "delete" and "url".' },
)

const address = z.string().check(
  z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.username === '', {
    error: 'must be a URL such as "https://s3.example.com", without a user name.',
  }),
)

/** The ways in which browsers read files, see `docs/server/files-on-s3.md`. */
const reads = z.enum(['proxy', 'presigned', 'public'])

/** The maximum number of seconds for which S3 accepts a presigned URL. */
const longestSignature = 604_800

/** The `upload.s3` section of the configuration. */
const s3 = z
  .strictObject({
    bucket: text,
    /** Stores other than Amazon's may have no regions. */
    region: z._default(text, 'us-east-1'),
    /** The URL of a store other than Amazon's. */
    endpoint: z.optional(address),
    /** Without the two keys, the credentials of the environment or of the machine are used. */
    accessKeyId: z.optional(text),
    secretAccessKey: z.optional(text),
    /** A prefix for the names of all files, such as `blog/`. */
    prefix: z._default(
      z.string().check(z.regex(/^([\w.-]+\/)*$/, { error: 'must be empty, or a path that ends in a slash.' })),
      '',
    ),
    /** Puts the bucket into the path of URLs instead of the host name. The default is true if `endpoint` is set. */
    forcePathStyle: z.optional(z.boolean()),
    reads: z._default(reads, 'proxy'),
    /** The number of seconds for which a presigned URL is valid, with `reads: 'presigned'`. */
    presignedSeconds: z._default(z.int().check(z.positive(), z.maximum(longestSignature)), 900),
    /** The URL of the public bucket or its CDN, with `reads: 'public'`. File names are appended after a slash. */
    publicUrl: z.optional(address),
  })
  .check(
    z.check(({ value, issues }) => {
      const { reads, publicUrl, accessKeyId, secretAccessKey } = value
      const mistake = (path: string, message: string) =>
        // Without `input`, because the section holds the secret.
        issues.push({ code: 'custom', path: [path], message, input: undefined })
      if (reads === 'public' && publicUrl === undefined)
        mistake('publicUrl', 'is missing. It is required with "reads": "public".')
      if (reads !== 'public' && publicUrl !== undefined) mistake('publicUrl', 'is only allowed with "reads": "public".')
      if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
        const missing = accessKeyId === undefined ? 'accessKeyId' : 'secretAccessKey'
        mistake(missing, 'is missing. Set both keys, or neither to use the credentials of the environment.')
      }
    }),
  )

export type S3Config = z.output<typeof s3>

const section = z.strictObject({
  /** The folder of uploaded files, relative to the project. */
  directory: z._default(text, 'public/uploads'),
  /**
   * Stores files outside of that folder: `s3` in a bucket, an object that stores them, or the name of a
   * provider of Strapi that the project has installed.
   */
  provider: z.optional(provider),
  /** The options of a provider of Strapi. */
  providerOptions: z._default(z.unknown(), {}),
  /** Further options for each action of a provider of Strapi, such as `{ uploadStream: {}, delete: {} }`. */
  actionOptions: z._default(z.record(z.string(), z.unknown()), {}),
  /** The bucket and credentials of the provider `s3`. */
  s3: z.optional(s3),
  /** Maximum bytes of one file. */
  sizeLimit: z._default(positive, 200_000_000),
  /** Maximum bytes of one request with all its files. */
  requestLimit: z._default(positive, 1_000_000_000),
  /** Seconds that one request may take to arrive. */
  requestSeconds: z._default(positive.check(z.maximum(2_000_000)), 3_600),
  /** Number of concurrent requests of one client. */
  requestsPerClient: z._default(positive, 20),
  /** Bytes of all requests that are received but not yet stored. The default is four times `requestLimit`. */
  bytesInFlight: z.optional(positive),
  /** Maximum number of files and fields of one request. */
  parts: z._default(positive, 100),
  /** The media types that may be uploaded. The service detects the type from the content of a file. */
  types: z._default(
    z.array(typePattern),
    ['image', 'video', 'audio', 'font', 'model', 'text', 'application'].map((kind) => `${kind}/*`),
  ),
  /** Encodes images again: smaller and without metadata of the camera. */
  sizeOptimization: flag(true),
  /** Stores images unchanged, with their metadata, if the package `sharp` isn't installed or doesn't load. */
  storeUnprocessedImages: flag(false),
  /** Smaller formats of images, each with its longest side in pixels. */
  breakpoints: z._default(z.record(formatName, positive), { large: 1000, medium: 750, small: 500 }),
  /** Maximum pixels of one image, summed over its frames. */
  maxPixels: z._default(positive, 100_000_000),
  /** Bytes of memory that one image may use in the process for images. Images that need more are rejected. */
  imageMemory: z._default(positive, 100_000_000),
  /** Seconds for which browsers may cache a file without revalidation. */
  maxAge: z._default(z.int().check(z.nonnegative()), 60),
})

/** The `upload` section of the configuration. */
export const upload = section.check(
  z.check(({ value, issues }) => {
    const { provider, s3 } = value
    const mistake = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: undefined })
    if (provider === 's3' && !s3) mistake('s3', 'is missing. The provider "s3" needs at least a bucket.')
    if (provider !== 's3' && s3) mistake('s3', 'is only allowed with the provider "s3". Set upload.provider to "s3".')
  }),
)

export type UploadConfig = z.output<typeof upload>

/** The content to store under one key: an uploaded file, or one of the smaller formats of an image. */
export interface StoredContent {
  readonly mime: string
  /** The size in bytes. */
  readonly size: number
  /** The path of a local file with the content. It exists until `put` resolves. */
  readonly path: string
  /** The same content as a stream. */
  readonly stream: () => Readable
}

/**
 * Stores uploaded files, for example in a folder or an object store. Keys match `[A-Za-z0-9_.-]+` and end in
 * an extension.
 */
export interface UploadProvider {
  /** The record of each file holds this name as `provider`. */
  readonly name: string
  /** Stores content under a key. Existing content is replaced atomically, so that no reader sees a part of it. */
  put(key: string, content: StoredContent): Promise<void>
  /** Deletes the content of a key. Resolves even if the key doesn't exist. */
  delete(key: string): Promise<void>
  /** Returns the URL of a key for browsers: an absolute URL or a path of this service. */
  url(key: string): string
}
