import { randomUUID } from 'node:crypto'
import { type JsonText, stringOf } from './json-text.js'

/**
 * The version of an entry that no write of this server has changed yet: entries of databases without
 * versions, and rows that other programs insert.
 */
export const firstVersion = '0'

/** Stands between the text of an entry and its version. */
export const versionMark = '\n'

const markByte = versionMark.charCodeAt(0)
const endOfObject = '}'.charCodeAt(0)

/** Returns a version that no entry has had before: 12 hexadecimal digits. */
export const newVersion = (): string => randomUUID().slice(-12)

export interface VersionedText {
  readonly text: JsonText
  /** Null if the text has no version, as in responses with several entries. */
  readonly version: string | null
}

/** Splits the result of a plan with `versioned`. The bytes of the text aren't copied. */
export function splitVersion(read: JsonText): VersionedText {
  if (typeof read === 'string') {
    const end = read.endsWith('}') ? -1 : read.lastIndexOf(versionMark)
    return end < 0 ? { text: read, version: null } : { text: read.slice(0, end), version: read.slice(end + 1) }
  }
  const end = read.at(-1) === endOfObject ? -1 : read.lastIndexOf(markByte)
  if (end < 0) return { text: read, version: null }
  return { text: read.subarray(0, end), version: read.toString('latin1', end + 1) }
}

/** Adds a version to the text of an entry, as the database does. */
export function joinVersion(text: JsonText, version: string | null): JsonText {
  return version === null ? text : `${stringOf(text)}${versionMark}${version}`
}
