import type { Values } from '@content-api/engine/plan'
import type { ResultChanges } from '@content-api/core/entries/hooks/result-changes'
import { runBefore } from './changed-data.js'
import { type Copy, copyFiles, copyLinks, copyMorphs, linkedIds } from './copy-parts.js'
import { shownData } from './hook-data.js'
import { readFlat } from './read-row.js'
import { emptyRow, noSystemData, type RowData, type SystemData, type WrittenComponents } from './row-data.js'
import type { RowWrites } from './row-hooks.js'
import { cellsOf, copyRow, tableOf, type Transaction } from './row.js'
import {
  columnsOf,
  type ComponentList,
  componentListsOf,
  isExclusive,
  isTwoWay,
  mediaOf,
  morphListsOf,
  type Relation,
  relationsOf,
} from './schema-links.js'
import { storedComponents } from './stored-components.js'
import { linkComponents, runAfter, writeComponents, writeLinks } from './write-row.js'

/** The copied components of an attribute. They aren't linked yet, neither with their owner nor with other rows. */
export interface CopiedComponents extends WrittenComponents {
  readonly copies: readonly CopiedRow[]
}

/** A copied row, whose links are copied once its entry exists: they may lead to it. */
export interface CopiedRow {
  readonly copy: Copy
  readonly components: readonly CopiedComponents[]
  /** The links that a hook has changed. */
  readonly changed: Pick<RowData, 'relations' | 'files' | 'morphs'>
  /** Runs the `after` hooks. */
  readonly finish: () => Promise<ResultChanges | null>
}

/** What a copy has in place of the values of its original. */
interface CopyChanges {
  readonly system?: SystemData
  readonly row?: RowData
}

/** Copies a row and its components, with other system values. Its links are copied by `copyLinksOf`. */
export async function copyOwnRow(
  writes: RowWrites,
  source: Omit<Copy, 'to'>,
  { system = noSystemData, row: given = emptyRow(source.schema) }: CopyChanges = {},
): Promise<CopiedRow> {
  const { tx } = writes
  const { schema, from } = source
  const components: CopiedComponents[] = []
  const isGiven = (name: string) => given.components.some((change) => change.name === name)
  for (const list of componentListsOf(tx, schema)) {
    if (!isGiven(list.name)) components.push(await copyComponentRows(writes, source, list))
  }
  for (const written of await writeComponents(writes, null, given)) components.push({ ...written, copies: [] })
  const shown = writes.hooks ? await shownCopy(tx, source, { system, row: given }, components) : {}
  const hooks = (await writes.hooks?.start(tx, schema, { kind: 'Create', id: null, data: () => shown })) ?? null
  const { row, times } = hooks ? await runBefore(writes, hooks, { row: given, shown }) : { row: given, times: {} }
  const to = await copyRow(tx, tableOf(tx, schema), {
    id: from,
    columns: columnsOf(tx, schema),
    changed: [...system.cells(times), ...cellsOf(tx, schema, row.fields)],
  })
  return { copy: { ...source, to }, components, changed: row, finish: () => runAfter(tx, hooks, schema, to) }
}

/** Returns a copied row as hooks get it: with all values, and with the ids of the rows that it will link. */
async function shownCopy(
  tx: Transaction,
  source: Omit<Copy, 'to'>,
  { system, row }: Required<CopyChanges>,
  components: readonly CopiedComponents[],
): Promise<Values> {
  const { schema, from } = source
  const { id: _, ...values } = (await readFlat(tx, schema, from)) ?? { id: from }
  const linked: Record<string, unknown> = {}
  for (const relation of relationsOf(tx, schema)) {
    if (!copiesRelation({ ...source, to: source.from }, relation)) continue
    linked[relation.name] = { set: (await linkedIds(tx, source, relation)).map((id) => ({ id })) }
  }
  return { ...values, ...linked, ...shownData(row, system, components) }
}

/** Copies the components of an attribute. `linkCopied` links them with their new owner. */
export async function copyComponentRows(
  writes: RowWrites,
  { replaced: _, ...source }: Omit<Copy, 'to'>,
  list: ComponentList,
): Promise<CopiedComponents> {
  const copies: CopiedRow[] = []
  for (const { id, component } of await storedComponents(writes.tx, source.from, list)) {
    const copied = await copyOwnRow(writes, { ...source, schema: component, from: id })
    await copied.finish()
    copies.push(copied)
  }
  const items = copies.map(({ copy }) => ({ uid: copy.schema.uid, id: copy.to }))
  return { list, items, copies, replaces: false }
}

/** Copies everything of a copied row that lies in other tables, and links it with its components. */
export async function copyLinksOf(tx: Transaction, copied: CopiedRow): Promise<void> {
  const { copy, components, changed } = copied
  const { schema, to } = copy
  for (const list of components) await linkCopied(tx, to, list)
  const isChanged = (name: string) =>
    [changed.relations, changed.files, changed.morphs].some((changes) => changes.some((change) => change.name === name))
  for (const { name, join } of mediaOf(tx, schema)) if (!isChanged(name)) await copyFiles(tx, copy, join)
  for (const { name, join } of morphListsOf(tx, schema)) if (!isChanged(name)) await copyMorphs(tx, copy, join)
  for (const relation of relationsOf(tx, schema)) {
    if (!isChanged(relation.name) && copiesRelation(copy, relation)) await copyLinks(tx, copy, relation)
  }
  await writeLinks(tx, { schema, id: to, isNew: true }, changed)
}

/** A partner that can have only one entry stays with the original of a clone. */
const copiesRelation = ({ isClone = false }: Copy, { attribute }: Relation): boolean =>
  !(isClone && isTwoWay(attribute) && isExclusive(attribute))

/** Links copied components with their owner, and with what they link. */
export async function linkCopied(tx: Transaction, owner: number, list: CopiedComponents): Promise<void> {
  await linkComponents(tx, owner, list)
  for (const copied of list.copies) await copyLinksOf(tx, copied)
}

/** Copies the components of an attribute to another row, which has none. */
export async function copyComponents(writes: RowWrites, copy: Copy, list: ComponentList): Promise<void> {
  await linkCopied(writes.tx, copy.to, await copyComponentRows(writes, copy, list))
}
