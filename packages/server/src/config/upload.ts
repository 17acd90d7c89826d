import * as z from 'zod/mini'
import { s3 } from './s3.js'
import type { UploadProvider } from './upload-provider.js'

const positive = z.int().check(z.positive())

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

const provider = z.custom<UploadProvider | 's3'>(
  (value) => {
    if (value === 's3') return true
    if (typeof value !== 'object' || value === null) return false
    const { name, put, delete: remove, url } = value as Partial<UploadProvider>
    return typeof name === 'string' && [put, remove, url].every((method) => typeof method === 'function')
  },
  { error: 'must be "s3", or an object with "name", "put", "delete" and "url".' },
)

const section = z.strictObject({
  /** The folder of uploaded files, relative to the project. */
  directory: z._default(z.string().check(z.minLength(1)), 'public/uploads'),
  /** Stores files outside of that folder: `s3` in a bucket, or an object that stores them. */
  provider: z.optional(provider),
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
  types: z._default(z.array(typePattern), [
    'image/*',
    'video/*',
    'audio/*',
    'font/*',
    'model/*',
    'text/*',
    'application/*',
  ]),
  /** Encodes images again: smaller and without metadata of the camera. */
  sizeOptimization: z._default(z.boolean(), true),
  /** Stores images unchanged, with their metadata, if the package `sharp` isn't installed or doesn't load. */
  storeUnprocessedImages: z._default(z.boolean(), false),
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
