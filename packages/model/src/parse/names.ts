import * as z from 'zod/mini'

/** Names in paths and uids. */
export const identifier = z.string().check(
  z.regex(/^[a-z][a-z0-9-]*$/, {
    error: ({ input }) =>
      `must be small letters, digits and "-", beginning with a letter, but is ${JSON.stringify(input)}.`,
  }),
)

/** The name of a table in Strapi. The storage changes names that a database can't have. */
export const collectionName = z.string().check(z.minLength(1))

export const infoOptions = { displayName: z.optional(z.string()), name: z.optional(z.string()) }

/** Keys of `info` that only an admin panel uses. */
export const ignoredInfo: ReadonlySet<string> = new Set(['description', 'icon', 'label'])
