import { createReadStream } from 'node:fs'
import { cp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ImportError } from '../../errors/import-error.js'
import type { Logger } from '../../log/logger.js'
import { roleType } from '../../query/account-types.js'
import type { Database } from '../../storage/database.js'
import { countEntries } from '../../storage/transfer/read-entries.js'
import type { Lines } from './import-entries.js'

export interface SeedOptions {
  /** A file of JSON lines, or a folder of files that end in `.jsonl`. */
  readonly from: string
  /** The folder of uploaded files; null when they are kept elsewhere. */
  readonly uploads: string | null
  readonly load: (lines: Lines) => Promise<{ readonly entries: number }>
  readonly logger: Logger
}

/**
 * Reads content into a database that has none: all of it or, after a mistake, none.
 * @throws Error naming the file and the line of the first mistake
 */
export async function seedDatabase(database: Database, { from, uploads, load, logger }: SeedOptions): Promise<void> {
  const seed = await findSeed(from)
  if (await hasContent(database)) {
    logger.info(`The database has content: ${from} is not read again`)
    return
  }
  const source = new SeedLines(seed.files)
  try {
    // First: entries whose files are missing would stay.
    await copyUploads(seed.uploads, uploads)
    const { entries } = await load(source.lines())
    logger.info(`Read ${entries} ${entries === 1 ? 'entry' : 'entries'} from ${from}`)
  } catch (error) {
    throw error instanceof ImportError ? source.explain(error) : error
  }
}

/** Whether there is anything but the roles that every start makes. */
async function hasContent(database: Database): Promise<boolean> {
  const types = [...database.registry.contentTypes.values()].filter(({ uid }) => uid !== roleType)
  return (await database.write((transaction) => countEntries(transaction, types))) > 0
}

interface Seed {
  readonly files: readonly string[]
  /** A folder of files to copy; null without one. */
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
  if (to === null) throw new Error(`The files of "${from}" can't be copied: an upload.provider keeps uploaded files.`)
  // What is there under the same name stays: it may have been changed.
  await cp(from, to, { recursive: true, force: false })
}

/** The lines of several files, as one import reads them. */
class SeedLines {
  /** Lines before each file that has been begun. */
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

  /** A mistake with the file that it is in, and the line of that file. */
  explain({ line, message }: ImportError): Error {
    const [file = '', before = 0] = this.#begun.findLast(([, start]) => start < line) ?? []
    const text = message.replace(/^Line \d+: /, '')
    return new Error(`${file}, line ${line - before}: ${text}\nNothing was read.`)
  }
}
