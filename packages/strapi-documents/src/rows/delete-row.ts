import type { Schema } from '@content-api/model'
import { quote, rowId, run } from '@content-api/engine/write'
import type { RunningHooks } from '@content-api/core/entries/hooks/run-hooks'
import { ownedBy } from './links.js'
import { readFlat } from './read-row.js'
import type { RowWrites } from './row-hooks.js'
import { type StoredComponent, storedComponents } from './stored-components.js'
import { tableOf, type Transaction } from './row.js'
import { allSchemas, type ComponentList, componentListsOf, mediaOf, morphListsOf, relationsOf } from './schema-links.js'

/** Deletes a row with its components and all links from and to it. */
export async function deleteRow(writes: RowWrites, schema: Schema, id: number): Promise<void> {
  await deleteRows(writes, schema, [id])
}

/**
 * Deletes rows with their components and all links from and to them. As in Strapi 5, the `before` hooks of all
 * rows run first. The components of an entry are deleted after it, those of a component before it.
 */
export async function deleteRows(writes: RowWrites, schema: Schema, ids: readonly number[]): Promise<void> {
  const { tx } = writes
  const rows: StartedDelete[] = []
  for (const id of ids) rows.push(await startDelete(writes, schema, id))
  for (const { id, components, hooks } of rows) {
    if (schema.model === 'component') await deleteStored(writes, components)
    const deleted = hooks && (await readFlat(tx, schema, id))
    await deleteOwnRow(tx, schema, id)
    if (hooks && deleted) await hooks.after(deleted)
  }
  if (schema.model === 'component') return
  for (const { components } of rows) await deleteStored(writes, components)
}

interface StartedDelete {
  readonly id: number
  readonly components: readonly StoredComponent[]
  readonly hooks: RunningHooks | null
}

async function startDelete({ tx, hooks }: RowWrites, schema: Schema, id: number): Promise<StartedDelete> {
  const components: StoredComponent[] = []
  for (const list of componentListsOf(tx, schema)) components.push(...(await storedComponents(tx, id, list)))
  const started = (await hooks?.start(tx, schema, { kind: 'Delete', id })) ?? null
  await started?.before()
  return { id, components, hooks: started }
}

async function deleteOwnRow(tx: Transaction, schema: Schema, id: number): Promise<void> {
  for (const list of componentListsOf(tx, schema)) await deleteLinksOf(tx, id, list.join)
  for (const { join } of mediaOf(tx, schema)) await deleteLinksOf(tx, id, join)
  for (const { join } of relationsOf(tx, schema)) await deleteWhere(tx, join.table, join.source, id)
  for (const { join } of morphListsOf(tx, schema)) await deleteWhere(tx, join.table, join.source, id)
  if (schema.model === 'contentType') await deleteLinksTo(tx, schema.uid, id)
  await deleteWhere(tx, tableOf(tx, schema), rowId, id)
}

async function deleteStored(writes: RowWrites, components: readonly StoredComponent[]): Promise<void> {
  for (const { id, component } of components) await deleteRow(writes, component, id)
}

/** Deletes the components of an attribute, and what they contain. */
export async function deleteComponents(writes: RowWrites, owner: number, list: ComponentList): Promise<void> {
  await deleteStored(writes, await storedComponents(writes.tx, owner, list))
  await deleteLinksOf(writes.tx, owner, list.join)
}

/** Deletes the rows of a table that link an owner with its components or files. */
export async function deleteLinksOf(tx: Transaction, owner: number, join: ComponentList['join']): Promise<void> {
  await run(tx, (builder) => `DELETE FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, owner)}`)
}

async function deleteWhere(tx: Transaction, table: string, column: string, id: number): Promise<void> {
  const name = column === rowId ? column : quote(column)
  await run(tx, (builder) => `DELETE FROM ${quote(table)} WHERE ${name} = ${builder.bind('id', id)}`)
}

async function deleteLinksTo(tx: Transaction, uid: string, id: number): Promise<void> {
  for (const { join } of relationsTo(tx, uid)) await deleteWhere(tx, join.table, join.target, id)
  for (const schema of allSchemas(tx.registry)) {
    for (const { join } of morphListsOf(tx, schema)) {
      await run(tx, (builder) => {
        const where = `${quote(join.type)} = ${builder.bind('text', uid)} AND ${quote(join.target)} = ${builder.bind('id', id)}`
        return `DELETE FROM ${quote(join.table)} WHERE ${where}`
      })
    }
  }
}

/** Returns the relations of all schemas to a type, with the schema that has each. */
export function relationsTo(tx: Transaction, uid: string) {
  return allSchemas(tx.registry).flatMap((schema) =>
    relationsOf(tx, schema).flatMap((relation) => (relation.target.uid === uid ? [{ schema, ...relation }] : [])),
  )
}
