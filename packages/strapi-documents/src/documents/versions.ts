import type { ContentType } from '@content-api/model'
import { idColumn, lockTexts, quote, rowId, run, type StatementBuilder } from '@content-api/engine/write'
import { isPublished, tableOf, type Transaction, type Version, versionColumns } from '../rows/row.js'

/**
 * Locks a document, and its versions in the order of their ids, in which all writers lock them. Returns these.
 */
export async function lockVersions(
  tx: Transaction,
  type: ContentType,
  documentId: string,
): Promise<readonly Version[]> {
  // A statement that waits for a row doesn't find the rows that its writer has added, such as a published version.
  await lockTexts(tx, [`${type.uid} ${documentId}`])
  return lockWhere(tx, type, (builder) => `${quote(versionColumns.documentId)} = ${builder.bind('text', documentId)}`)
}

/** Locks one row. Returns null if it doesn't exist. */
export async function lockRow(tx: Transaction, type: ContentType, id: number): Promise<Version | null> {
  const [version = null] = await lockWhere(tx, type, (builder) => `${rowId} = ${builder.bind('id', id)}`)
  return version
}

async function lockWhere(
  tx: Transaction,
  type: ContentType,
  condition: (builder: StatementBuilder) => string,
): Promise<readonly Version[]> {
  const rows = await run(tx, (builder) => {
    const updatedAt = builder.formats.instant(quote(versionColumns.updatedAt))
    const live = `CASE WHEN ${isPublished()} THEN 1 ELSE 0 END`
    const { documentId, locale } = versionColumns
    const columns = [rowId, quote(documentId), quote(locale), `${live} AS live`, `${updatedAt} AS changed`]
    return `SELECT ${columns.join(', ')} FROM ${quote(tableOf(tx, type))} WHERE ${condition(builder)} ORDER BY ${rowId} ${tx.dialect.rowLock}`
  })
  return rows.map((row) => ({
    type,
    id: Number(row[idColumn]),
    documentId: String(row[versionColumns.documentId]),
    // Rows of a type without locales may have one of an earlier time.
    locale: type.localized && row[versionColumns.locale] !== null ? String(row[versionColumns.locale]) : null,
    isDraft: type.draftAndPublish && Number(row['live']) !== 1,
    updatedAt: String(JSON.parse(String(row['changed']))),
  }))
}

/** Returns the version in a locale and state. The rows of a type without drafts are published. */
export function findVersion(
  versions: readonly Version[],
  locale: string | null,
  state: 'draft' | 'published',
): Version | undefined {
  return versions.find((version) => version.locale === locale && version.isDraft === (state === 'draft'))
}

/**
 * Returns the document of a single type. If it has none, nobody else creates one until the transaction ends.
 */
export async function findOrLockSingle(tx: Transaction, type: ContentType): Promise<string | null> {
  const found = await findSingleDocument(tx, type)
  if (found !== null) return found
  await lockTexts(tx, [`${type.uid} single`])
  return findSingleDocument(tx, type)
}

/** Returns the document of a single type; null if it has none. */
export async function findSingleDocument(tx: Transaction, type: ContentType): Promise<string | null> {
  const [row] = await run(
    tx,
    () => `SELECT ${quote(versionColumns.documentId)} FROM ${quote(tableOf(tx, type))} ORDER BY ${rowId} LIMIT 1`,
  )
  return row ? String(row[versionColumns.documentId]) : null
}
