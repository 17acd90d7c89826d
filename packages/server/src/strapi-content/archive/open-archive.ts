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
  /** Of an encrypted archive. */
  readonly key?: string | undefined
}

/** What an archive holds one after the other; each has to be read or passed over before the next. */
export interface ArchiveEntry {
  /** With `/`, checked to stay below the archive's root. */
  readonly path: string
  readonly size: number
  readonly stream: AsyncIterable<Buffer>
  readonly skip: () => void
}

/** @throws StrapiSourceError for what is no archive, is cut off, or holds paths and links that lead out of it */
export async function* readArchive({ file, key }: ArchiveOptions): AsyncGenerator<ArchiveEntry> {
  const layers = await layersOf({ file, key })
  const reader = extract()
  const first = createReadStream(file, { highWaterMark: 2 ** 18 })
  // Failures of any layer reach whoever reads the last one.
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

/** The content of an entry; failures of the layers below reach whoever reads it. */
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

/** Decryption and decompression, as the file needs them. */
async function layersOf({ file, key }: ArchiveOptions): Promise<Transform[]> {
  const beginning = await firstBytes(file)
  const encrypted = file.endsWith('.enc')
  if (encrypted && key === undefined) {
    throw new StrapiSourceError(`${basename(file)} is encrypted: give its key with --key.`)
  }
  const layers: Transform[] = encrypted ? [decipher(key as string)] : []
  const start = encrypted ? firstBlock(beginning, key as string) : beginning
  const compressed = start[0] === 0x1f && start[1] === 0x8b
  if (encrypted && !compressed && file.includes('.gz')) {
    throw new StrapiSourceError(`The key doesn't fit ${basename(file)}.`)
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

/** As `strapi export` encrypts: AES-128-ECB under a key derived by scrypt without salt. */
const decipher = (key: string) => createDecipheriv('aes-128-ecb', scryptSync(key, '', 16), null)

function firstBlock(bytes: Buffer, key: string): Buffer {
  return bytes.length < 16 ? Buffer.alloc(0) : decipher(key).setAutoPadding(false).update(bytes)
}

function reasonOf(error: unknown, key: string | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data') return 'it is cut off.'
  if (code === 'Z_DATA_ERROR') return 'its compressed data is damaged.'
  if (key !== undefined && code?.startsWith('ERR_OSSL')) return "the key doesn't fit, or the file is cut off."
  return `it is no tar archive (${message}).`
}
