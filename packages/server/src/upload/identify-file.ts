import { ApiError } from '../errors/api-error.js'
import { extensionOf } from './file-name.js'
import { type FileType, plainText, svg, text, typesByContent, typesByExtension } from './file-types.js'
import { isSvg } from './svg-root.js'

/** How much of a file is looked at: enough for every signature, little enough for any content to be told at once. */
export const headLength = 65_536

export interface IdentifiedFile {
  readonly type: FileType
  /** With its dot; one of the type's own. */
  readonly extension: string
}

/**
 * Says what a file is by its first bytes; its name may only say which of several types with such content it is. What the
 * client claims besides is not asked.
 * @param head the first `headLength` bytes
 * @throws ApiError ValidationError for content that isn't known, isn't taken, or isn't what the name says
 */
export async function identifyFile(head: Uint8Array, name: string): Promise<IdentifiedFile> {
  const extension = extensionOf(name)
  const characters = readText(head)
  const named = typesByExtension.get(extension.slice(1))
  if (named && characters !== null && named.content.includes(text)) {
    // Text that happens to begin like another type's signature, as "BM" does, is still text.
    if (named !== svg || isSvg(characters)) return { type: named, extension }
    throw mismatch(name, named, 'is not an SVG document')
  }
  const found = await recognise(head)
  if (named) {
    if (found !== null && named.content.includes(found)) return { type: named, extension }
    throw mismatch(name, named, describe(found, characters))
  }
  if (extension !== '') throw notTaken(name, `the type ${extension} is not taken`)
  const type = found === null ? (characters === null ? undefined : plainText) : typesByContent.get(found)
  if (!type) throw notTaken(name, `its content ${describe(found, characters)}`)
  return { type, extension: `.${type.extensions[0]}` }
}

async function recognise(head: Uint8Array): Promise<string | null> {
  // Loaded when the first file comes: a start without uploads is faster by it.
  const { fileTypeFromBuffer } = await import('file-type')
  // Made anew, because a simulated DOM has a Uint8Array of its own, which buffers of Node are none of: file-type refuses them.
  const mime = (await fileTypeFromBuffer(new Uint8Array(head)))?.mime
  return mime ?? (isTiff(head) ? 'image/tiff' : null)
}

/** file-type looks into the directory of a TIFF file, which most programs write behind the pixels. */
function isTiff(head: Uint8Array): boolean {
  const signature = Buffer.from(head.subarray(0, 4)).toString('latin1')
  return signature === 'II*\0' || signature === 'MM\0*'
}

function describe(found: string | null, characters: string | null): string {
  if (found !== null) return `is ${typesByContent.get(found)?.title ?? found}`
  return characters === null ? 'is of no known type' : 'is text'
}

function mismatch(name: string, named: FileType, found: string): ApiError {
  return new ApiError('ValidationError', `${name} is not ${named.title}: its content ${found}`)
}

function notTaken(name: string, reason: string): ApiError {
  return new ApiError('ValidationError', `${name} can't be uploaded: ${reason}`)
}

const utf16 = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** Control characters that no text has; tabs, ends of lines and pages, and escapes stand in some. */
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what it is about
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/**
 * The beginning of a file as text, or null when it is no text. Where it isn't Unicode, only its ASCII characters can be
 * relied on.
 */
export function readText(head: Uint8Array): string | null {
  const marked = utf16.find(({ mark }) => head[0] === mark[0] && head[1] === mark[1])
  const text = new TextDecoder(marked?.encoding ?? 'utf-8').decode(head, { stream: true })
  return binary.test(text) ? null : text
}
