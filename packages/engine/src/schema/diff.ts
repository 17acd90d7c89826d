import type { Database, WriteTransaction } from '../database/database.js'
import type { DialectName } from '../layout/value-formats.js'
import { quote } from '../layout/names.js'
import { postgresSchema } from './postgres.js'
import { compareSchemas, ofKind, type SchemaChange, type SchemaDialect } from './changes.js'
import { describeUnmanagedTables } from '../database/database-errors.js'
import { countLosses, type Loss } from './losses.js'
import { findMissingValues, type RequiredValues } from './missing-values.js'
import { recordTable } from '../layout/layout-names.js'
import { emptyRecord, readMissing, readRecord, type SchemaRecord, wantedRecord } from './record.js'
import { sqliteSchema } from './sqlite.js'
import { countExposed, type ExposedEntries, isCoveredByChoice, type SwitchOffChoices } from './switched-off.js'

export const schemaDialects: Readonly<Record<DialectName, SchemaDialect>> = {
  sqlite: sqliteSchema,
  postgres: postgresSchema,
}

/** The changes that the service would make when it starts, and the data that would be lost. */
export interface SchemaDiff {
  readonly changes: readonly SchemaChange[]
  readonly losses: readonly Loss[]
  /** Drafts and localizations of types that no longer have them. */
  readonly exposed: readonly ExposedEntries[]
  /** Required values that entries lack, and those that they get by default. */
  readonly required: RequiredValues
  /** Problems that prevent the changes whatever the options: one sentence each, for display. */
  readonly conflicts: readonly string[]
}

/**
 * The choices for drafts and localizations, and the default locale: entries in other locales count as
 * localizations.
 */
export interface CompareOptions extends SwitchOffChoices {
  readonly defaultLocale: string
}

/** Compares the database with the layout that it was opened with, without changing it. */
export async function diffSchema(
  database: Database,
  options: CompareOptions = { defaultLocale: 'en' },
): Promise<SchemaDiff> {
  return database.migrate(async (transaction) => (await compareWithDatabase(transaction, options)).diff)
}

export async function compareWithDatabase(
  transaction: WriteTransaction,
  options: CompareOptions,
): Promise<{ diff: SchemaDiff; from: SchemaRecord; to: SchemaRecord }> {
  const present = await tableNames(transaction)
  const recorded = present.has(recordTable) ? await readRecord(transaction) : emptyRecord
  // A table that was dropped outside of this service is created again.
  const from = { ...recorded, tables: recorded.tables.filter(({ name }) => present.has(name)) }
  const to = wantedRecord(transaction)
  const changes = compareSchemas(from, to)
  const lossy = changes.filter((change) => !isCoveredByChoice(transaction, change, options))
  const losses = await countLosses(transaction, from, lossy)
  const exposed = await countExposed(transaction, changes, options.defaultLocale)
  const known = present.has(recordTable) ? await readMissing(transaction) : []
  const required = await findMissingValues(transaction, from, changes, known)
  const conflicts = [...unmanagedTables(changes, present), ...(await duplicates(transaction, from, changes))]
  return { diff: { changes, losses, exposed, required, conflicts }, from, to }
}

async function tableNames(transaction: WriteTransaction): Promise<ReadonlySet<string>> {
  const rows = await transaction.query({ sql: schemaDialects[transaction.dialect.name].tableNames, values: [] })
  return new Set(rows.map(({ name }) => String(name)))
}

function unmanagedTables(changes: readonly SchemaChange[], present: ReadonlySet<string>): string[] {
  const dropped = new Set(ofKind(changes, 'dropTable').map(({ table }) => table.name))
  const taken = ofKind(changes, 'createTable')
    .map(({ table }) => table.name)
    .filter((name) => present.has(name) && !dropped.has(name))
  return describeUnmanagedTables(taken, present)
}

/** Finds duplicate values that prevent a unique index. */
async function duplicates(
  transaction: WriteTransaction,
  from: SchemaRecord,
  changes: readonly SchemaChange[],
): Promise<string[]> {
  const found: string[] = []
  const created = new Set(ofKind(changes, 'createTable').map(({ table }) => table.name))
  for (const { table, index } of ofKind(changes, 'createIndex')) {
    const before = from.tables.find(({ name }) => name === table.name)
    const hasData = (column: string) => before?.columns.some(({ name }) => name === column)
    if (!index.unique || created.has(table.name) || !index.columns.every(hasData)) continue
    const columns = index.columns.map(quote)
    const present = columns.map((column) => `${column} IS NOT NULL`).join(' AND ')
    const group = `SELECT 1 FROM ${quote(table.name)} WHERE ${present} GROUP BY ${columns.join(', ')} HAVING count(*) > 1`
    const count = Number(await transaction.read({ sql: `SELECT count(*) FROM (${group}) twice`, values: [] }))
    if (count > 0) {
      const values = count === 1 ? '1 value is' : `${count} values are`
      found.push(`${table.name} ${index.columns.join(', ')} can't be unique: ${values} present more than once.`)
    }
  }
  return found
}
