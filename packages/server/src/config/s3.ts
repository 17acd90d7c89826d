import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))

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
export const s3 = z
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
