import type { Database, Reader, WriteTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import { projectStore, quotedColumns } from '../layout/system-tables.js'
import { readObject } from '../read/json-text.js'
import { run } from '../write/run.js'
import { isRecord } from '@content-api/model'
import { parseText } from '../plan/json-text.js'
import { recordTable } from '../layout/layout-names.js'

const column = quotedColumns(projectStore, 'key', 'value')

/** Returns a value that a project's code has stored outside the content: JSON text by key, null when there is none. */
export async function readStoredValue(reader: Reader, key: string): Promise<string | null> {
  const columns = { value: { kind: 'text', sql: `k.${column.value}` } } as const
  const found = await readObject<{ readonly value: string }>(
    reader,
    columns,
    (builder) => `FROM ${quote(projectStore)} k WHERE k.${column.key} = ${builder.bind('text', key)}`,
  )
  return found?.value ?? null
}

export async function storeValue(transaction: WriteTransaction, key: string, value: string): Promise<void> {
  await run(transaction, (builder) => {
    const values = `${builder.bind('text', key)}, ${builder.bind('text', value)}`
    const table = quote(projectStore)
    return (
      `INSERT INTO ${table} (${column.key}, ${column.value}) VALUES (${values}) ` +
      `ON CONFLICT (${column.key}) DO UPDATE SET ${column.value} = excluded.${column.value}`
    )
  })
}

export async function deleteStoredValue(transaction: WriteTransaction, key: string): Promise<void> {
  await run(
    transaction,
    (builder) => `DELETE FROM ${quote(projectStore)} WHERE ${column.key} = ${builder.bind('text', key)}`,
  )
}

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
