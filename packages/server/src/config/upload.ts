import * as z from 'zod/mini'
import { s3 } from './s3.js'
import type { UploadProvider } from './upload-provider.js'

const positive = z.int().check(z.positive())

const typePattern = z.string().check(
  z.regex(/^[a-z]+\/(\*|[\w.+-]+)$/, {
    error: 'must be a media type such as "application/pdf", or all of a kind such as "image/*".',
  }),
)

/** What the name of a smaller form may be: it begins file names. */
const formName = z.string().check(
  z.regex(/^(?!thumbnail$)[A-Za-z][A-Za-z0-9-]*$/, {
    error: 'must be a name of letters and digits, other than "thumbnail".',
  }),
)

const provider = z.custom<UploadProvider | 's3'>(
  (given) => {
    if (given === 's3') return true
    if (typeof given !== 'object' || given === null) return false
    const { name, put, delete: remove, url } = given as Partial<UploadProvider>
    return typeof name === 'string' && [put, remove, url].every((method) => typeof method === 'function')
  },
  { error: 'must be "s3", or an object with "name", "put", "delete" and "url".' },
)

const section = z.strictObject({
  /** The folder of uploaded files, relative to the project. */
  directory: z._default(z.string().check(z.minLength(1)), 'public/uploads'),
  /** Keeps files elsewhere than in that folder: in the bucket of `s3`, or where an object says. */
  provider: z.optional(provider),
  /** The bucket of the provider `s3`. */
  s3: z.optional(s3),
  /** Bytes of one file. */
  sizeLimit: z._default(positive, 200_000_000),
  /** Bytes of one request with all its files. */
  requestLimit: z._default(positive, 1_000_000_000),
  /** Seconds that one request may take to arrive. */
  requestSeconds: z._default(positive.check(z.maximum(2_000_000)), 3_600),
  /** Requests of one client that may be under way at once. */
  requestsPerClient: z._default(positive, 20),
  /** Bytes of all requests together that are received and not yet stored; four times `requestLimit` by default. */
  bytesInFlight: z.optional(positive),
  /** Files and fields of one request. */
  parts: z._default(positive, 100),
  /** The media types that may be uploaded, among those that the service knows by their content. */
  types: z._default(z.array(typePattern), [
    'image/*',
    'video/*',
    'audio/*',
    'font/*',
    'model/*',
    'text/*',
    'application/*',
  ]),
  /** Writes images anew, smaller and without what cameras note in them. */
  sizeOptimization: z._default(z.boolean(), true),
  /** Smaller forms of images: the longest side of each, in pixels. */
  breakpoints: z._default(z.record(formName, positive), { large: 1000, medium: 750, small: 500 }),
  /** Pixels of one image, all its frames together. */
  maxPixels: z._default(positive, 100_000_000),
  /** Bytes that one image may add to the process for images; images that would take more are rejected. */
  imageMemory: z._default(positive, 70_000_000),
  /** Seconds that browsers may keep a file without asking again. */
  maxAge: z._default(z.int().check(z.nonnegative()), 60),
})

/** The `upload` section of the configuration. */
export const upload = section.check(
  z.check(({ value, issues }) => {
    const { provider, s3 } = value
    const mistake = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: undefined })
    if (provider === 's3' && !s3) mistake('s3', 'is missing: the provider "s3" needs at least its bucket.')
    if (provider !== 's3' && s3) mistake('s3', 'is only for the provider "s3": set upload.provider to "s3".')
  }),
)

export type UploadConfig = z.output<typeof upload>
