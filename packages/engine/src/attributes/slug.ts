import slugify from '@sindresorhus/slugify'

export interface SlugOptions {
  readonly separator?: string
  readonly lowercase?: boolean
  readonly decamelize?: boolean
}

/** Characters of a text that are read. The time of slugify grows with the square of a run of combining marks. */
const readCharacters = 1_024

/** Returns the words of a text without accents, in lower case and joined by `-`, as Strapi 4 does. */
export const slugOf = (text: string, options: SlugOptions = {}): string =>
  // The version of slugify in Strapi knows no contractions.
  slugify(text.slice(0, readCharacters).replaceAll(/['\u2019]/g, ' '), { decamelize: false, ...options })

/** Returns the name of an enumeration value in the GraphQL schema of Strapi 4; it may be empty. */
export const enumValueSlug = (value: string): string => slugOf(value, { lowercase: false, separator: '_' })
