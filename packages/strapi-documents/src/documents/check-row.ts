import type { Schema } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { Completeness } from '../input/check-field.js'
import { planEntry } from '../input/plan-row.js'
import { resolveLinks } from '../input/resolve-links.js'
import { RowIssues } from '../input/row-issues.js'
import { readRow } from '../rows/read-row.js'
import type { Transaction, Version, VersionPlace } from '../rows/row.js'
import type { RowData } from '../rows/row-data.js'
import type { DocumentSettings } from './context.js'
import { addDuplicates } from './unique-values.js'

interface RowCheck {
  readonly version: VersionPlace
  /** The schema of the data, if it is that of a component of the version. */
  readonly schema?: Schema
  readonly data: Values
  readonly isNew: boolean
  /** The attributes whose values are copied from another row. */
  readonly inherited?: ReadonlySet<string>
  /** By default that of the version. */
  readonly completeness?: Completeness
}

/**
 * Checks the data for a row and plans its write.
 * @throws ApiError ValidationError with all problems
 */
export async function checkRow(tx: Transaction, check: RowCheck, settings: DocumentSettings): Promise<RowData> {
  const { version, data, isNew, inherited, schema = version.type } = check
  const source = { ...version, defaultLocale: settings.defaultLocale }
  const { changes, missing } = await resolveLinks(tx, data, source, schema)
  const completeness = check.completeness ?? (version.isDraft ? 'draft' : 'complete')
  const issues = new RowIssues()
  const row = planEntry(schema, data, isNew, {
    registry: tx.registry,
    dialect: tx.dialect.name,
    completeness,
    strictRelations: settings.strictRelations,
    issues,
    links: changes,
    ...(inherited && { inherited }),
  })
  if (completeness === 'complete' && schema === version.type) await addDuplicates(tx, version, row, issues)
  // As in Strapi 5, one type of missing rows is reported.
  const [lost] = missing
  if (lost) issues.add([], `${lost[1].size} relation(s) of type ${lost[0]} associated with this entity do not exist`)
  issues.sort(Object.keys(schema.declared))
  issues.throwIfAny()
  return row
}

/**
 * Checks that a stored row may be published.
 * @param version the row, and the place of the version that gets its values
 * @param changed values that the published version has in place of the stored ones
 * @throws ApiError ValidationError with all problems
 */
export async function checkStored(
  tx: Transaction,
  version: Version,
  { strictRelations }: DocumentSettings,
  changed: Values = {},
): Promise<void> {
  const { type } = version
  const values = { ...(await readRow(tx, type, version.id)), ...changed }
  const issues = new RowIssues()
  const rules = {
    registry: tx.registry,
    dialect: tx.dialect.name,
    completeness: 'complete' as const,
    strictRelations,
    issues,
    links: new Map(),
  }
  await addDuplicates(tx, version, planEntry(type, values, false, rules), issues)
  issues.sort(Object.keys(type.declared))
  issues.throwIfAny()
}
