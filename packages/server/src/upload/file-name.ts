import { randomBytes } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { ApiError } from '../errors/api-error.js'

const longestName = 255
const longestStem = 100

/** Control characters, and those that turn the direction of writing around so that a name shows another extension. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const reserved = /[<>:"/\\|?*\p{Cc}]|^\.{1,2}$|^(con|prn|aux|nul|com\d|lpt\d)$/iu

/** What would lead elsewhere or couldn't be a file's name everywhere is refused, as observed. @throws ApiError */
export function refuseReserved(name: string): void {
  if (name.length <= longestName && !reserved.test(name)) return
  throw new ApiError('ApplicationError', 'File name contains invalid characters, or too many')
}

/** A name as it is kept and shown: without folders, without characters that can't be seen, not too long. */
export function cleanName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = last.replace(invisible, '').trim()
  return shorten(clean) || 'file'
}

/** Cuts before the extension, and never through a character. */
function shorten(name: string): string {
  if (name.length <= longestName) return name
  const extension = extensionOf(name)
  const stem = name.slice(0, longestName - extension.length)
  return stem.replace(/[\ud800-\udbff]$/, '') + extension
}

/** What a name ends in, with its dot, in small letters; empty where it ends in none. */
export function extensionOf(name: string): string {
  return /[^.](\.[A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * A name of letters, digits and underscores under which a file is stored, so that it means nothing to any file system,
 * server or URL: the name's own, without its extension, and ten random hexadecimal digits.
 */
export function uniqueHash(name: string): string {
  const extension = extensionOf(name)
  const stem = name.slice(0, name.length - extension.length)
  const slug = slugify(stem, { separator: '_', lowercase: false, decamelize: false })
    .replace(/[^A-Za-z0-9_]/g, '')
    .slice(0, longestStem)
  return `${slug || 'file'}_${randomBytes(5).toString('hex')}`
}
