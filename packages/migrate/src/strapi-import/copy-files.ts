import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileType } from '@content-api/engine/plan'
import { isRecord } from '@content-api/model'
import type { FileChanges, FileStore } from '../content-store.js'
import {
  type SourceEntry,
  type SourceFile,
  type StrapiSource,
  StrapiSourceError,
  type Survey,
} from '../strapi-source/source.js'
import type { Report } from './report.js'

export interface FileOptions {
  /** The folder of uploaded files of the Strapi project, for sources without these files. */
  readonly uploads?: string
  /** Downloads and stores the files that an external service keeps. */
  readonly downloadFiles?: boolean
}

interface CopierParts {
  readonly source: StrapiSource
  readonly survey: Survey
  readonly files: FileStore
  readonly report: Report
  readonly options: FileOptions
}

/** The file names that the service can store and serve. Strapi makes no other names. */
const key = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9]+)?$/

/** The longest name that most file systems accept. */
const longestName = 255

const isServable = (name: string) => name.length <= longestName && key.test(name)

/** Milliseconds that a download may take. */
const downloadTime = 60_000

/** Stores the files of the media library. The caller confirms them after the import, or reverts them if it fails. */
export class FileCopier {
  /** The files that records need: their media types by file name. */
  readonly #wanted = new Map<string, string>()
  readonly #downloads = new Map<string, string>()
  readonly #changes: FileChanges
  #count = 0

  constructor(private readonly parts: CopierParts) {
    this.#changes = parts.files.begin()
  }

  /** Returns the entry. The record of a file that this service will store gets the URL of the stored file. */
  withStoredUrls(entry: SourceEntry): SourceEntry {
    if (entry.type !== fileType) return entry
    const { formats, ...data } = entry.data
    const forms = isRecord(formats)
      ? Object.fromEntries(
          Object.entries(formats).map(([name, form]) => [name, isRecord(form) ? this.#withStoredUrl(form) : form]),
        )
      : formats
    const placed = this.#withStoredUrl(data)
    const provider = placed === data ? data['provider'] : this.parts.files.provider
    return { ...entry, data: { ...placed, formats: forms, provider } }
  }

  reportTooLarge(): void {
    const { survey, files, report } = this.parts
    for (const [name, size] of survey.files) {
      if (size > files.sizeLimit) report.mistake(`the file ${name}`, tooLarge(size, files.sizeLimit))
    }
  }

  /** Counts the files that `store` would store, and reports the files that it would leave out. */
  async check(): Promise<number> {
    let count = this.#downloads.size
    const available = await this.#availableNames()
    for (const name of available) if (this.#isStorable(name)) count++
    this.#reportMissing(available)
    return count
  }

  /** @throws StrapiSourceError for a file that is too large or can't be fetched */
  async store(): Promise<number> {
    const folder = this.parts.files.createFolder()
    try {
      for await (const file of this.#files()) {
        if (this.#isStorable(file.name)) await this.#put(file, join(folder, 'file'))
        else file.skip()
      }
      for (const [name, url] of this.#downloads) await this.#put(await this.#fetch(name, url), join(folder, 'file'))
      this.#reportMissing(await this.#availableNames())
      return this.#count
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Removes the files that the stored ones have replaced. */
  confirm(): Promise<void> {
    return this.#changes.confirm()
  }

  /** Restores the files that the stored ones have replaced, and removes new ones. */
  revert(): Promise<void> {
    return this.#changes.revert()
  }

  #withStoredUrl(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { hash, ext, url, mime } = data
    const name = `${String(hash)}${typeof ext === 'string' ? ext : ''}`
    const remote = typeof url === 'string' && /^https?:\/\//.test(url)
    if (!isServable(name) || (remote && !this.parts.options.downloadFiles)) return data
    if (remote) this.#downloads.set(name, url)
    this.#wanted.set(name, typeof mime === 'string' ? mime : 'application/octet-stream')
    return { ...data, url: this.parts.files.url(name) }
  }

  #isStorable(name: string): boolean {
    if (isServable(name)) return true
    this.parts.report.leftOut(`the file ${name}`, 'the service cannot serve a file with this name')
    return false
  }

  /** Reports files that records need and that no source has. */
  #reportMissing(available: ReadonlySet<string>): void {
    const { report, source, options } = this.parts
    const missing = [...this.#wanted.keys()].filter((name) => !available.has(name) && !this.#downloads.has(name))
    const hint =
      source.kind === 'archive' || options.uploads !== undefined
        ? ''
        : ' (--uploads names the folder of a Strapi project)'
    for (const name of missing) report.example(`Records name files that were not found${hint}`, name)
  }

  async #availableNames(): Promise<ReadonlySet<string>> {
    const { survey, options } = this.parts
    return new Set([...survey.files.keys(), ...(options.uploads === undefined ? [] : await listNames(options.uploads))])
  }

  async *#files(): AsyncGenerator<SourceFile> {
    const { source, survey, options } = this.parts
    if (survey.files.size > 0) yield* source.files()
    if (options.uploads === undefined) return
    for (const name of await listNames(options.uploads)) {
      const path = join(options.uploads, name)
      yield { name, size: (await stat(path)).size, stream: createReadStream(path), skip: () => undefined }
    }
  }

  async #put({ name, size, stream }: SourceFile, path: string): Promise<void> {
    const { sizeLimit } = this.parts.files
    if (size > sizeLimit) throw new StrapiSourceError(`The file ${name} ${tooLarge(size, sizeLimit)}`)
    let bytes = 0
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > sizeLimit) throw new StrapiSourceError(`The file ${name} ${tooLarge(bytes, sizeLimit)}`)
        yield chunk
      }
    }
    await pipeline(stream, counted, createWriteStream(path))
    const mime = this.#wanted.get(name) ?? 'application/octet-stream'
    await this.#changes.put(name, { mime, size: bytes, path, stream: () => createReadStream(path) })
    this.#count++
  }

  async #fetch(name: string, url: string): Promise<SourceFile> {
    const response = await fetch(url, { signal: AbortSignal.timeout(downloadTime) }).catch((error: unknown) => {
      throw new StrapiSourceError(
        `${url} can't be downloaded: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
    if (!response.ok || !response.body) {
      throw new StrapiSourceError(`${url} can't be downloaded: its server responds with ${response.status}.`)
    }
    return { name, size: 0, stream: Readable.fromWeb(response.body as never), skip: () => undefined }
  }
}

/** Returns the names of regular files. Symbolic links are skipped: they may point outside the folder. */
async function listNames(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new StrapiSourceError(`There is no folder "${folder}".`)
  })
  return found.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : []))
}

const tooLarge = (size: number, limit: number) =>
  `has ${size} bytes or more; upload.sizeLimit in the configuration allows ${limit}.`
