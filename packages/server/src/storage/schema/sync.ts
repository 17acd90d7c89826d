import type { Database, WriteTransaction } from '../database.js'
import { fillNewColumns } from './backfill.js'
import { ofKind } from './ddl.js'
import { compareWithDatabase, schemaDialects, type SchemaDiff } from './diff.js'
import { DataLossError } from './losses.js'
import { sweepOrphans } from './orphans.js'
import { createRecordTable, digestOf, readDigest, wantedRecord, writeRecord } from './record.js'

export interface SyncOptions {
  /** Does what loses data, too. */
  readonly allowDataLoss?: boolean
  /** The locale of entries that are there when their type becomes localised; `en` unless given. */
  readonly defaultLocale?: string
}

/**
 * Brings the tables in step with the layout that the database was opened with, all of it or nothing. Does nothing, and asks
 * one question only, when they are.
 * @returns what was changed
 * @throws DataLossError when data would be lost and that wasn't allowed
 * @throws Error when a table belongs to something else, or values that should be unique are not
 */
export async function syncSchema(database: Database, options: SyncOptions = {}): Promise<SchemaDiff> {
  const unchanged: SchemaDiff = { changes: [], losses: [], conflicts: [] }
  const digest = digestOf(wantedRecord(database))
  if ((await readDigest(database)) === digest) return unchanged
  return database.migrate(async (transaction) => {
    await createRecordTable(transaction)
    const { diff, to } = await compareWithDatabase(transaction)
    if (diff.conflicts.length > 0) throw new Error(diff.conflicts.join('\n'))
    if (diff.losses.length > 0 && !options.allowDataLoss) throw new DataLossError(diff.losses)
    await apply(transaction, diff, options.defaultLocale ?? 'en')
    await writeRecord(transaction, to)
    return diff
  })
}

async function apply(transaction: WriteTransaction, { changes }: SchemaDiff, defaultLocale: string): Promise<void> {
  await transaction.execute(schemaDialects[transaction.dialect.name].statements(changes))
  await fillNewColumns(transaction, ofKind(changes, 'addColumn'), defaultLocale)
  if (changes.some(({ kind }) => kind === 'dropTable' || kind === 'dropComponents')) await sweepOrphans(transaction)
}
