import slugify from '@sindresorhus/slugify'

interface SlugOptions {
  readonly separator?: string
  readonly lowercase?: boolean
  readonly decamelize?: boolean
}

/** Returns a name as lower-case words, joined by `-`. */
export const nameToSlug = (name: string, options: SlugOptions = {}): string =>
  // The version of slugify in Strapi knows no contractions.
  slugify(name.replaceAll(/['\u2019]/g, ' '), { decamelize: false, ...options })

const nameToCollectionName = (name: string) => nameToSlug(name, { separator: '_' })

/** Returns the name of an enumeration value in GraphQL. */
export const toRegressedEnumValue = (value: string): string => nameToSlug(value, { lowercase: false, separator: '_' })

function getCommonBeginning(...texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = 0
  while (length < first.length && others.every((other) => other[length] === first[length])) length++
  return first.slice(0, length)
}

const escapeQuery = (query: string, charactersToEscape: string, escapeCharacter = '\\') =>
  Array.from(query, (one) => (charactersToEscape.includes(one) ? `${escapeCharacter}${one}` : one)).join('')

const stringEquals = (one: unknown, other: unknown) => String(one) === String(other)
const stringIncludes = (list: readonly unknown[], value: unknown) => list.some((one) => stringEquals(one, value))

export const isCamelCase = (value: string): boolean => /^[a-z][a-zA-Z0-9]+$/.test(value)
export const isKebabCase = (value: string): boolean => /^([a-z][a-z0-9]*)(-[a-z0-9]+)*$/.test(value)
const toKebabCase = (value: string) =>
  // Bounded input: names that code of a project gives to its parts.
  (value.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []).join('-').toLowerCase()
const startsWithANumber = (value: string) => /^\d/.test(value)

/** Joins texts with exactly one separator between two of them. */
function joinBy(separator: string, ...texts: readonly string[]): string {
  const last = texts.length - 1
  return texts
    .map((text, index) => {
      const begin = index === 0 ? text : withoutStart(text, separator)
      return index === last ? begin : withoutEnd(begin, separator)
    })
    .join(separator)
}

const withoutStart = (text: string, part: string): string =>
  part !== '' && text.startsWith(part) ? withoutStart(text.slice(part.length), part) : text
const withoutEnd = (text: string, part: string): string =>
  part !== '' && text.endsWith(part) ? withoutEnd(text.slice(0, -part.length), part) : text

/** The functions of `@strapi/utils` for strings. */
export const stringUtilities = {
  nameToSlug,
  nameToCollectionName,
  toRegressedEnumValue,
  getCommonBeginning,
  escapeQuery,
  stringEquals,
  stringIncludes,
  isCamelCase,
  isKebabCase,
  toKebabCase,
  startsWithANumber,
  joinBy,
}
