import { rowId } from '../layout/columns.js'
import { ApiError } from '../errors/api-error.js'
import { displayName } from '../plan/body-issues.js'
import type { ComponentItem, ComponentWrite, LinkWrite, ZoneWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import { isStoredElsewhere, type LinkOwner, writeLinks } from './links.js'
import { insertRow, scalarColumns, updateRow } from './rows.js'
import { checkUnique, isUnique } from './unique.js'
import type { Attribute, ComponentAttribute, DynamicZoneAttribute, Schema } from '@content-api/model'
import { quote } from '../layout/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { idList, run, runChunked, runTogether, toId, toNumber } from './run.js'

type HolderWrite = ComponentWrite | ZoneWrite

const isHolder = (link: LinkWrite): link is HolderWrite => link.kind === 'component' || link.kind === 'zone'

/** Writes all links of a row that aren't columns of that row. */
export async function writeLinksAndComponents(
  tx: WriteTransaction,
  owner: LinkOwner,
  links: readonly LinkWrite[],
): Promise<void> {
  const holders = links.filter(isHolder)
  const others = links.filter((link) => !isHolder(link))
  const steps = [
    () => writeLinks(tx, owner, others),
    ...holders.map((holder) => () => writeComponents(tx, owner, holder)),
  ]
  if (owner.isNew && hasSeparateTables(holders)) await runTogether(tx, steps)
  else for (const step of steps) await step()
}

/** Returns whether a new row has links or components that `writeLinksAndComponents` stores. */
export function writesOtherTables(tx: WriteTransaction, schema: Schema, links: readonly LinkWrite[]): boolean {
  const layout = tx.layout.schema(schema.uid)
  return links.some((write) => {
    if (isHolder(write)) return write.items.length > 0
    if (!isStoredElsewhere(layout.link(write.name))) return false
    return (write.kind === 'relation' ? write.connect : write.set).length > 0
  })
}

/** Returns whether each component occurs in one attribute only. Otherwise the order of statements decides on ids. */
function hasSeparateTables(holders: readonly HolderWrite[]): boolean {
  const items = holders.flatMap((holder) => holder.items)
  const uids = holders.flatMap((holder) => [...new Set(holder.items.map(({ component }) => component.uid))])
  return new Set(uids).size === uids.length && items.every(({ links }) => links.length === 0)
}

/**
 * Replaces the components of one attribute. Items with an id are merged into their rows, other items are
 * inserted. Rows without an item are deleted, including nested components.
 *
 * @throws ApiError ApplicationError for an id of a component that the owner doesn't have
 */
async function writeComponents(tx: WriteTransaction, owner: LinkOwner, write: HolderWrite): Promise<void> {
  const existing = owner.isNew ? [] : await readComponents(tx, owner.schema, write.name, write.attribute, [owner.id])
  const rows = new Map(existing.map((row) => [keyOf(row.component, row.id), row]))
  const named = new Set<string>()
  for (const { id, component } of write.items) {
    if (id === null) continue
    const key = keyOf(component.uid, id)
    if (!rows.has(key)) throw notRelated(write)
    named.add(key)
  }
  await deleteRows(
    tx,
    existing.filter((row) => !named.has(keyOf(row.component, row.id))),
  )
  if (await insertTogether(tx, owner, write)) return
  for (const [index, item] of write.items.entries()) {
    const row = item.id === null ? null : (rows.get(keyOf(item.component.uid, item.id)) ?? null)
    await writeItem(tx, owner, write, item, { row, position: index + 1 })
  }
}

/**
 * Inserts new rows of one component in one statement if none of them has links or unique values. Returns
 * whether it did.
 */
async function insertTogether(tx: WriteTransaction, owner: LinkOwner, write: HolderWrite): Promise<boolean> {
  const [first, ...rest] = write.items
  if (!first || rest.length === 0) return false
  const plain = ({ id, component, links, fields }: ComponentItem) =>
    id === null &&
    component === first.component &&
    links.length === 0 &&
    !fields.some(({ attribute }) => isUnique(attribute))
  if (!write.items.every(plain)) return false
  const columns = new Set(write.items.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const empty = Object.fromEntries(
    [...columns].map((name) => [tx.layout.schema(first.component.uid).column(name), null]),
  )
  const rows = write.items.map(({ component, fields }, index) => ({
    ...empty,
    ...scalarColumns(tx, component, fields),
    ...belongsTo(tx, owner, write.name, index + 1),
  }))
  await tx.insertMany(tx.layout.schema(first.component.uid).table, rows)
  return true
}

async function writeItem(
  tx: WriteTransaction,
  owner: LinkOwner,
  write: HolderWrite,
  item: ComponentItem,
  { row, position }: { readonly row: ComponentRow | null; readonly position: number },
): Promise<void> {
  const { component: schema, fields, links, path } = item
  await checkUnique(tx, { schema, path, id: item.id, group: null }, fields)
  if (row) {
    await updateRow(tx, schema, row.id, { fields, links })
    await placeComponents(tx, [{ ...row, to: position }])
    await writeLinksAndComponents(tx, { schema, id: row.id, isNew: false }, links)
  } else {
    const { id } = await insertRow(tx, schema, { fields, links, extra: belongsTo(tx, owner, write.name, position) })
    await writeLinksAndComponents(tx, { schema, id, isNew: true }, links)
  }
}

function belongsTo({ layout }: WriteTransaction, owner: LinkOwner, field: string, position: number) {
  const { ownerColumns } = layout
  return {
    [ownerColumns.type]: owner.schema.uid,
    [ownerColumns.id]: owner.id,
    [ownerColumns.field]: field,
    [ownerColumns.position]: position,
  }
}

async function deleteRows(tx: WriteTransaction, rows: readonly ComponentRow[]): Promise<void> {
  for (const uid of new Set(rows.map(({ component }) => component))) {
    await deleteComponents(
      tx,
      uid,
      rows.filter(({ component }) => component === uid).map(({ id }) => id),
    )
  }
}

/** The error names are those of Strapi 4.26. */
function notRelated({ kind, path }: HolderWrite): ApiError {
  const message = `Some of the provided components in ${displayName(path)} are not related to the entity`
  return new ApiError(kind === 'zone' ? 'Error' : 'ApplicationError', message)
}

/** Returns a key of component and id: each component has a table of its own, so ids may repeat within a zone. */
function keyOf(component: string, id: number): string {
  return `${component} ${id}`
}

interface ComponentRow {
  /** The component's uid. */
  readonly component: string
  readonly id: number
  readonly owner: number
  readonly position: number
}

type Holder = ComponentAttribute | DynamicZoneAttribute

export function holdsComponents(attribute: Attribute): attribute is Holder {
  return attribute.type === 'component' || attribute.type === 'dynamiczone'
}

/** Returns the uids of the components that an attribute may contain. */
export function componentsOf(attribute: Holder): readonly string[] {
  return attribute.type === 'component' ? [attribute.component] : attribute.components
}

/** Returns the components of rows in one attribute, in order. */
export async function readComponents(
  tx: WriteTransaction,
  schema: Schema,
  name: string,
  attribute: Holder,
  owners: readonly number[],
): Promise<ComponentRow[]> {
  const rows: ComponentRow[] = []
  const { id, position } = tx.layout.ownerColumns
  for (const uid of componentsOf(attribute)) {
    const table = tx.layout.schema(uid).table
    const found = await runChunked(
      tx,
      owners,
      (builder, chunk) =>
        `SELECT ${rowId}, ${quote(id)} AS "owner", ${quote(position)} AS "place" FROM ${quote(table)} WHERE ${ownedBy(tx, builder, schema, chunk, name)}`,
    )
    for (const row of found) {
      const place = toNumber(row['place']) ?? 0
      rows.push({ component: uid, id: toId(row['id']), owner: toId(row['owner']), position: place })
    }
  }
  return rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
}

/** Deletes the components of rows, including nested ones. `names` limits this to some attributes. */
export async function deleteComponentsOf(
  tx: WriteTransaction,
  schema: Schema,
  owners: readonly number[],
  names: readonly string[] = Object.keys(schema.declared),
): Promise<void> {
  if (owners.length === 0) return
  for (const name of names) {
    const attribute = schema.declared[name] as Attribute
    if (!holdsComponents(attribute)) continue
    for (const uid of componentsOf(attribute)) await deleteOwned(tx, schema, owners, name, uid)
  }
}

async function deleteOwned(
  tx: WriteTransaction,
  schema: Schema,
  owners: readonly number[],
  name: string,
  uid: string,
): Promise<void> {
  const component = tx.registry.component(uid)
  const table = quote(tx.layout.schema(uid).table)
  if (!Object.values(component.declared).some(holdsComponents)) {
    await runChunked(
      tx,
      owners,
      (builder, chunk) => `DELETE FROM ${table} WHERE ${ownedBy(tx, builder, schema, chunk, name)}`,
    )
    return
  }
  const rows = await runChunked(
    tx,
    owners,
    (builder, chunk) => `SELECT ${rowId} FROM ${table} WHERE ${ownedBy(tx, builder, schema, chunk, name)}`,
  )
  await deleteComponents(
    tx,
    uid,
    rows.map((row) => toId(row['id'])),
  )
}

/** Deletes rows of one component, including nested components. */
async function deleteComponents(tx: WriteTransaction, uid: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await deleteComponentsOf(tx, tx.registry.component(uid), ids)
  const table = quote(tx.layout.schema(uid).table)
  await runChunked(tx, ids, (builder, chunk) => `DELETE FROM ${table} WHERE ${rowId} IN (${idList(builder, chunk)})`)
}

/** Updates the positions of components that stay. */
async function placeComponents(
  tx: WriteTransaction,
  rows: readonly (ComponentRow & { readonly to: number })[],
): Promise<void> {
  for (const { component, id, position, to } of rows) {
    if (position === to) continue
    const table = quote(tx.layout.schema(component).table)
    await run(tx, (builder) => {
      const place = `${quote(tx.layout.ownerColumns.position)} = ${builder.bind('double', to)}`
      return `UPDATE ${table} SET ${place} WHERE ${rowId} = ${builder.bind('id', id)}`
    })
  }
}

function ownedBy(
  { layout }: WriteTransaction,
  builder: StatementBuilder,
  schema: Schema,
  owners: readonly number[],
  name: string,
): string {
  const { ownerColumns } = layout
  const type = `${quote(ownerColumns.type)} = ${builder.bind('text', schema.uid)}`
  const field = `${quote(ownerColumns.field)} = ${builder.bind('text', name)}`
  return `${type} AND ${field} AND ${quote(ownerColumns.id)} IN (${idList(builder, owners)})`
}
