import { createDecipheriv, scryptSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Transform, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Entry, extract } from 'tar-stream'
import { StrapiSourceError } from '../source.js'
import { HeaderLimit } from './header-limit.js'

export interface ArchiveOptions {
  readonly file: string
  /** The key of an encrypted archive. */
  readonly key?: string | undefined
}

/** One file in an archive. It must be read or skipped before the next one is yielded. */
export interface ArchiveEntry {
  /** With `/` as separator; checked to stay inside the archive. */
  readonly path: string
  readonly size: number
  readonly stream: AsyncIterable<Buffer>
  readonly skip: () => void
}

/**
 * Yields the files of an archive.
 * @throws StrapiSourceError for a file that is not a complete archive, for symbolic links and other special
 * files in it, for paths that lead out of the archive, and for very long headers
 */
export async function* readArchive({ file, key }: ArchiveOptions): AsyncGenerator<ArchiveEntry> {
  const layers = await openLayers({ file, key })
  const limit = new HeaderLimit()
  const reader = extract()
  const first = createReadStream(file, { highWaterMark: 2 ** 18 })
  // An error of any stream of the pipeline reaches the reader of the last stream.
  pipeline([first, ...layers, limit, reader] as never, () => undefined)
  const explain = (error: unknown) =>
    error instanceof StrapiSourceError
      ? error
      : new StrapiSourceError(`${basename(file)} can't be read: ${describeReason(error, key)}`, { cause: error })
  try {
    for await (const entry of reader) {
      limit.admit(entry.header.size ?? 0)
      if (entry.header.type === 'directory') {
        entry.resume()
        continue
      }
      yield toArchiveEntry(entry, explain)
    }
  } catch (error) {
    throw explain(error)
  } finally {
    first.destroy()
    reader.destroy()
  }
}

/** Yields the content of a file. Errors of decryption and decompression are thrown here, with an explanation. */
async function* readContent(entry: Entry, explain: (error: unknown) => Error): AsyncGenerator<Buffer> {
  try {
    yield* entry as unknown as AsyncIterable<Buffer>
  } catch (error) {
    throw explain(error)
  }
}

function toArchiveEntry(entry: Entry, explain: (error: unknown) => Error): ArchiveEntry {
  const { name, type, size = 0 } = entry.header
  if (type !== 'file' && type !== 'contiguous-file') {
    throw new StrapiSourceError(`The archive holds a ${type} "${name}": an export consists of plain files.`)
  }
  const path = name.replace(/^\.\//, '')
  const unsafe =
    path.includes('\\') || path.includes('\0') || path.startsWith('/') || path.split('/').some((part) => part === '..')
  if (unsafe)
    throw new StrapiSourceError(`The archive holds "${name}", a path that leads out of it. Nothing is imported.`)
  return { path, size, stream: readContent(entry, explain), skip: () => void entry.resume() }
}

/** Returns the streams for decryption and decompression, if the file needs them. */
async function openLayers({ file, key }: ArchiveOptions): Promise<Transform[]> {
  const beginning = await readBeginning(file)
  const encrypted = file.endsWith('.enc')
  if (encrypted && key === undefined) {
    throw new StrapiSourceError(`${basename(file)} is encrypted: pass its key with --key.`)
  }
  const layers: Transform[] = encrypted ? [createDecipher(key as string)] : []
  const start = encrypted ? decryptBlock(beginning, key as string) : beginning
  const compressed = start[0] === 0x1f && start[1] === 0x8b
  if (encrypted && !compressed && file.includes('.gz')) {
    throw new StrapiSourceError(`The key is wrong for ${basename(file)}.`)
  }
  return compressed ? [...layers, createGunzip({ chunkSize: 2 ** 18 })] : layers
}

async function readBeginning(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new StrapiSourceError(`There is no file "${file}".`)
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Decrypts the output of `strapi export`: AES-128-ECB with a key that scrypt derives without salt. */
const createDecipher = (key: string) => createDecipheriv('aes-128-ecb', scryptSync(key, '', 16), null)

function decryptBlock(bytes: Buffer, key: string): Buffer {
  return bytes.length < 16 ? Buffer.alloc(0) : createDecipher(key).setAutoPadding(false).update(bytes)
}

function describeReason(error: unknown, key: string | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data') return 'it is cut off.'
  if (code === 'Z_DATA_ERROR') return 'its compressed data is damaged.'
  if (key !== undefined && code?.startsWith('ERR_OSSL')) return 'the key is wrong, or the file is cut off.'
  return `it is not a tar archive (${message}).`
}

/** The greatest number of bytes in a line. No real entry is larger. */
const longest = 32 * 2 ** 20

const newline = 10

/**
 * Yields the lines of a stream, several at a time, without empty lines.
 * @throws StrapiSourceError for a line that is too long
 */
export async function* readLines(stream: AsyncIterable<Buffer>, path: string): AsyncGenerator<string[]> {
  let rest: Buffer[] = []
  let waiting = 0
  for await (const chunk of stream) {
    const lines: string[] = []
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, at)
      const line = (rest.length === 0 ? part : Buffer.concat([...rest, part])).toString()
      if (line.trim() !== '') lines.push(line)
      rest = []
      waiting = 0
      from = at + 1
    }
    if (from < chunk.length) {
      rest.push(chunk.subarray(from))
      waiting += chunk.length - from
    }
    if (waiting > longest) throw tooLong(path)
    if (lines.length > 0) yield lines
  }
  const last = Buffer.concat(rest).toString()
  if (last.trim() !== '') yield [last]
}

/** Returns the whole content of a small file. */
export async function readText(stream: AsyncIterable<Buffer>, path: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > longest) throw tooLong(path)
  }
  return Buffer.concat(chunks).toString()
}

const tooLong = (path: string) =>
  new StrapiSourceError(`"${path}" has a line of more than ${longest / 2 ** 20} MB: this is not an export of Strapi.`)

/** @throws StrapiSourceError with the name of the file */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
    throw new StrapiSourceError(`"${path}" holds a line that is not JSON: ${JSON.stringify(shown)}`, { cause: error })
  }
}
