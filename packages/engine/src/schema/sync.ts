import type { Database, WriteTransaction } from '../database/database.js'
import { ofKind, type SchemaChange } from './changes.js'
import { type CompareOptions, compareWithDatabase, schemaDialects, type SchemaDiff } from './diff.js'
import { DataLossError } from './losses.js'
import { fillDefaults } from './missing-values.js'
import { applyChoices, deleteOrphans, ExposedEntriesError, isDecided, type SwitchOffChoices } from './switched-off.js'
import {
  createRecordTable,
  digestOf,
  keyOf,
  readDigest,
  type SchemaRecord,
  wantedRecord,
  writeRecord,
} from './record.js'
import type { ContentType } from '@content-api/model'
import { rowId } from '../layout/columns.js'
import { typeOfTable } from '../layout/layout.js'
import type { OwnLayout } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'

export interface SyncOptions extends SwitchOffChoices {
  /** Makes the changes even if they delete data. */
  readonly allowDataLoss?: boolean
  /** The locale of existing entries when their type becomes localised; `en` by default. */
  readonly defaultLocale?: string
}

/**
 * Changes the tables to match the layout that the database was opened with, completely or not at all. When
 * they are up to date, this takes one query.
 *
 * @returns the changes that were made
 * @throws ExposedEntriesError when drafts or localizations would become separate public entries and no choice
 * was made
 * @throws DataLossError when data would be lost and that wasn't allowed
 * @throws Error when a table belongs to another application, or values that should be unique are not
 */
export async function syncSchema(database: Database, options: SyncOptions = {}): Promise<SchemaDiff> {
  const required = { filled: [], missing: [] }
  const unchanged: SchemaDiff = { changes: [], losses: [], exposed: [], required, conflicts: [] }
  const digest = digestOf(wantedRecord(database))
  if ((await readDigest(database)) === digest) return unchanged
  const comparison = { ...options, defaultLocale: options.defaultLocale ?? 'en' }
  return database.migrate(async (transaction) => {
    await createRecordTable(transaction)
    const { diff, from, to } = await compareWithDatabase(transaction, comparison)
    if (diff.conflicts.length > 0) throw new Error(diff.conflicts.join('\n'))
    const undecided = diff.exposed.filter((one) => !isDecided(one, options))
    if (undecided.length > 0) throw new ExposedEntriesError(undecided)
    if (diff.losses.length > 0 && !options.allowDataLoss) throw new DataLossError(diff.losses)
    await apply(transaction, diff, from, comparison)
    const missing = diff.required.missing.map(({ schema, attribute }) => keyOf(schema, attribute))
    await writeRecord(transaction, to, missing)
    return diff
  })
}

async function apply(
  transaction: WriteTransaction,
  { changes, exposed, required }: SchemaDiff,
  from: SchemaRecord,
  options: CompareOptions,
): Promise<void> {
  // Deletes these entries before the schema changes drop the columns that identify drafts and locales.
  const removeRemains = await applyChoices(transaction, from, exposed, options)
  await transaction.execute(schemaDialects[transaction.dialect.name].statements(changes))
  await removeRemains()
  await fillNewColumns(transaction, ofKind(changes, 'addColumn'), options.defaultLocale)
  await fillDefaults(transaction, required.filled)
  if (changes.some(({ kind }) => kind === 'dropTable' || kind === 'dropComponents')) await deleteOrphans(transaction)
}

type AddedColumn = Extract<SchemaChange, { kind: 'addColumn' }>

/**
 * Keeps existing entries as they were when their type gets localizations or drafts. Each becomes the only
 * localization of its group, in the default locale, and published.
 */
async function fillNewColumns(
  transaction: WriteTransaction,
  added: readonly AddedColumn[],
  defaultLocale: string,
): Promise<void> {
  for (const { table, column } of added) {
    const type = typeOfTable(transaction, table.name)
    if (!type) continue
    const value = valueFor(transaction.layout, type, column.name)
    if (value === null) continue
    const sql = `UPDATE ${quote(table.name)} SET ${quote(column.name)} = ${value ?? transaction.dialect.placeholder(1)}`
    await transaction.query({ sql, values: value === undefined ? [defaultLocale] : [] })
  }
}

/** Returns SQL; undefined for the default locale; null if the column stays NULL. */
function valueFor({ entryColumns }: OwnLayout, type: ContentType, column: string): string | null | undefined {
  const { createdAt, publishedAt, locale, group } = entryColumns
  if (type.localized && column === group) return rowId
  if (type.localized && column === locale) return undefined
  if (type.draftAndPublish && column === publishedAt) return quote(createdAt)
  return null
}
