import { ApiError } from '@content-api/engine/errors'
import { onDemand } from '@content-api/engine/on-demand'
import { extensionOf } from './file-name.js'
import { type FileType, plainText, svg, text, typesByContent, typesByExtension } from './file-types.js'
import { open } from 'node:fs/promises'

/** The number of bytes that are examined. It is enough for all signatures, and any content is identified quickly. */
export const headLength = 65_536

export interface IdentifiedFile {
  readonly type: FileType
  /** An extension of the type, with its dot. */
  readonly extension: string
}

/**
 * Detects the type of a file from its first bytes. The extension only decides between types with the same
 * content. The media type that the client sends is ignored.
 * @param head the first `headLength` bytes
 * @throws ApiError ValidationError if the content is unknown, not allowed, or doesn't match the extension
 */
export async function identifyFile(head: Uint8Array, name: string): Promise<IdentifiedFile> {
  const extension = extensionOf(name)
  const characters = readText(head)
  const named = typesByExtension.get(extension.slice(1))
  if (named && characters !== null && named.content.includes(text)) {
    // Text may start with the signature of another type, for example "BM". It is still text.
    if (named !== svg || isSvg(characters)) return { type: named, extension }
    throw mismatch(name, named, 'is not an SVG document')
  }
  const found = await detect(head)
  if (named) {
    if (found !== null && named.content.includes(found)) return { type: named, extension }
    throw mismatch(name, named, describe(found, characters))
  }
  if (extension !== '') throw notAllowed(name, `files of type ${extension} are not allowed`)
  const type = found === null ? (characters === null ? undefined : plainText) : typesByContent.get(found)
  if (!type) throw notAllowed(name, `its content ${describe(found, characters)}`)
  return { type, extension: `.${type.extensions[0]}` }
}

export const loadFileTypes = onDemand('the detection of file types', () => import('file-type'))

async function detect(head: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await loadFileTypes()
  // Copied into the global `Uint8Array`: a simulated DOM replaces that class, and file-type rejects instances
  // of the original.
  const mime = (await fileTypeFromBuffer(new Uint8Array(head)))?.mime
  return mime ?? (isTiff(head) ? 'image/tiff' : null)
}

/** Detects TIFF by its signature. file-type reads the directory instead, which most programs write after the pixels. */
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

function notAllowed(name: string, reason: string): ApiError {
  return new ApiError('ValidationError', `${name} can't be uploaded: ${reason}`)
}

const utf16 = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** Control characters that don't occur in text. Tabs, line feeds, form feeds and escapes do. */
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what it is about
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/**
 * Decodes the beginning of a file as text. Returns null if it isn't text. If the encoding isn't Unicode, only
 * the ASCII characters are reliable.
 */
export function readText(head: Uint8Array): string | null {
  const marked = utf16.find(({ mark }) => head[0] === mark[0] && head[1] === mark[1])
  const text = new TextDecoder(marked?.encoding ?? 'utf-8').decode(head, { stream: true })
  return binary.test(text) ? null : text
}

/** The constructs that may precede the root element of an XML document. */
const prolog = [
  { start: '<?', end: '?>' },
  { start: '<!--', end: '-->' },
] as const

const rootTag = /^<(?:[A-Za-z_][\w.-]{0,63}:)?svg(?=[\s/>])([^<>]*)>?/

/** Returns the unparsed attributes of an SVG document's root element, or null if the text isn't an SVG document. */
function rootAttributes(text: string): string | null {
  let rest = text.replace(/^\uFEFF/, '').trimStart()
  for (;;) {
    const part = prolog.find(({ start }) => rest.startsWith(start))
    if (part) {
      const end = rest.indexOf(part.end, part.start.length)
      if (end === -1) return null
      rest = rest.slice(end + part.end.length).trimStart()
    } else if (/^<!doctype\s+svg\b/i.test(rest)) {
      const end = endOfDoctype(rest)
      if (end === -1) return null
      rest = rest.slice(end).trimStart()
    } else return rootTag.exec(rest)?.[1] ?? null
  }
}

/** Returns the end of a document type declaration, which may contain declarations in square brackets. */
function endOfDoctype(text: string): number {
  const open = /^[^>[]*\[/.exec(text)?.[0].length ?? 0
  const close = open === 0 ? 0 : text.indexOf(']', open)
  const end = close === -1 ? -1 : text.indexOf('>', close)
  return end === -1 ? -1 : end + 1
}

export function isSvg(text: string): boolean {
  return rootAttributes(text) !== null
}

interface Dimensions {
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Returns the size of an SVG document: `width` and `height` in pixels, or else the size of its `viewBox`. */
export function svgDimensions(text: string): Dimensions | null {
  const attributes = rootAttributes(text) ?? ''
  // Bounded input: the beginning of the root element, of which the server reads only the first bytes of a file.
  const value = (name: string) => new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']{0,200})["']`).exec(attributes)?.[1]
  const pixels = (length: string | undefined) => {
    const number = /^\s*(\d{1,9}(?:\.\d{1,9})?)(?:px)?\s*$/.exec(length ?? '')?.[1]
    return number === undefined ? null : Math.round(Number(number))
  }
  const [width, height] = [pixels(value('width')), pixels(value('height'))]
  if (width && height) return { width, height }
  const [, , boxWidth, boxHeight] = (value('viewBox') ?? '').trim().split(/[\s,]+/)
  const box = { width: pixels(boxWidth), height: pixels(boxHeight) }
  return box.width && box.height ? { width: box.width, height: box.height } : null
}

/** Reads the first `length` bytes of a file, or all bytes if it is shorter. */
export async function readBeginning(path: string, length: number): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
