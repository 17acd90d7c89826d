import type { Schema } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { Completeness } from '../input/check-field.js'
import { hashPasswords } from '../input/hash-passwords.js'
import type { RowWrites } from '../rows/row-hooks.js'
import { type Cell, type Transaction, type VersionPlace, versionColumns } from '../rows/row.js'
import type { SystemData } from '../rows/row-data.js'
import { checkRow } from './check-row.js'
import type { WriteScope } from './context.js'

/** Returns how the rows of a version are written. What its hooks change is checked as its data are. */
export function writesOf(
  tx: Transaction,
  version: VersionPlace,
  { settings, hooks }: Pick<WriteScope, 'settings' | 'hooks'>,
  completeness?: Completeness,
): RowWrites {
  const replan = async (schema: Schema, values: Values) => {
    const data = await hashPasswords(tx.registry, schema, values)
    const check = { version, schema, data, isNew: false, ...(completeness && { completeness }) }
    return checkRow(tx, check, settings)
  }
  return { tx, hooks, replan }
}

type Times = Partial<Readonly<Record<'createdAt' | 'updatedAt' | 'publishedAt', string | null>>>

/** Returns the system values of a new row. Hooks get the times as `Date` objects. */
export function systemOfNew({ type, documentId, locale }: VersionPlace, times: Times): SystemData {
  const { shown, cells } = systemOfStored(times)
  return {
    shown: { documentId, ...(type.localized && { locale }), ...shown },
    cells: (changed) => [
      { column: versionColumns.documentId, kind: 'text', value: documentId },
      { column: versionColumns.locale, kind: 'text', value: locale },
      ...cells(changed),
    ],
  }
}

/**
 * Returns the system values that a write of a stored row changes.
 * @param place the new document and locale of the row, if they change
 */
export function systemOfStored(times: Times, place: Values = {}): SystemData {
  const moved = (['documentId', 'locale'] as const).flatMap((name): Cell[] => {
    const value = place[name]
    return typeof value === 'string' && value !== '' ? [{ column: versionColumns[name], kind: 'text', value }] : []
  })
  const shown = Object.entries(times).map(([name, time]) => [name, time === null ? null : new Date(time)] as const)
  return {
    shown: Object.fromEntries(shown),
    cells: (changed) => [
      ...moved,
      ...Object.entries({ ...times, ...changed }).map(
        ([name, value]): Cell => ({ column: versionColumns[name as keyof Times], kind: 'datetime', value }),
      ),
    ],
  }
}
