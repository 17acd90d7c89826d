import { randomBytes } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { ApiError } from '@content-api/engine/errors'

const maximumName = 255
const maximumStem = 100

/** Control characters, and characters that change the direction of text and can disguise the extension. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Characters that separate folders, or that some systems forbid in names. */
const forbidden = /[<>:/\\|?*\p{Cc}]/u
const reserved = /^\.{1,2}$|^(con|prn|aux|nul|com\d|lpt\d)$/i
/** Maximum characters of an invalid name in an error message. */
const maximumShown = 40

/** Returns the name that a client meant: browsers write quotation marks in file names of forms as `%22`. */
export function decodeFileName(name: string): string {
  return name.replaceAll('%22', '"')
}

/**
 * Rejects names that are too long, contain path separators or are invalid on some systems, as in Strapi 4.26.
 * Quotation marks are allowed: names of stored files don't contain them.
 * @throws ApiError
 */
export function rejectReservedName(name: string): void {
  const problem = problemOf(name)
  if (problem === null) return
  const shown = name.length > maximumShown ? `${name.slice(0, maximumShown)}…` : name
  throw new ApiError('ApplicationError', `The file name ${JSON.stringify(shown)} ${problem}. Rename the file`)
}

function problemOf(name: string): string | null {
  if (name.length > maximumName) return `has ${name.length} characters, but at most ${maximumName} are allowed`
  const character = forbidden.exec(name)?.[0]
  if (character !== undefined) return `must not contain ${JSON.stringify(character)}`
  return reserved.test(name) ? 'is reserved on some systems' : null
}

/** Returns the stored form of a name: without folders and invisible characters, and shortened to the maximum length. */
export function cleanName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = last.replace(invisible, '').trim()
  return shorten(clean) || 'file'
}

/** Cuts a name before its extension, without splitting a surrogate pair. */
function shorten(name: string): string {
  if (name.length <= maximumName) return name
  const extension = extensionOf(name)
  const stem = name.slice(0, maximumName - extension.length)
  return stem.replace(/[\ud800-\udbff]$/, '') + extension
}

/** Returns the extension of a name in lower case, with its dot; empty if there is none. */
export function extensionOf(name: string): string {
  return /[^.](\.[A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * Returns the name under which a file is stored: the name without extension, and ten random hexadecimal
 * digits. It only contains letters, digits and underscores, so that it is safe for all file systems, servers
 * and URLs.
 */
export function uniqueHash(name: string): string {
  const extension = extensionOf(name)
  const stem = name.slice(0, name.length - extension.length).slice(0, maximumName)
  const slug = slugify(stem, { separator: '_', lowercase: false, decamelize: false })
    .replace(/[^A-Za-z0-9_]/g, '')
    .slice(0, maximumStem)
  return `${slug || 'file'}_${randomBytes(5).toString('hex')}`
}
