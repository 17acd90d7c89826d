import type { ContentType } from '@content-api/model'
import { type ApiError, validationError } from '../errors/api-error.js'
import type { Row, WriteTransaction } from '../database/database.js'
import { groupColumn } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { run, toId } from './bound.js'

/**
 * Checks that an entry has the locale that a write names. Does nothing if the entry doesn't exist.
 *
 * @throws ApiError ValidationError if the entry has another locale
 */
export async function requireLocale(
  tx: WriteTransaction,
  type: ContentType,
  id: number,
  locale: string | null,
): Promise<void> {
  if (locale === null || !type.localized) return
  const table = quote(tx.layout.schema(type.uid).table)
  const group = quote(groupColumn)
  const rows = await run(tx, (builder) => {
    const own = `SELECT ${group} FROM ${table} WHERE "id" = ${builder.bind('id', id)}`
    return `SELECT "id", "locale" FROM ${table} WHERE ${group} = (${own})`
  })
  requireLocaleIn(rows, id, locale)
}

/** @param rows the localizations of the entry, with `id` and `locale` @throws ApiError as `requireLocale` */
export function requireLocaleIn(rows: readonly Row[], id: number, locale: string): void {
  const entry = rows.find((row) => toId(row['id']) === id)
  if (entry && entry['locale'] !== locale) throw otherLocale(rows, id, String(entry['locale']), locale)
}

function otherLocale(rows: readonly Row[], id: number, own: string, locale: string): ApiError {
  const localization = rows.find((row) => row['locale'] === locale)
  const hint = localization
    ? `Its localization in ${locale} has the id ${toId(localization['id'])}`
    : 'Leave locale out, or create a localization'
  const message = `locale is ${locale}, but the entry ${id} has the locale ${own}. ${hint}`
  return validationError([{ path: ['locale'], message }])
}
