import { createDecipheriv, scryptSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Transform, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Entry, extract } from 'tar-stream'
import { StrapiSourceError } from '../source.js'

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
 * files in it, and for paths that lead out of the archive
 */
export async function* readArchive({ file, key }: ArchiveOptions): AsyncGenerator<ArchiveEntry> {
  const layers = await layersOf({ file, key })
  const reader = extract()
  const first = createReadStream(file, { highWaterMark: 2 ** 18 })
  // An error of any stream of the pipeline reaches the reader of the last stream.
  pipeline([first, ...layers, reader] as never, () => undefined)
  const explain = (error: unknown) =>
    error instanceof StrapiSourceError
      ? error
      : new StrapiSourceError(`${basename(file)} can't be read: ${reasonOf(error, key)}`, { cause: error })
  try {
    for await (const entry of reader) {
      if (entry.header.type === 'directory') {
        entry.resume()
        continue
      }
      yield checked(entry, explain)
    }
  } catch (error) {
    throw explain(error)
  } finally {
    first.destroy()
    reader.destroy()
  }
}

/** Yields the content of a file. Errors of decryption and decompression are thrown here, with an explanation. */
async function* contentOf(entry: Entry, explain: (error: unknown) => Error): AsyncGenerator<Buffer> {
  try {
    yield* entry as unknown as AsyncIterable<Buffer>
  } catch (error) {
    throw explain(error)
  }
}

function checked(entry: Entry, explain: (error: unknown) => Error): ArchiveEntry {
  const { name, type, size = 0 } = entry.header
  if (type !== 'file' && type !== 'contiguous-file') {
    throw new StrapiSourceError(`The archive holds a ${type} "${name}": an export consists of plain files.`)
  }
  const path = name.replace(/^\.\//, '')
  const unsafe =
    path.includes('\\') || path.includes('\0') || path.startsWith('/') || path.split('/').some((part) => part === '..')
  if (unsafe)
    throw new StrapiSourceError(`The archive holds "${name}", a path that leads out of it. Nothing is imported.`)
  return { path, size, stream: contentOf(entry, explain), skip: () => void entry.resume() }
}

/** Returns the streams for decryption and decompression, if the file needs them. */
async function layersOf({ file, key }: ArchiveOptions): Promise<Transform[]> {
  const beginning = await firstBytes(file)
  const encrypted = file.endsWith('.enc')
  if (encrypted && key === undefined) {
    throw new StrapiSourceError(`${basename(file)} is encrypted: pass its key with --key.`)
  }
  const layers: Transform[] = encrypted ? [decipher(key as string)] : []
  const start = encrypted ? firstBlock(beginning, key as string) : beginning
  const compressed = start[0] === 0x1f && start[1] === 0x8b
  if (encrypted && !compressed && file.includes('.gz')) {
    throw new StrapiSourceError(`The key is wrong for ${basename(file)}.`)
  }
  return compressed ? [...layers, createGunzip({ chunkSize: 2 ** 18 })] : layers
}

async function firstBytes(file: string): Promise<Buffer> {
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
const decipher = (key: string) => createDecipheriv('aes-128-ecb', scryptSync(key, '', 16), null)

function firstBlock(bytes: Buffer, key: string): Buffer {
  return bytes.length < 16 ? Buffer.alloc(0) : decipher(key).setAutoPadding(false).update(bytes)
}

function reasonOf(error: unknown, key: string | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data') return 'it is cut off.'
  if (code === 'Z_DATA_ERROR') return 'its compressed data is damaged.'
  if (key !== undefined && code?.startsWith('ERR_OSSL')) return 'the key is wrong, or the file is cut off.'
  return `it is not a tar archive (${message}).`
}
