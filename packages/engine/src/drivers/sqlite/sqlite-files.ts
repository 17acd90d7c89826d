import { realpathSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { describeUnmanagedTables, fileLost } from '../../database/database-errors.js'
import type { WritableLayout } from '../../layout/layout.js'
import { recordTable } from '../../layout/layout-names.js'
import { SqliteConnection } from './sqlite-connection.js'

export interface SqliteFilesOptions {
  /** The path of the database file. */
  readonly path: string
  /** Copies the content of the open database into an empty file. */
  readonly save: (file: string) => Promise<void>
  readonly report: (message: string) => void
}

/**
 * Notices when the files of an open SQLite database are deleted, moved or replaced. SQLite would go on with
 * the files that it has open, and all writes would be lost when the process ends. As long as they are open,
 * their inodes aren't reused, so comparing inodes is enough.
 */
export class SqliteFiles {
  readonly #identities = new Map<string, string>()
  readonly #paths: readonly string[]
  #lost: string | null = null
  /** The copy of the content that is made when a file is lost. */
  #saving: Promise<void> = Promise.resolve()

  /** Call it when the database is open and all its files exist. */
  constructor(readonly options: SqliteFilesOptions) {
    const { path } = options
    // SQLite keeps its other files beside the file to which a symbolic link leads.
    const real = realpathSync(path)
    this.#paths = [path, `${real}-wal`, `${real}-shm`]
    this.check()
  }

  /** @throws ApiError ServiceUnavailableError if a file was deleted, moved or replaced. Takes some microseconds. */
  check(): void {
    const lost = this.#findLost()
    if (lost !== this.#lost) this.#change(lost)
    if (lost !== null) throw fileLost(new Error(lost))
  }

  /** Returns whether the files are those that were opened. */
  arePresent(): boolean {
    return this.#findLost() === null
  }

  /** Checks the files a last time before the database is closed, and waits for a copy that has begun. */
  async close(): Promise<void> {
    const lost = this.#findLost()
    if (lost !== this.#lost) this.#change(lost)
    await this.#saving
  }

  /** Describes what happened to the first file that is lost; null if there is none. */
  #findLost(): string | null {
    for (const path of this.#paths) {
      const [opened, found] = [this.#identities.get(path), identityOf(path)]
      // SQLite creates the other files when it first needs them.
      if (opened === undefined && found !== null) this.#identities.set(path, found)
      else if (opened !== undefined && found === null) return `The file ${path} of the database was deleted or moved`
      else if (opened !== undefined && found !== opened) return `The file ${path} of the database was replaced`
    }
    return null
  }

  #change(lost: string | null): void {
    const isFirst = this.#lost === null
    this.#lost = lost
    if (lost === null) return this.options.report('The files of the database are back, and writes are accepted again')
    this.options.report(
      `${lost}. Reads continue with the content that was open, writes get 503. Move the file back, or restart the service to use the file that is there then`,
    )
    if (isFirst) this.#saving = this.#save()
  }

  /** Never rejects. */
  async #save(): Promise<void> {
    const { path, save, report } = this.options
    const copy = `${path}.saved-${new Date().toISOString().replaceAll(':', '-')}`
    try {
      await (await open(copy, 'wx', 0o600)).close()
      await save(copy)
      report(`The content of the database before that was saved as ${copy}`)
    } catch (error) {
      report(`The content of the database could not be saved as ${copy}: ${(error as Error).message}`)
    }
  }
}

/** Returns a text that identifies a file as long as it is open; null for a missing file. */
export function identityOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : null
}

/**
 * Rejects the file of another application before anything in it changes: opening it normally would switch it
 * to a write-ahead log. Files that already have such a log are opened, and rejected later when their tables
 * are compared.
 *
 * @throws Error when the file has tables of the layout that this service didn't create
 */
export async function rejectUnmanagedFile(path: string, layout: WritableLayout): Promise<void> {
  const present = await tablesWithoutLog(path)
  if (!present || present.has(recordTable)) return
  const taken = layout.tables.map(({ name }) => name).filter((name) => present.has(name))
  const reasons = describeUnmanagedTables(taken, present)
  if (reasons.length > 0) throw new Error(reasons.join('\n'))
}

/**
 * Returns the tables of a file with a rollback journal; null for one with a write-ahead log. Asks SQLite, and
 * doesn't read the header of the file: when a process closes a file, the system removes the locks of all its
 * connections to the file, and another process could then delete the log that they read.
 */
async function tablesWithoutLog(path: string): Promise<ReadonlySet<string> | null> {
  const connection = await SqliteConnection.open(path, 'readOnly')
  try {
    if (String(await connection.text({ sql: 'PRAGMA journal_mode', values: [] }, null)) === 'wal') return null
    const tables = await connection.rows({ sql: `SELECT name FROM sqlite_master WHERE type = 'table'`, values: [] })
    return new Set(tables.map(({ name }) => String(name)))
  } finally {
    await connection.close()
  }
}
