import type { ContentType } from '@content-api/model'
import { validationError } from '@content-api/engine/errors'
import type { FieldWrite, Values } from '@content-api/engine/plan'
import { kindOfAttribute, quote, run } from '@content-api/engine/write'
import { planEntry } from '../input/plan-row.js'
import { resolveLinks } from '../input/resolve-links.js'
import { RowIssues } from '../input/row-issues.js'
import { readRow } from '../rows/read-row.js'
import { isPublished, tableOf, type Transaction, type Version, versionColumns } from '../rows/row.js'
import type { RowData } from '../rows/write-row.js'
import type { DocumentSettings } from './context.js'

interface RowCheck {
  readonly version: Omit<Version, 'id' | 'updatedAt'>
  readonly data: Values
  readonly isNew: boolean
  /** The attributes whose values are copied from another row. */
  readonly inherited?: ReadonlySet<string>
}

/**
 * Checks the data for a row and plans its write.
 * @throws ApiError ValidationError with all problems
 */
export async function checkRow(tx: Transaction, check: RowCheck, settings: DocumentSettings): Promise<RowData> {
  const { version, data, isNew, inherited } = check
  const { type, locale, isDraft } = version
  const { changes, missing } = await resolveLinks(tx, data, {
    type,
    locale,
    isDraft,
    defaultLocale: settings.defaultLocale,
  })
  const issues = new RowIssues()
  const row = planEntry(type, data, isNew, {
    registry: tx.registry,
    dialect: tx.dialect.name,
    completeness: isDraft ? 'draft' : 'complete',
    strictRelations: settings.strictRelations,
    issues,
    links: changes,
    ...(inherited && { inherited }),
  })
  if (!isDraft) await addDuplicates(tx, version, row.fields, issues)
  issues.throwIfAny()
  for (const [uid, count] of missing) {
    const message = `${count} relation(s) of type ${uid} associated with this entity do not exist`
    throw validationError([{ path: [], message }])
  }
  return row
}

/**
 * Checks that the stored draft of a document may be published.
 * @throws ApiError ValidationError with all problems
 */
export async function checkDraft(
  tx: Transaction,
  draft: Version,
  { strictRelations }: DocumentSettings,
): Promise<void> {
  const { type } = draft
  const values = await readRow(tx, type, draft.id)
  const issues = new RowIssues()
  const rules = {
    registry: tx.registry,
    dialect: tx.dialect.name,
    completeness: 'complete' as const,
    strictRelations,
    issues,
    links: new Map(),
  }
  const { fields } = planEntry(type, values, false, rules)
  await addDuplicates(tx, draft, fields, issues)
  issues.throwIfAny()
}

/** Adds the values that a published row of another document has in the same locale. */
async function addDuplicates(
  tx: Transaction,
  { type, documentId, locale }: Omit<Version, 'id' | 'updatedAt'>,
  fields: readonly FieldWrite[],
  issues: RowIssues,
): Promise<void> {
  for (const { name, attribute, value } of fields) {
    if (value === null || value === '' || !isUnique(type, name)) continue
    // Otherwise two concurrent writers of the same value would each find it free.
    await lockText(tx, `${type.uid} ${name} ${String(value)}`)
    const [other] = await run(tx, (builder) => {
      const column = quote(tx.layout.schema(type.uid).column(name))
      const conditions = [
        `${column} = ${builder.bind(kindOfAttribute(name, attribute), value)}`,
        `${quote(versionColumns.documentId)} <> ${builder.bind('text', documentId)}`,
        isPublished(),
        ...(locale === null ? [] : [`${quote(versionColumns.locale)} = ${builder.bind('text', locale)}`]),
      ]
      return `SELECT 1 AS "found" FROM ${quote(tableOf(tx, type))} WHERE ${conditions.join(' AND ')} LIMIT 1`
    })
    if (other) issues.add([name], 'This attribute must be unique', value)
  }
}

/** Locks a text until the transaction ends. With one writer at a time, this does nothing. */
export async function lockText(tx: Transaction, text: string): Promise<void> {
  const { dialect } = tx
  if (dialect.lockText) await run(tx, (builder) => dialect.lockText?.(builder.bind('text', text)) ?? '')
}

function isUnique({ declared }: ContentType, name: string): boolean {
  const attribute = declared[name]
  return attribute?.unique === true || attribute?.type === 'uid'
}
