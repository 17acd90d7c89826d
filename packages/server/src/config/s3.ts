import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))

const address = z.string().check(
  z.refine((given) => /^https?:$/.test(URL.parse(given)?.protocol ?? '') && URL.parse(given)?.username === '', {
    error: 'must be a URL such as "https://s3.example.com", without a user in it.',
  }),
)

/** How browsers read files, see `docs/server/files-on-s3.md`. */
const reads = z.enum(['proxy', 'presigned', 'public'])

/** Of presigned addresses, by S3. */
const longestSignature = 604_800

/** The `upload.s3` section of the configuration. */
export const s3 = z
  .strictObject({
    bucket: text,
    /** What other stores than Amazon's call so, if they call anything so. */
    region: z._default(text, 'us-east-1'),
    /** Of a store that isn't Amazon's. */
    endpoint: z.optional(address),
    /** Unless they are given, those of the environment or of the machine. */
    accessKeyId: z.optional(text),
    secretAccessKey: z.optional(text),
    /** Before the names of all files, such as `blog/`. */
    prefix: z._default(
      z.string().check(z.regex(/^([\w.-]+\/)*$/, { error: 'must be empty, or a path that ends in a slash.' })),
      '',
    ),
    /** The bucket stands in the path and not in the host name; unless it is said, where there is an `endpoint`. */
    forcePathStyle: z.optional(z.boolean()),
    reads: z._default(reads, 'proxy'),
    /** Seconds for which an address is signed, with `reads: 'presigned'`. */
    presignedSeconds: z._default(z.int().check(z.positive(), z.maximum(longestSignature)), 900),
    /** Where a public bucket or its CDN serves the files, with `reads: 'public'`; names follow it after a slash. */
    publicUrl: z.optional(address),
  })
  .check(
    z.check(({ value, issues }) => {
      const { reads, publicUrl, accessKeyId, secretAccessKey } = value
      const mistake = (path: string, message: string) =>
        // Not with the whole section as its input: the secret is in it.
        issues.push({ code: 'custom', path: [path], message, input: undefined })
      if (reads === 'public' && publicUrl === undefined) mistake('publicUrl', 'is missing: "reads" is "public".')
      if (reads !== 'public' && publicUrl !== undefined) mistake('publicUrl', 'is only for "reads": "public".')
      if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
        const missing = accessKeyId === undefined ? 'accessKeyId' : 'secretAccessKey'
        mistake(missing, 'is missing: give both keys, or neither to use those of the environment.')
      }
    }),
  )

export type S3Config = z.output<typeof s3>
