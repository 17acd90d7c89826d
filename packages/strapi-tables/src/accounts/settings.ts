import type { Reader } from '@content-api/engine/database'
import { parseText } from '@content-api/engine/plan'
import { readObject } from '@content-api/engine/read'
import { strapiTablesOf } from './tables-of.js'

interface SettingRow {
  readonly value: string | null
  readonly type: string | null
}

/** Returns a value of `strapi.store` by its full key, for example `plugin_i18n_default_locale`; null if absent. */
export async function readStrapiSetting(reader: Reader, key: string): Promise<unknown> {
  const row = await readRow(reader, key, strapiTablesOf(reader.layout).settings.value)
  if (row === null || row.value === null) return null
  return valueOf(row.value, row.type)
}

function readRow(reader: Reader, key: string, value: string): Promise<SettingRow | null> {
  const { settings } = strapiTablesOf(reader.layout)
  const columns = { value: { kind: 'text', sql: value }, type: { kind: 'text', sql: settings.type } } as const
  return readObject<SettingRow>(reader, columns, (builder) => {
    const isKey = `${settings.key} = ${builder.bind('text', key)}`
    return `FROM ${settings.table} WHERE ${isKey} AND ${settings.environment} IS NULL AND ${settings.tag} IS NULL`
  })
}

const jsonTypes: ReadonlySet<string | null> = new Set(['object', 'array', 'boolean', 'string'])

function valueOf(text: string, type: string | null): unknown {
  if (type === 'number') return Number(text)
  return jsonTypes.has(type) ? parseText(text) : null
}

/** Settings of the users & permissions plugin that decide who may sign in. */
export interface StrapiAdvancedSettings {
  /** Whether Strapi rejects users whose address isn't confirmed. */
  readonly emailConfirmation: boolean
}

/** Returns the setting `advanced` of the users & permissions plugin; null if Strapi has stored none. */
export async function readStrapiAdvancedSettings(reader: Reader): Promise<StrapiAdvancedSettings | null> {
  const value = await readStrapiSetting(reader, 'plugin_users-permissions_advanced')
  if (typeof value !== 'object' || value === null) return null
  return { emailConfirmation: Boolean((value as { email_confirmation?: unknown }).email_confirmation) }
}

/** Returns the hash of the schema that Strapi's tables have. Strapi stores it after it has changed the tables. */
export async function readStrapiSchemaHash(reader: Reader): Promise<string | null> {
  const { databaseSchema } = strapiTablesOf(reader.layout)
  const columns = { hash: { kind: 'text', sql: databaseSchema.hash } } as const
  const row = await readObject<{ readonly hash: string | null }>(
    reader,
    columns,
    () => `FROM ${databaseSchema.table} ORDER BY ${databaseSchema.time} DESC`,
  )
  return row?.hash ?? null
}

const storedTypes = 'strapi_content_types_schema'

/**
 * Returns a text that changes when the running Strapi stores other content types; null if it has stored none.
 * Strapi stores them some time after the hash of the schema.
 */
export async function readStrapiTypesVersion(reader: Reader): Promise<string | null> {
  const { value } = strapiTablesOf(reader.layout).settings
  const row = await readRow(reader, storedTypes, reader.dialect.digest?.(value) ?? value)
  return row?.value ?? null
}

/** Returns the content types (not components) as the running Strapi has them, by uid; null if it has stored none. */
export async function readStrapiContentTypes(reader: Reader): Promise<Readonly<Record<string, unknown>> | null> {
  const value = await readStrapiSetting(reader, storedTypes)
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
}
