import type { Reader, WriteTransaction } from '../database/database.js'
import { quote } from '../dialects/names.js'
import { readObject, selectObject } from '../read/select-json.js'
import { projectStore } from '../layout/system-tables.js'
import { run } from '../write/bound.js'

/** Returns a value that a project's code has stored outside the content: JSON text by key, null when there is none. */
export async function readStoredValue(reader: Reader, key: string): Promise<string | null> {
  const columns = { value: { kind: 'text', sql: 'k."value"' } } as const
  const found = await readObject<{ readonly value: string }>(
    reader,
    selectObject(
      reader.dialect,
      columns,
      (builder) => `FROM ${quote(projectStore)} k WHERE k."key" = ${builder.bind('text', key)}`,
    ),
  )
  return found?.value ?? null
}

export async function storeValue(transaction: WriteTransaction, key: string, value: string): Promise<void> {
  await run(transaction, (builder) => {
    const values = `${builder.bind('text', key)}, ${builder.bind('text', value)}`
    const table = quote(projectStore)
    return (
      `INSERT INTO ${table} ("key", "value") VALUES (${values}) ` +
      'ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"'
    )
  })
}

export async function deleteStoredValue(transaction: WriteTransaction, key: string): Promise<void> {
  await run(transaction, (builder) => `DELETE FROM ${quote(projectStore)} WHERE "key" = ${builder.bind('text', key)}`)
}
