import type { Reader } from '@content-api/engine/database'
import { readObjects } from '@content-api/engine/read'
import { readStrapiSetting } from './settings.js'
import { strapiTablesOf } from './tables-of.js'

/** A locale as Strapi stores it. Its members have the order of the response to `GET /i18n/locales`. */
export interface StrapiLocale {
  readonly id: number
  /** Absent in Strapi 4. */
  readonly documentId?: string | null
  readonly name: string | null
  readonly code: string | null
  readonly createdAt: string | null
  readonly updatedAt: string | null
  /** Absent in Strapi 4. */
  readonly publishedAt?: string | null
}

export interface StrapiLocales {
  /** The code of the default locale; null if Strapi has stored none. */
  readonly default: string | null
  readonly codes: readonly string[]
  readonly rows: readonly StrapiLocale[]
}

/** Reads the locales. It doesn't sort them, since Strapi doesn't: both get them in the order of the table. */
export async function readStrapiLocales(reader: Reader): Promise<StrapiLocales> {
  const { locales, localeDocuments: documents } = strapiTablesOf(reader.layout)
  const columns = {
    id: { kind: 'id', sql: locales.id },
    ...(documents && { documentId: { kind: 'text' as const, sql: documents.documentId } }),
    name: { kind: 'text', sql: locales.name },
    code: { kind: 'text', sql: locales.code },
    createdAt: { kind: 'datetime', sql: locales.createdAt },
    updatedAt: { kind: 'datetime', sql: locales.updatedAt },
    ...(documents && { publishedAt: { kind: 'datetime' as const, sql: documents.publishedAt } }),
  } as const
  const rows = await readObjects<StrapiLocale>(reader, columns, () => `FROM ${locales.table}`)
  const defaultLocale = await readStrapiSetting(reader, 'plugin_i18n_default_locale')
  return {
    default: typeof defaultLocale === 'string' ? defaultLocale : null,
    codes: rows.flatMap(({ code }) => (code === null ? [] : [code])),
    rows,
  }
}
