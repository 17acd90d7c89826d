import { type ContentType, isScalar } from '@content-api/model'
import { idList, quote, rowId, run } from '@content-api/engine/write'
import type { RunningHooks } from '@content-api/core/entries/hooks/run-hooks'
import { type ChangedRow, runBefore } from '../rows/changed-data.js'
import { copyFiles } from '../rows/copy-parts.js'
import { copyComponents } from '../rows/copy-row.js'
import { deleteComponents, deleteLinksOf } from '../rows/delete-row.js'
import { readFlat } from '../rows/read-row.js'
import { emptyRow } from '../rows/row-data.js'
import type { RowWrites } from '../rows/row-hooks.js'
import { cellsOf, tableOf, type Transaction, updateRow, type Version, versionColumns } from '../rows/row.js'
import { componentListsOf, mediaOf } from '../rows/schema-links.js'
import { runAfter, writeLinks } from '../rows/write-row.js'

/** Returns the attributes that all locales of a document share. Relations and uids are always of one locale. */
export function sharedNames({ declared, localized }: ContentType): readonly string[] {
  if (!localized) return []
  return Object.entries(declared).flatMap(([name, attribute]) =>
    attribute.localized || attribute.type === 'relation' || attribute.type === 'uid' ? [] : [name],
  )
}

interface SharedValues {
  /** The attributes to copy. */
  readonly names: readonly string[]
  /** The new time of change; null leaves it. */
  readonly updatedAt: string | null
}

/** Copies shared values of one version to versions in other locales. */
export async function copyValues(
  writes: RowWrites,
  source: Version,
  targets: readonly Version[],
  { names, updatedAt }: SharedValues,
): Promise<void> {
  if (targets.length === 0 || names.length === 0) return
  const { tx } = writes
  const { type } = source
  const shared = new Set(names)
  for (const target of targets) {
    const state = target.isDraft ? ('draft' as const) : ('published' as const)
    const copy = { schema: type, from: source.id, to: target.id, state, hasVersions: type.draftAndPublish }
    for (const list of componentListsOf(tx, type)) {
      if (!shared.has(list.name)) continue
      await deleteComponents(writes, target.id, list)
      await copyComponents(writes, copy, list)
    }
    for (const { name, join } of mediaOf(tx, type)) {
      if (!shared.has(name)) continue
      await deleteLinksOf(tx, target.id, join)
      await copyFiles(tx, copy, join)
    }
  }
  // The first row of a locale gets them before its own hooks end.
  const hooked = updatedAt === null ? [] : await startUpdates(writes, source, targets, names)
  await copyColumns(tx, source, targets, { names, updatedAt })
  for (const { target, hooks, changed } of hooked) {
    await updateRow(tx, tableOf(tx, type), target.id, cellsOf(tx, type, changed.row.fields))
    await writeLinks(tx, { schema: type, id: target.id, isNew: false }, changed.row)
    await runAfter(tx, hooks, type, target.id)
  }
}

interface HookedUpdate {
  readonly target: Version
  readonly hooks: RunningHooks
  readonly changed: ChangedRow
}

/** Runs the `before` hooks of the rows whose values change. */
async function startUpdates(
  writes: RowWrites,
  { type, id }: Version,
  targets: readonly Version[],
  names: readonly string[],
): Promise<readonly HookedUpdate[]> {
  const { tx } = writes
  if (!writes.hooks) return []
  const scalars = names.filter((name) => isScalar(type.declared[name] as ContentType['declared'][string]))
  const valuesOf = async (row: number) => {
    const values = await readFlat(tx, type, row)
    return Object.fromEntries(scalars.map((name) => [name, values?.[name] ?? null]))
  }
  const shown = await valuesOf(id)
  const started: HookedUpdate[] = []
  for (const target of targets) {
    if (JSON.stringify(await valuesOf(target.id)) === JSON.stringify(shown)) continue
    const hooks = await writes.hooks.start(tx, type, { kind: 'Update', id: target.id, data: () => shown })
    if (!hooks) return []
    started.push({ target, hooks, changed: await runBefore(writes, hooks, { row: emptyRow(type), shown }) })
  }
  return started
}

async function copyColumns(
  tx: Transaction,
  { type, id }: Version,
  targets: readonly Version[],
  { names, updatedAt }: SharedValues,
): Promise<void> {
  const layout = tx.layout.schema(type.uid)
  const columns = names.flatMap((name) => {
    const attribute = type.declared[name]
    return attribute && isScalar(attribute) ? [quote(layout.column(name))] : []
  })
  if (columns.length === 0) return
  const table = quote(tableOf(tx, type))
  await run(tx, (builder) => {
    const values = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${rowId} = ${builder.bind('id', id)}`
    const touched =
      updatedAt === null ? '' : `, ${quote(versionColumns.updatedAt)} = ${builder.bind('datetime', updatedAt)}`
    const ids = idList(
      builder,
      targets.map((target) => target.id),
    )
    return `UPDATE ${table} SET (${columns.join(', ')}) = (${values})${touched} WHERE ${rowId} IN (${ids})`
  })
}
