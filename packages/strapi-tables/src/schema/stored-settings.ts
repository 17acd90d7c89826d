import { parseText } from '@content-api/engine/plan'
import { run } from '@content-api/engine/write'
import { strapiTables } from '../layout/system-tables.js'
import type { StrapiTransaction } from './transaction.js'

const { table, key, value, type, environment, tag } = strapiTables[5].settings
const hasNoScope = `${environment} IS NULL AND ${tag} IS NULL`

/** Returns a value of `strapi.store` by its full key; undefined if there is none. */
export async function readSetting(tx: StrapiTransaction, name: string): Promise<unknown> {
  const [row] = await run(
    tx,
    (builder) =>
      `SELECT ${value} AS "value" FROM ${table} WHERE ${key} = ${builder.bind('text', name)} AND ${hasNoScope}`,
  )
  return typeof row?.['value'] === 'string' ? parseText(row['value']) : undefined
}

export async function deleteSetting(tx: StrapiTransaction, name: string): Promise<void> {
  await run(tx, (builder) => `DELETE FROM ${table} WHERE ${key} = ${builder.bind('text', name)} AND ${hasNoScope}`)
}

/** Stores a JSON value of `strapi.store` under its full key, in the place of an earlier one. */
export async function storeSetting(tx: StrapiTransaction, name: string, setting: unknown): Promise<void> {
  await deleteSetting(tx, name)
  await run(tx, (builder) => {
    const values = [name, JSON.stringify(setting), typeof setting].map((text) => builder.bind('text', text))
    return `INSERT INTO ${table} (${key}, ${value}, ${type}) VALUES (${values.join(', ')})`
  })
}
