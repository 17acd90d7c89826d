import type { ContentType, Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { FieldWrite } from '@content-api/engine/plan'
import { quote, run } from '@content-api/engine/write'
import { deleteLinksOf, deleteRow, storedComponents } from './delete-row.js'
import { type LinkChange, type LinkOwner, writeFiles, writeRelation } from './links.js'
import { cellsOf, insertRow, linkColumns, tableOf, type Transaction, updateRow } from './row.js'
import { type ComponentList, componentListsOf, mediaOf, morphListsOf, relationsOf } from './schema-links.js'

/** The checked values of one row: an entry or a component. Attributes that are absent keep their values. */
export interface RowData {
  readonly schema: Schema
  readonly fields: readonly FieldWrite[]
  readonly relations: readonly LinkChange[]
  readonly files: readonly LinkChange[]
  readonly morphs: readonly MorphChange[]
  readonly components: readonly ComponentsChange[]
}

/** The new list of a relation to entries of any type. */
export interface MorphChange {
  readonly name: string
  readonly set: readonly { readonly type: ContentType; readonly id: number }[]
}

/** The new list of a component attribute or a zone. */
export interface ComponentsChange {
  readonly name: string
  readonly items: readonly ComponentData[]
}

export interface ComponentData {
  /** The component of the row that is changed; null for a new one. */
  readonly id: number | null
  readonly row: RowData
}

/** Writes everything of a row that lies in other tables. */
export async function writeParts(tx: Transaction, owner: LinkOwner, data: RowData): Promise<void> {
  await writeComponents(tx, owner, data)
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
  for (const [at, target] of set.entries()) {
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

async function writeComponents(tx: Transaction, owner: LinkOwner, { components }: RowData): Promise<void> {
  const lists = componentListsOf(tx, owner.schema)
  for (const { name, items } of components) {
    const list = lists.find((each) => each.name === name)
    if (list) await replaceComponents(tx, owner, list, items)
  }
}

/** Replaces a list of components. Those that the new list names keep their rows. */
async function replaceComponents(
  tx: Transaction,
  owner: LinkOwner,
  list: ComponentList,
  items: readonly ComponentData[],
): Promise<void> {
  const stored = owner.isNew ? [] : await storedComponents(tx, owner.id, list)
  const key = (uid: string, id: number) => `${uid} ${id}`
  const known = new Set(stored.map(({ id, component }) => key(component.uid, id)))
  const kept = new Set(items.flatMap(({ id, row }) => (id === null ? [] : [key(row.schema.uid, id)])))
  if (![...kept].every((each) => known.has(each))) {
    const message = `Some of the provided components in ${list.name} are not related to the entity`
    throw new ApiError('ApplicationError', message)
  }
  for (const { id, component } of stored) {
    if (!kept.has(key(component.uid, id))) await deleteRow(tx, component, id)
  }
  if (stored.length > 0) await deleteLinksOf(tx, owner.id, list.join)
  for (const [at, item] of items.entries()) {
    await linkComponent(tx, owner.id, list, {
      uid: item.row.schema.uid,
      id: await writeComponent(tx, item),
      order: at + 1,
    })
  }
}

async function writeComponent(tx: Transaction, { id, row }: ComponentData): Promise<number> {
  const { schema, fields } = row
  const cells = cellsOf(tx, schema, fields)
  const table = tableOf(tx, schema)
  if (id !== null) await updateRow(tx, table, id, cells)
  const written = id ?? (await insertRow(tx, table, cells))
  await writeParts(tx, { schema, id: written, isNew: id === null }, row)
  return written
}

/** Adds a component to the list of its owner. */
export async function linkComponent(
  tx: Transaction,
  owner: number,
  { name, join }: ComponentList,
  { uid, id, order }: { readonly uid: string; readonly id: number; readonly order: number },
): Promise<void> {
  await insertRow(tx, join.table, [
    { column: join.source, kind: 'id', value: owner },
    { column: join.target, kind: 'id', value: id },
    { column: linkColumns.componentType, kind: 'text', value: uid },
    { column: linkColumns.field, kind: 'text', value: name },
    ...(join.order === null ? [] : [{ column: join.order, kind: 'double' as const, value: order }]),
  ])
}
