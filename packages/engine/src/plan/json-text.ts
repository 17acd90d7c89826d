import { randomUUID } from 'node:crypto'

/**
 * JSON text as the database returns it: a string, or its bytes in UTF-8. SQLite returns bytes, because
 * decoding and encoding a response takes longer than sending it. Code that sends a text leaves it as it is.
 */
export type JsonText = string | Buffer

/** A member of an object: its name, which needs no escapes, and its value. */
export type Member = readonly [name: string, value: JsonText]

export function stringOf(text: JsonText): string {
  return typeof text === 'string' ? text : text.toString('utf8')
}

export function parseText(text: JsonText): unknown {
  return JSON.parse(stringOf(text))
}

/** Returns the text of an array with these items. */
export function listOf(items: readonly JsonText[]): JsonText {
  return concatenate(['[', ...items.flatMap((item, index) => (index === 0 ? [item] : [',', item])), ']'])
}

/** Returns the text of an object with these members. */
export function objectOf(members: readonly Member[]): JsonText {
  const parts = members.flatMap(([name, value], index) => [`${index === 0 ? '' : ','}"${name}":`, value])
  return concatenate(['{', ...parts, '}'])
}

/** The result is a string if all texts are strings. */
function concatenate(texts: readonly JsonText[]): JsonText {
  if (texts.every((text) => typeof text === 'string')) return texts.join('')
  return Buffer.concat(texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text)))
}

/**
 * Marks nulls in the text of a GraphQL response that need an error. JSON text never contains this character:
 * it is invalid outside strings and escaped inside them. A text without it can be sent unchanged.
 */
const character = '\u0001'

/** Stands for a value that the caller may not read, or whose arguments are invalid. */
export const rejectedMark = character

/** The text before and after the id of the entry that lacks a value of a non-null field. */
export function missingMark(uid: string): readonly [before: string, after: string] {
  return [`${character}${uid} `, character]
}

export const hasMarks = (text: JsonText): boolean => text.includes(character)

/** Begins a string that stands for a mark in parsed JSON. No stored value contains it. */
const secret = randomUUID()

/** Parses a text in which each mark becomes a string that `isMark` recognizes. */
export function parseMarks(text: JsonText): unknown {
  const [first = '', ...parts] = stringOf(text).split(character)
  let json = first
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as string
    const isEntry = part !== '' && !',}]'.includes(part.charAt(0))
    json += JSON.stringify(secret + (isEntry ? part : ''))
    json += isEntry ? (parts[++index] ?? '') : part
  }
  return JSON.parse(json)
}

/** Prints a value as a text with marks: the inverse of `parseMarks`. */
export function printMarks(value: unknown): string {
  const [first = '', ...parts] = JSON.stringify(value).split(`"${secret}`)
  return parts.reduce((text, part) => {
    const end = part.indexOf('"')
    const entry = part.slice(0, end)
    return text + character + (entry === '' ? '' : entry + character) + part.slice(end + 1)
  }, first)
}

/** Returns the parsed mark for a value that an entry lacks. */
export const markOf = (uid: string, id: number): string => `${secret}${uid} ${id}`

export const isMark = (value: unknown): boolean => typeof value === 'string' && value.startsWith(secret)

/** Returns the entry that lacks a value, such as `api::article.article 5`; null for other values. */
export function entryOf(value: unknown): string | null {
  return isMark(value) && value !== secret ? (value as string).slice(secret.length) : null
}
