import { rowId } from '../layout/columns.js'
import type { Schema } from '@content-api/model'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { type Issue, validationError } from '../errors/api-error.js'
import type { FieldWrite, GeneratedUid } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import { run, runTogether } from './run.js'
import { lockTexts } from './row-locks.js'

/** The row whose values must be unique. */
export interface UniqueRow {
  readonly schema: Schema
  readonly path: readonly (string | number)[]
  /** Null for a new row. */
  readonly id: number | null
  /**
   * The localization group of the entry, within which values may repeat; null for components, types without
   * locales, and entries that start a new group.
   */
  readonly group: number | null
}

const message = 'This attribute must be unique'

/**
 * Checks that values are unique within their type, including drafts and all locales. Other localizations of
 * the same entry are ignored.
 *
 * @throws ApiError ValidationError that lists every value that another row has
 */
export async function checkUnique(tx: WriteTransaction, row: UniqueRow, fields: readonly FieldWrite[]): Promise<void> {
  const unique = fields.filter(({ attribute, value }) => value !== null && isUnique(attribute))
  if (unique.length === 0) return
  if (!isIndexed(row.schema)) {
    // Otherwise two concurrent writers of the same value would each find it free.
    const values = unique.map(({ name, value }) => `${row.schema.uid} ${name} ${String(value)}`)
    await lockTexts(tx, values)
  }
  const layout = tx.layout.schema(row.schema.uid)
  const [taken] = await run(tx, (builder) => {
    const probes = unique.map(({ name, attribute, value }, index) => {
      const conditions = [
        `${quote(layout.column(name))} = ${builder.bind(scalarBehaviours[attribute.type].storage, value)}`,
      ]
      if (row.id !== null) conditions.push(`${rowId} <> ${builder.bind('id', row.id)}`)
      if (row.group !== null)
        conditions.push(`${quote(tx.layout.entryColumns.group)} <> ${builder.bind('id', row.group)}`)
      const found = `SELECT 1 FROM ${quote(layout.table)} WHERE ${conditions.join(' AND ')}`
      return `CASE WHEN EXISTS (${found}) THEN 1 ELSE 0 END AS "taken${index}"`
    })
    return `SELECT ${probes.join(', ')}`
  })
  const issues = unique.flatMap(({ name }, index): Issue[] =>
    Number(taken?.[`taken${index}`]) === 1 ? [{ path: [...row.path, name], message }] : [],
  )
  if (issues.length > 0) throw validationError(issues)
}

/**
 * Returns whether a unique index enforces uniqueness. Components have none, and that of a localised type only
 * covers one locale.
 */
const isIndexed = (schema: Schema) => schema.model !== 'component' && !schema.localized

export function isUnique({ unique, type }: FieldWrite['attribute']): boolean {
  return unique === true || type === 'uid'
}

/** Generated uids that were free when they were chosen. */
export interface NumberedUids {
  readonly writes: readonly FieldWrite[]
  /** Those of `writes` that another transaction may have stored since then. */
  readonly unchecked: readonly FieldWrite[]
}

/**
 * Appends to each generated uid the lowest number that makes it unique; no number if it already is.
 * @param group the localization group of the entry, within which uids may repeat
 */
export async function numberUids(
  tx: WriteTransaction,
  schema: Schema,
  generated: readonly GeneratedUid[],
  group: number | null,
): Promise<NumberedUids> {
  const writes: FieldWrite[] = []
  const unchecked: FieldWrite[] = []
  for (const { name, attribute, base } of generated) {
    let value = base
    await runTogether(tx, [
      // Otherwise two entries with the same title, created concurrently, would find the same number free.
      () => lockTexts(tx, [`${schema.uid} ${name} ${base}`]),
      async () => (value = await freeUid(tx, { schema, name, base, group })),
    ])
    const write = { name, attribute, value }
    writes.push(write)
    // The base stays free: it is locked, or this transaction is the only writer.
    if (value !== base && tx.dialect.lockText) unchecked.push(write)
  }
  return { writes, unchecked }
}

/** Returns the first free uid. Each statement tries more numbers than the one before. */
async function freeUid(
  tx: WriteTransaction,
  { schema, name, base, group }: Pick<UniqueRow, 'schema' | 'group'> & Pick<GeneratedUid, 'name' | 'base'>,
): Promise<string> {
  const layout = tx.layout.schema(schema.uid)
  const column = quote(layout.column(name))
  for (let first = 0, count = 8; ; first += count, count = Math.min(count * 8, 4096)) {
    const candidates = Array.from({ length: count }, (_, index) => numbered(base, first + index))
    const rows = await run(tx, (builder) => {
      const list = candidates.map((candidate) => builder.bind('text', candidate)).join(', ')
      const others = group === null ? '' : ` AND ${quote(tx.layout.entryColumns.group)} <> ${builder.bind('id', group)}`
      return `SELECT ${column} AS "uid" FROM ${quote(layout.table)} WHERE ${column} IN (${list})${others}`
    })
    const taken = new Set(rows.map((row) => row['uid']))
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return free
  }
}

function numbered(base: string, number: number): string {
  return number === 0 ? base : `${base}-${number}`
}
