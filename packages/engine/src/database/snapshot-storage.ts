import { ApiError } from '../errors/api-error.js'
import { quote } from '../layout/names.js'
import { recordTable } from '../layout/layout-names.js'
import type { Table } from '../layout/columns.js'

/** The name and location of a snapshot. */
export interface SnapshotPlace {
  readonly name: string
  /** The file with the rows on SQLite. On PostgreSQL it holds the name of the schema with the rows. */
  readonly file: string
}

/** Saves and restores everything in a database, including id counters. */
export interface SnapshotStorage {
  /** Saves a snapshot. The file must not exist. */
  saveSnapshot(place: SnapshotPlace): Promise<void>
  /**
   * Replaces all rows with those of a snapshot, in one transaction. Waits for writes that have begun.
   *
   * @throws ApiError NotFoundError if the snapshot doesn't exist; ApplicationError if its schemas differ
   */
  restoreSnapshot(place: SnapshotPlace): Promise<void>
  /** Deletes the part of a snapshot that is in the database itself. */
  dropSnapshot(place: SnapshotPlace): Promise<void>
}

/**
 * Returns SQL that reads the digest stored with the tables of a snapshot, or with the current tables if
 * `snapshot` is null. The digest identifies the content types that the tables were created for.
 */
export function digestIn(snapshot: string | null): string {
  return `SELECT value FROM ${snapshot === null ? '' : `${snapshot}.`}${recordTable} WHERE name = 'digest'`
}

export function requireSameSchemas({ name }: SnapshotPlace, saved: unknown, current: unknown): void {
  if (saved === current) return
  throw new ApiError('ApplicationError', `The snapshot "${name}" belongs to other schemas: save it again`)
}

/** Copies by column name, since columns that were added later have another position than in a new table. */
export function copyRows({ name, columns }: Table, from: string): string {
  const list = columns.map((column) => quote(column.name)).join(', ')
  return `INSERT INTO ${quote(name)} (${list}) SELECT ${list} FROM ${from}.${quote(name)}`
}
