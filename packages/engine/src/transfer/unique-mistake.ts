import { ApiError } from '../errors/api-error.js'
import { ImportError } from '../errors/import-error.js'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { WriteTransaction } from '../database/database.js'

/** The rows of one statement, with their values by column. */
export interface InsertedRows {
  readonly table: string
  readonly rows: readonly Readonly<Record<string, Stored>>[]
}

/**
 * Returns an import mistake for a uniqueness error of the database, with the entries that may have caused it.
 * Returns other errors unchanged.
 */
export function uniqueMistake(
  error: unknown,
  { layout, registry }: Pick<WriteTransaction, 'layout' | 'registry'>,
  inserted: InsertedRows | null,
): unknown {
  const attribute = error instanceof ApiError ? attributeOf(error) : undefined
  if (attribute === undefined || inserted === null) return error
  const { table, rows } = inserted
  const schema = [...registry.contentTypes.values(), ...registry.components.values()].find(
    ({ uid }) => layout.schema(uid).table === table,
  )
  if (!schema) return error
  const column = layout.schema(schema.uid).column(attribute)
  const place = { type: schema.uid, attribute }
  const ids = new Map<Stored, number>()
  for (const row of rows) {
    const value = row[column] ?? null
    const [id, other] = [Number(row['id']), ids.get(value)]
    if (value !== null && other !== undefined && (row['locale'] ?? null) === localeOf(rows, other)) {
      const message = `${attribute} must be unique, but entry ${other} has the same value: ${JSON.stringify(value)}.`
      return new ImportError(0, message, { ...place, id })
    }
    ids.set(value, id)
  }
  const [first, last] = [rows[0]?.['id'], rows.at(-1)?.['id']]
  const message = `${attribute} must be unique: one of the entries ${first} to ${last} has the same value as another entry.`
  return new ImportError(0, message, place)
}

function localeOf(rows: InsertedRows['rows'], id: number): Stored {
  return rows.find((row) => row['id'] === id)?.['locale'] ?? null
}

function attributeOf({ details }: ApiError): string | undefined {
  const errors = (details as { errors?: readonly { path: readonly string[]; message: string }[] } | undefined)?.errors
  return errors?.[0]?.message === 'This attribute must be unique' ? errors[0].path[0] : undefined
}
