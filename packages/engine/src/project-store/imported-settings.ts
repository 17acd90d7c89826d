import { isRecord } from '@content-api/model'
import { parseText } from '../plan/json-text.js'
import type { Database, WriteTransaction } from '../database/database.js'
import { recordTable } from '../layout/layout-names.js'

const name = 'imported-settings'

/** Returns the settings that an import from Strapi stored; null if there was none. */
export async function readImportedSettings(database: Database): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const text = await database.read({ sql: `SELECT value FROM ${recordTable} WHERE name = '${name}'`, values: [] })
    const value = text === null ? null : parseText(text)
    return isRecord(value) ? value : null
  } catch {
    // In a new database the table doesn't exist. Other errors occur again when the schemas are compared.
    return null
  }
}

/** Stores settings that take effect when the service is opened again. Replaces those of an earlier import. */
export async function storeImportedSettings(
  transaction: WriteTransaction,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { dialect } = transaction
  await transaction.query({
    sql: `INSERT INTO ${recordTable} (name, value) VALUES (${dialect.placeholder(1)}, ${dialect.placeholder(2)})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    values: [name, JSON.stringify(settings)],
  })
}
