import { ApiError } from '../errors/api-error.js'
import { recordTable } from '../layout/layout-names.js'
import { quote } from '../layout/names.js'
import type { AnyTransaction, Row } from './database.js'
import type { SnapshotPlace } from './snapshot-storage.js'

/** A table whose rows snapshots have. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly CopiedColumn[]
}

export interface CopiedColumn {
  readonly name: string
  /** The table whose rows this column refers to. */
  readonly references?: { readonly table: string }
}

/** Returns the tables of rows that name a table, one of its columns, and the table that the column refers to. */
export function tablesOfColumns(rows: readonly Row[]): readonly CopiedTable[] {
  const tables = new Map<string, CopiedColumn[]>()
  for (const { table, column, referenced } of rows) {
    const columns = tables.get(String(table)) ?? []
    tables.set(String(table), columns)
    columns.push({ name: String(column), ...(referenced && { references: { table: String(referenced) } }) })
  }
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

/** Returns whether a database has tables of another application, which its catalog lists and its layout doesn't. */
export const isShared = ({ layout }: Pick<AnyTransaction, 'layout'>): boolean => layout.tables.length === 0

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
export function copyRows({ name, columns }: CopiedTable, from: string): string {
  const list = columns.map((column) => quote(column.name)).join(', ')
  return `INSERT INTO ${quote(name)} (${list}) SELECT ${list} FROM ${from}.${quote(name)}`
}
