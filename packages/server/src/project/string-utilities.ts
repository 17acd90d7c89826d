import { enumValueSlug, slugOf } from '@content-api/engine/attributes/slug'

const nameToCollectionName = (name: string) => slugOf(name, { separator: '_' })

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

function withoutStart(text: string, part: string): string {
  if (part === '') return text
  let start = 0
  while (text.startsWith(part, start)) start += part.length
  return text.slice(start)
}

function withoutEnd(text: string, part: string): string {
  if (part === '') return text
  let end = text.length
  while (text.endsWith(part, end)) end -= part.length
  return text.slice(0, end)
}

/** The functions of `@strapi/utils` for strings. */
export const stringUtilities = {
  nameToSlug: slugOf,
  nameToCollectionName,
  toRegressedEnumValue: enumValueSlug,
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
