import type { Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Values } from '@content-api/engine/plan'
import { quote, run } from '@content-api/engine/write'
import type { RunningHooks } from '@content-api/core/entries/hooks/run-hooks'
import type { ResultChanges } from '@content-api/core/entries/hooks/result-changes'
import { runBefore } from './changed-data.js'
import { deleteLinksOf, deleteRow } from './delete-row.js'
import { shownData } from './hook-data.js'
import { type LinkOwner, writeFiles, writeRelation } from './links.js'
import { readFlat } from './read-row.js'
import {
  type ComponentData,
  type MorphChange,
  noSystemData,
  type RowData,
  type SystemData,
  type WrittenComponents,
} from './row-data.js'
import type { RowWrites } from './row-hooks.js'
import { type Cell, cellsOf, copyRow, insertRow, linkColumns, tableOf, type Transaction, updateRow } from './row.js'
import { storedComponents } from './stored-components.js'
import { type ComponentList, componentListsOf, mediaOf, morphListsOf, relationsOf } from './schema-links.js'

/** Where a row is written. */
export interface RowPlace {
  /** The row that is changed; null for a new one. */
  readonly id: number | null
  readonly system: SystemData
  /** Values that a new row has from another one; absent for none. */
  readonly inherited?: InheritedValues
}

/** Values that a new row takes over from another row of its table. */
export interface InheritedValues {
  readonly from: number
  /** The attributes with values. */
  readonly names: readonly string[]
  /** The copied components. `link` links them. */
  readonly components: readonly WrittenComponents[]
  /** Links the new row with what it has inherited. */
  readonly link: (id: number) => Promise<void>
}

export interface WrittenRow {
  readonly id: number
  /** What `after` hooks have changed in the result. */
  readonly changes: ResultChanges | null
}

/** Creates or changes a row. Its components are written before, so that hooks run for them first. */
export async function writeRow(writes: RowWrites, data: RowData, place: RowPlace): Promise<WrittenRow> {
  const { tx } = writes
  const { schema } = data
  const { id: stored, system, inherited } = place
  const lists = await writeComponents(writes, stored, data)
  const shown = await shownOf(writes, data, place, lists)
  const kind = stored === null ? 'Create' : 'Update'
  const hooks = (await writes.hooks?.start(tx, schema, { kind, id: stored, data: () => shown })) ?? null
  const { row, times } = hooks ? await runBefore(writes, hooks, { row: data, shown }) : { row: data, times: {} }
  const cells = [...system.cells(times), ...cellsOf(tx, schema, row.fields)]
  const table = tableOf(tx, schema)
  if (stored !== null) await updateRow(tx, table, stored, cells)
  const id = stored ?? (await insert(tx, schema, cells, inherited))
  for (const list of lists) await linkComponents(tx, id, list)
  await inherited?.link(id)
  await writeLinks(tx, { schema, id, isNew: stored === null }, row)
  return { id, changes: await runAfter(tx, hooks, schema, id) }
}

/** Returns the data for the hooks; nothing if there are none. */
async function shownOf(
  { tx, hooks }: RowWrites,
  data: RowData,
  { system, inherited }: RowPlace,
  lists: readonly WrittenComponents[],
): Promise<Values> {
  if (!hooks) return {}
  if (!inherited) return shownData(data, system, lists)
  const values = (await readFlat(tx, data.schema, inherited.from)) ?? {}
  return {
    ...Object.fromEntries(Object.entries(values).filter(([name]) => inherited.names.includes(name))),
    ...shownData(data, system, [...lists, ...inherited.components]),
  }
}

function insert(
  tx: Transaction,
  schema: Schema,
  cells: readonly Cell[],
  inherited: InheritedValues | undefined,
): Promise<number> {
  const table = tableOf(tx, schema)
  if (!inherited) return insertRow(tx, table, cells)
  const layout = tx.layout.schema(schema.uid)
  const columns = new Set([...cells.map(({ column }) => column), ...inherited.names.map((name) => layout.column(name))])
  return copyRow(tx, table, { id: inherited.from, columns: [...columns], changed: cells })
}

/** Runs the `after` hooks of a written row. Returns what they have changed in the result. */
export async function runAfter(
  tx: Transaction,
  hooks: RunningHooks | null,
  schema: Schema,
  id: number,
): Promise<ResultChanges | null> {
  const written = hooks && (await readFlat(tx, schema, id))
  return hooks && written && hooks.after(written)
}

/** Writes the links of a row. */
export async function writeLinks(
  tx: Transaction,
  owner: LinkOwner,
  data: Pick<RowData, 'relations' | 'files' | 'morphs'>,
): Promise<void> {
  const relations = relationsOf(tx, owner.schema)
  for (const change of data.relations) {
    const relation = relations.find(({ name }) => name === change.name)
    if (relation) await writeRelation(tx, owner, relation, change)
  }
  for (const change of data.files) {
    const media = mediaOf(tx, owner.schema).find(({ name }) => name === change.name)
    if (media) await writeFiles(tx, owner, media.join, media.isMultiple, change)
  }
  for (const change of data.morphs) await writeMorphs(tx, owner, change)
}

async function writeMorphs(
  tx: Transaction,
  { schema, id, isNew }: LinkOwner,
  { name, set }: MorphChange,
): Promise<void> {
  const join = morphListsOf(tx, schema).find((list) => list.name === name)?.join
  if (!join) return
  if (!isNew) {
    await run(
      tx,
      (builder) => `DELETE FROM ${quote(join.table)} WHERE ${quote(join.source)} = ${builder.bind('id', id)}`,
    )
  }
  const known = new Set<string>()
  const targets = set.filter(({ type, id: row }) => {
    const key = `${type.uid} ${row}`
    return !known.has(key) && known.add(key)
  })
  for (const [at, target] of targets.entries()) {
    await insertRow(tx, join.table, [
      { column: join.source, kind: 'id', value: id },
      { column: join.target, kind: 'id', value: target.id },
      { column: join.type, kind: 'text', value: target.type.uid },
      // Strapi 5 names the attribute only when it changes the list.
      { column: linkColumns.field, kind: 'text', value: isNew ? null : name },
      { column: join.order, kind: 'double', value: at + 1 },
    ])
  }
}

/**
 * Writes the components of a row. `linkComponents` links them with it.
 * @param owner null for a new row
 */
export async function writeComponents(
  writes: RowWrites,
  owner: number | null,
  { schema, components }: RowData,
): Promise<readonly WrittenComponents[]> {
  const lists = componentListsOf(writes.tx, schema)
  const written: WrittenComponents[] = []
  for (const { name, items } of components) {
    const list = lists.find((each) => each.name === name)
    if (list) written.push(await replaceComponents(writes, owner, list, items))
  }
  return written
}

/** Writes the components of a new list. Those that it names keep their rows, the others are deleted. */
async function replaceComponents(
  writes: RowWrites,
  owner: number | null,
  list: ComponentList,
  items: readonly ComponentData[],
): Promise<WrittenComponents> {
  const stored = owner === null ? [] : await storedComponents(writes.tx, owner, list)
  const key = (uid: string, id: number) => `${uid} ${id}`
  const known = new Set(stored.map(({ id, component }) => key(component.uid, id)))
  const kept = new Set(items.flatMap(({ id, row }) => (id === null ? [] : [key(row.schema.uid, id)])))
  if (![...kept].every((each) => known.has(each))) {
    const message = `Some of the provided components in ${list.name} are not related to the entity`
    // As in Strapi 5, the error of a zone has another name.
    throw list.attribute.type === 'dynamiczone'
      ? new ApiError('Error', message, { isBare: true })
      : new ApiError('ApplicationError', message)
  }
  for (const { id, component } of stored) {
    if (!kept.has(key(component.uid, id))) await deleteRow(writes, component, id)
  }
  const written: WrittenComponents['items'][number][] = []
  for (const { id, row } of items) {
    const place = { id, system: noSystemData }
    written.push({ uid: row.schema.uid, id: (await writeRow(writes, row, place)).id })
  }
  return { list, items: written, replaces: stored.length > 0 }
}

/** Makes components the list of their owner, in their order. */
export async function linkComponents(
  tx: Transaction,
  owner: number,
  { list, items, replaces }: WrittenComponents,
): Promise<void> {
  const { name, attribute, join } = list
  // A single component has no place.
  const isList = attribute.type === 'dynamiczone' || attribute.repeatable
  if (replaces) await deleteLinksOf(tx, owner, join)
  for (const [at, { uid, id }] of items.entries()) {
    await insertRow(tx, join.table, [
      { column: join.source, kind: 'id', value: owner },
      { column: join.target, kind: 'id', value: id },
      { column: linkColumns.componentType, kind: 'text', value: uid },
      { column: linkColumns.field, kind: 'text', value: name },
      ...(join.order === null ? [] : [{ column: join.order, kind: 'double' as const, value: isList ? at + 1 : null }]),
    ])
  }
}
