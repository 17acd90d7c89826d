import { ApiError } from '../errors/api-error.js'
import { quote } from '../layout/names.js'
import { recordTable } from '../layout/layout-names.js'
import type { Table } from '../layout/table.js'
import type { SnapshotPlace } from '../database/snapshot-storage.js'

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
