import type { ContentType } from '@content-api/model'
import type { WriteTransaction } from '../database/database.js'
import { groupColumn, typeOfTable } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import type { SchemaChange } from './changes.js'

type AddedColumn = Extract<SchemaChange, { kind: 'addColumn' }>

/**
 * Keeps existing entries as they were when their type gets localizations or drafts. Each becomes the only
 * localization of its group, in the default locale, and published.
 */
export async function fillNewColumns(
  transaction: WriteTransaction,
  added: readonly AddedColumn[],
  defaultLocale: string,
): Promise<void> {
  for (const { table, column } of added) {
    const type = typeOfTable(transaction, table.name)
    if (!type) continue
    const value = valueFor(type, column.name)
    if (value === null) continue
    const sql = `UPDATE ${quote(table.name)} SET ${quote(column.name)} = ${value ?? transaction.dialect.placeholder(1)}`
    await transaction.query({ sql, values: value === undefined ? [defaultLocale] : [] })
  }
}

/** Returns SQL; undefined for the default locale; null if the column stays NULL. */
function valueFor(type: ContentType, column: string): string | null | undefined {
  if (type.localized && column === groupColumn) return quote('id')
  if (type.localized && column === 'locale') return undefined
  if (type.draftAndPublish && column === 'publishedAt') return quote('createdAt')
  return null
}
