import type { Schema } from '@content-api/model'
import { idList, numbersTable, quote, rowId, run, runChunked, type StatementBuilder } from '@content-api/engine/write'
import { changedOrders, firstOrders, type LinkChange, rowsOf, type StoredLink } from './link-orders.js'
import { tableOf, type Transaction, versionColumns } from './row.js'
import { isExclusive, isToOne, isTwoWay, type Join, type Relation } from './schema-links.js'

export type { LinkChange, Partner } from './link-orders.js'

/** The row whose links are written. */
export interface LinkOwner {
  readonly schema: Schema
  readonly id: number
  readonly isNew: boolean
}

/** Changes the partners of a relation. @throws ApiError ValidationError for an impossible position */
export async function writeRelation(
  tx: Transaction,
  owner: LinkOwner,
  { attribute, target, join }: Relation,
  change: LinkChange,
): Promise<void> {
  const isOne = isToOne(attribute)
  const { set, connect } = isOne ? withOnePartner(change) : change
  const stored = owner.isNew ? [] : await storedLinks(tx, owner.id, join)
  const added = rowsOf(set ?? connect)
  const removed = set ? stored.map((link) => link.target) : change.disconnect
  const kept = new Set(added)
  const left = new Set(removed.filter((row) => !kept.has(row)))
  if (left.size > 0) await deleteLinks(tx, owner.id, join, [...left])
  const places = () => ordersOf(owner, { ...change, set, connect }, stored, left)
  const orders = join.order === null ? new Map(added.map((row) => [row, 1])) : places()
  await writeLinks(tx, owner, join, { orders, stored })
  if (added.length === 0) return
  if (isTwoWay(attribute) && isExclusive(attribute)) await takeOver(tx, owner, join, added)
  if (isOne && !set) await deleteOtherDocuments(tx, owner.id, join, tableOf(tx, target), added[0] as number)
}

function ordersOf(
  { isNew }: LinkOwner,
  change: LinkChange,
  stored: readonly StoredLink[],
  removed: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  return isNew || change.set ? firstOrders(change) : changedOrders(stored, removed, change)
}

/** In a list that replaces another one the last partner counts, in `connect` the first one. */
function withOnePartner({ set, connect }: LinkChange): Pick<LinkChange, 'set' | 'connect'> {
  return { set: set && set.slice(-1), connect: connect.slice(0, 1) }
}

/** Changes the files of a media attribute. */
export async function writeFiles(
  tx: Transaction,
  owner: LinkOwner,
  join: Join,
  isMultiple: boolean,
  change: LinkChange,
): Promise<void> {
  const one = isMultiple ? change : withOnePartner(change)
  const replaces = one.set !== null || (!isMultiple && one.connect.length > 0)
  const files = rowsOf(one.set ?? one.connect)
  if (!owner.isNew) {
    // Connected files go to the end, also those that are there already.
    const removed = replaces ? null : [...new Set([...change.disconnect, ...files])]
    if (removed === null)
      await run(tx, (builder) => `DELETE FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, owner.id)}`)
    else await deleteLinks(tx, owner.id, join, removed)
  }
  const last = owner.isNew || replaces || files.length === 0 ? 0 : await lastFile(tx, owner, join)
  const orders = new Map(files.map((file, index) => [file, last + index + 1]))
  await writeLinks(tx, owner, join, { orders, stored: [] })
}

/** Returns the last place of the files of an entry. Strapi 5 counts the files of all attributes of the entry. */
async function lastFile(
  tx: Transaction,
  { id, schema }: LinkOwner,
  { table, source, order, only = {} }: Join,
): Promise<number> {
  const [row] = await run(tx, (builder) => {
    const type = Object.entries(only).find(([, value]) => value === schema.uid)
    const conditions = [
      `${quote(source)} = ${builder.bind('id', id)}`,
      ...(type ? [`${quote(type[0])} = ${builder.bind('text', type[1])}`] : []),
    ]
    return `SELECT max(${quote(order as string)}) AS "last" FROM ${quote(table)} WHERE ${conditions.join(' AND ')}`
  })
  return Number(row?.['last'] ?? 0)
}

/** Returns the condition for the rows of a link table that belong to an owner. */
export function ownedBy(builder: StatementBuilder, { source, only = {} }: Join, owner: number): string {
  const conditions = Object.entries(only).map(([column, value]) => `${quote(column)} = ${builder.bind('text', value)}`)
  return [`${quote(source)} = ${builder.bind('id', owner)}`, ...conditions].join(' AND ')
}

async function storedLinks(tx: Transaction, owner: number, join: Join): Promise<readonly StoredLink[]> {
  const rows = await run(tx, (builder) => {
    const order = join.order === null ? rowId : quote(join.order)
    const columns = `${quote(join.target)} AS "target", ${join.order === null ? 'NULL' : order} AS "order"`
    const where = `${ownedBy(builder, join, owner)} AND ${quote(join.target)} IS NOT NULL`
    return `SELECT ${columns} FROM ${quote(join.table)} WHERE ${where} ORDER BY ${order}, ${rowId}`
  })
  return rows.map((row) => ({
    target: Number(row['target']),
    order: row['order'] === null ? null : Number(row['order']),
  }))
}

interface WrittenLinks {
  /** The places of the partners. Those that aren't linked yet are. */
  readonly orders: ReadonlyMap<number, number>
  readonly stored: readonly StoredLink[]
}

async function writeLinks(
  tx: Transaction,
  owner: LinkOwner,
  join: Join,
  { orders, stored }: WrittenLinks,
): Promise<void> {
  const known = new Map(stored.map(({ target, order }) => [target, order]))
  const added = [...orders].filter(([target]) => !known.has(target))
  await insertLinks(tx, owner.id, join, added)
  if (join.order === null) return
  const moved = [...orders].filter(([target, order]) => known.has(target) && known.get(target) !== order)
  await setOrders(tx, owner.id, join, moved)
}

async function deleteLinks(tx: Transaction, owner: number, join: Join, targets: readonly number[]): Promise<void> {
  await runChunked(
    tx,
    targets,
    (builder, chunk) =>
      `DELETE FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, owner)} AND ${quote(join.target)} IN (${idList(builder, chunk)})`,
  )
}

type Place = readonly [target: number, order: number]

/** Links rows with one statement for many. In the lists of the other side they come last. */
async function insertLinks(tx: Transaction, owner: number, join: Join, added: readonly Place[]): Promise<void> {
  const { table, source, target, order, inverseOrder, only = {} } = join
  await runChunked(tx, added, (builder, chunk) => {
    const own = [builder.bind('id', owner), ...Object.values(only).map((value) => builder.bind('text', value))]
    const last = `(SELECT coalesce(max(theirs.${quote(inverseOrder ?? '')}), 0) + 1 FROM ${quote(table)} AS theirs WHERE theirs.${quote(target)} = added.column1)`
    const columns = [source, ...Object.keys(only), target, order, inverseOrder].filter((column) => column !== null)
    const values = [
      ...own,
      'added.column1',
      ...(order === null ? [] : ['added.column2']),
      ...(inverseOrder === null ? [] : [last]),
    ]
    const into = `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')})`
    return `${into} SELECT ${values.join(', ')} FROM ${numbersTable(builder, 'added', chunk)}`
  })
}

async function setOrders(tx: Transaction, owner: number, join: Join, moved: readonly Place[]): Promise<void> {
  await runChunked(tx, moved, (builder, chunk) => {
    const set = `${quote(join.order as string)} = moved.column2`
    const where = `${ownedBy(builder, join, owner)} AND ${quote(join.target)} = moved.column1`
    return `UPDATE ${quote(join.table)} SET ${set} FROM ${numbersTable(builder, 'moved', chunk)} WHERE ${where}`
  })
}

/** Returns a query of the rows of the document that a row belongs to. */
function siblingsOf(builder: StatementBuilder, table: string, id: number): string {
  const { documentId } = versionColumns
  const own = `SELECT ${quote(documentId)} FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', id)}`
  return `SELECT ${rowId} FROM ${quote(table)} WHERE ${quote(documentId)} = (${own})`
}

/** Removes the links of other documents to partners that can have only one. */
export async function takeOver(
  tx: Transaction,
  { schema, id }: Pick<LinkOwner, 'schema' | 'id'>,
  { table, source, target }: Join,
  targets: readonly number[],
): Promise<void> {
  await runChunked(tx, targets, (builder, chunk) => {
    const own = schema.model === 'contentType' ? siblingsOf(builder, tableOf(tx, schema), id) : builder.bind('id', id)
    return `DELETE FROM ${quote(table)} WHERE ${quote(target)} IN (${idList(builder, chunk)}) AND ${quote(source)} NOT IN (${own})`
  })
}

/** Removes the links of a row to other documents than that of the partner. */
async function deleteOtherDocuments(
  tx: Transaction,
  owner: number,
  join: Join,
  partners: string,
  partner: number,
): Promise<void> {
  await run(tx, (builder) => {
    const own = siblingsOf(builder, partners, partner)
    return `DELETE FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, owner)} AND ${quote(join.target)} NOT IN (${own})`
  })
}
