import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { ownArchive } from '../strapi-source/archive/archive-source.js'

const folders = ['schemas', 'entities', 'links', 'configuration'] as const
export type ArchiveFolder = (typeof folders)[number]

/**
 * Writes an archive in the layout of `strapi export`. Its parts are written to a temporary folder first,
 * because tar needs their sizes before their content.
 */
export class StrapiArchive {
  readonly #folder: string
  readonly #parts: ReadonlyMap<ArchiveFolder, WriteStream>

  private constructor(folder: string) {
    this.#folder = folder
    this.#parts = new Map(
      folders.map((name) => [name, createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 })]),
    )
  }

  static async create(): Promise<StrapiArchive> {
    return new StrapiArchive(await mkdtemp(join(tmpdir(), 'content-api-export-')))
  }

  /** Adds a line to a part. */
  async add(folder: ArchiveFolder, value: unknown): Promise<void> {
    const part = this.#parts.get(folder)
    if (part && !part.write(`${JSON.stringify(value)}\n`)) await once(part, 'drain')
  }

  /**
   * Writes the archive, compressed if the file's name ends in `.gz`. An existing file is replaced once the
   * new one is complete.
   * @param assets the uploaded files, with the metadata that Strapi keeps of each
   */
  async write(file: string, assets: AsyncIterable<Asset>): Promise<void> {
    for (const part of this.#parts.values()) {
      part.end()
      await finished(part)
    }
    const packed = pack()
    const next = `${file}.part`
    const written = file.endsWith('.gz')
      ? pipeline(packed, createGzip(), createWriteStream(next, { mode: 0o600 }))
      : pipeline(packed, createWriteStream(next, { mode: 0o600 }))
    try {
      await Promise.all([written, this.#fill(packed, assets)])
      await rename(next, file)
    } catch (error) {
      packed.destroy()
      await written.catch(() => undefined)
      await rm(next, { force: true })
      throw error
    }
  }

  /** Removes the temporary folder. */
  async close(): Promise<void> {
    for (const part of this.#parts.values()) part.destroy()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #fill(packed: Pack, assets: AsyncIterable<Asset>): Promise<void> {
    const metadata = { createdAt: new Date().toISOString(), strapi: { version: '4.26.2' }, ...ownArchive }
    packed.entry({ name: 'metadata.json' }, JSON.stringify(metadata, null, 2))
    for (const folder of folders) {
      await addFile(packed, `${folder}/${folder}_00001.jsonl`, join(this.#folder, `${folder}.jsonl`))
    }
    for await (const { name, path, metadata } of assets) {
      packed.entry({ name: `assets/metadata/${name}.json` }, JSON.stringify(metadata))
      await addFile(packed, `assets/uploads/${name}`, path)
    }
    packed.finalize()
  }
}

export interface Asset {
  readonly name: string
  readonly path: string
  readonly metadata: unknown
}

async function addFile(packed: Pack, name: string, path: string): Promise<void> {
  const { size } = await stat(path)
  await pipeline(createReadStream(path), packed.entry({ name, size }))
}
