import { createReadStream } from 'node:fs'
import { cp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Database } from '@content-api/engine/database'
import { ImportError } from '@content-api/engine/errors'
import { roleType } from '@content-api/engine/plan'
import { countEntries } from '@content-api/engine/transfer'
import type { ContentStore } from '../content-store.js'
import { importEntries } from './import-entries.js'

export interface SeedOptions {
  /** A file of JSON lines, or a folder with files that end in `.jsonl`. */
  readonly from: string
  /** Writes a line to the log. */
  readonly log: (message: string) => void
}

/** What a seed is imported into. */
export interface SeedTarget {
  hasContent(): Promise<boolean>
  /** The folder of uploaded files; null if a provider stores them elsewhere. */
  readonly directory: string | null
  /** Imports all lines, or none. @throws ImportError */
  importLines(lines: AsyncIterable<string>): Promise<{ readonly entries: number }>
}

/** Imports content into a database with tables of this server, if it has no content. @throws as for `seedContent` */
export function seedDatabase(store: ContentStore, options: SeedOptions): Promise<void> {
  return seedContent(
    {
      hasContent: () => hasContent(store.database),
      directory: store.files.directory,
      importLines: (lines) => importEntries(store, lines),
    },
    options,
  )
}

/**
 * Imports content into a database without content. If there are mistakes, no entries are imported, but files
 * are already copied.
 * @throws Error with the file and line of the first mistake
 */
export async function seedContent(target: SeedTarget, { from, log }: SeedOptions): Promise<void> {
  const seed = await findSeed(from)
  if (await target.hasContent()) {
    log(`The database has content: ${from} is not read again. ${howToReadAgain(from, seed)}`)
    return
  }
  const source = new SeedLines(seed.files)
  try {
    // Files come first: if copying fails, no entries are left without their files.
    await copyUploads(seed.uploads, target.directory)
    const { entries } = await target.importLines(source.lines())
    log(`Read ${entries} ${entries === 1 ? 'entry' : 'entries'} from ${from}`)
  } catch (error) {
    throw error instanceof ImportError ? source.explain(error) : error
  }
}

function howToReadAgain(from: string, { files }: Seed): string {
  return files[0] === from
    ? `To replace all content by it, run: content-api import ${from} --replace`
    : 'To read it, start with an empty database.'
}

/** Returns whether the database has entries other than roles, which every start creates. */
async function hasContent(database: Database): Promise<boolean> {
  const types = [...database.registry.contentTypes.values()].filter(({ uid }) => uid !== roleType)
  return (await database.write((transaction) => countEntries(transaction, types))) > 0
}

interface Seed {
  readonly files: readonly string[]
  /** The folder of files to copy; null if there is none. */
  readonly uploads: string | null
}

async function findSeed(from: string): Promise<Seed> {
  const found = await stat(from).catch(() => null)
  if (found?.isFile()) return { files: [from], uploads: null }
  if (!found?.isDirectory()) throw new Error(`There is no file or folder "${from}" to seed from.`)
  const inside = await readdir(from, { withFileTypes: true })
  const names = inside.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl')).map(({ name }) => name)
  if (names.length === 0) {
    throw new Error(`The folder "${from}" has no file that ends in .jsonl: "content-api export" writes such a file.`)
  }
  const uploads = inside.some((entry) => entry.isDirectory() && entry.name === 'uploads')
  return { files: names.toSorted().map((name) => join(from, name)), uploads: uploads ? join(from, 'uploads') : null }
}

async function copyUploads(from: string | null, to: string | null): Promise<void> {
  if (from === null) return
  if (to === null)
    throw new Error(`The files of "${from}" can't be copied: upload.provider stores uploaded files elsewhere.`)
  // Existing files with the same name are kept, because they may have been changed.
  await cp(from, to, { recursive: true, force: false })
}

/** Joins the lines of several files into one import. */
class SeedLines {
  /** The files read so far, with the number of lines before each. */
  readonly #begun: (readonly [file: string, before: number])[] = []

  constructor(readonly files: readonly string[]) {}

  async *lines(): AsyncGenerator<string> {
    let count = 0
    for (const file of this.files) {
      this.#begun.push([file, count])
      for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
        count++
        yield line
      }
    }
  }

  /** Returns an error with the file of a mistake and the line in that file. */
  explain({ line, message }: ImportError): Error {
    const [file = '', before = 0] = this.#begun.findLast(([, start]) => start < line) ?? []
    const text = message.replace(/^Line \d+: /, '')
    return new Error(`${file}, line ${line - before}: ${text}\nNo entry was imported.`)
  }
}
