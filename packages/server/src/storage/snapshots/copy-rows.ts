import { ApiError } from '../../errors/api-error.js'
import { quote } from '../names.js'
import { recordTable } from '../schema/record.js'
import type { Table } from '../table.js'
import type { SnapshotPlace } from './snapshot-storage.js'

/**
 * Returns SQL for the digest of the content types that tables were created for: those of a snapshot, or the
 * current ones.
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
