import * as z from 'zod/mini'

/** Names in paths and uids. */
export const identifier = z.string().check(
  z.regex(/^[a-z][a-z0-9-]*$/, {
    error: ({ input }) =>
      `must be small letters, digits and "-", beginning with a letter, but is ${JSON.stringify(input)}.`,
  }),
)

/** The names of tables. PostgreSQL truncates longer names. */
export const collectionName = z.string().check(
  z.regex(/^[a-z][a-z0-9_]*$/, {
    error: ({ input }) =>
      `must be small letters, digits and "_", beginning with a letter, but is ${JSON.stringify(input)}.`,
  }),
  z.maxLength(63),
)

export const infoOptions = { displayName: z.optional(z.string()), name: z.optional(z.string()) }

/** Keys of `info` that only an admin panel uses. */
export const ignoredInfo: ReadonlySet<string> = new Set(['description', 'icon', 'label'])
