import { ApiError } from '../../errors/api-error.js'
import type { Layout } from '../layout.js'
import { quote } from '../names.js'
import { recordTable } from '../schema/record.js'

/** Where a snapshot is kept. */
export interface SnapshotPlace {
  readonly name: string
  /** The file of a snapshot of SQLite; PostgreSQL keeps it in a schema that has its name. */
  readonly file: string
}

/** Copies of everything that a database holds, the counters of ids included. */
export interface SnapshotStorage {
  /** Saves a snapshot, on PostgreSQL in place of one that has the same name. On SQLite the file must not exist. */
  saveSnapshot(place: SnapshotPlace): Promise<void>
  /**
   * Replaces all rows by those of a snapshot, in one transaction. Waits for writes that have begun.
   * @throws ApiError NotFoundError where there is no such snapshot; ApplicationError for one of other schemas
   */
  restoreSnapshot(place: SnapshotPlace): Promise<void>
  /** Deletes the part of a snapshot that the database itself keeps. */
  dropSnapshot(place: SnapshotPlace): Promise<void>
}

/** Reads for which content types tables were made: those of a snapshot, or those in use. */
export function digestIn(snapshot: string | null): string {
  return `SELECT value FROM ${snapshot === null ? '' : `${snapshot}.`}${recordTable} WHERE name = 'digest'`
}

export function requireSameSchemas({ name }: SnapshotPlace, saved: unknown, current: unknown): void {
  if (saved === current) return
  throw new ApiError('ApplicationError', `The snapshot "${name}" belongs to other schemas: save it again`)
}

/** Columns by name: those that were added later stand elsewhere than in a new table. */
export function copyRows({ name, columns }: Layout['tables'][number], from: string): string {
  const list = columns.map((column) => quote(column.name)).join(', ')
  return `INSERT INTO ${quote(name)} (${list}) SELECT ${list} FROM ${from}.${quote(name)}`
}
