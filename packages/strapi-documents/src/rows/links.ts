import type { Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Position } from '@content-api/engine/plan'
import { idList, quote, rowId, run, runChunked, type StatementBuilder } from '@content-api/engine/write'
import { isPublished, tableOf, type Transaction } from './row.js'
import { isExclusive, isToOne, isTwoWay, type Join, type Relation } from './schema-links.js'

/** A partner of a relation: the rows of one document, which are several for an entry without versions. */
export interface Partner {
  readonly rows: readonly number[]
  readonly position: Position
}

/** A change of the partners of one relation or media attribute. */
export interface LinkChange {
  readonly name: string
  /** The new list; null if the stored one is changed. */
  readonly set: readonly Partner[] | null
  readonly connect: readonly Partner[]
  readonly disconnect: readonly number[]
  /** Whether a position next to a row that isn't connected is an error. Otherwise it means the end. */
  readonly strict: boolean
}

/** The row whose links are written. */
export interface LinkOwner {
  readonly schema: Schema
  readonly id: number
  readonly isNew: boolean
  /** Whether the row is a draft; null for rows of types without drafts, and in components. */
  readonly isDraft: boolean | null
}

/** Changes the partners of a relation. @throws ApiError ValidationError for an impossible position */
export async function writeRelation(
  tx: Transaction,
  owner: LinkOwner,
  { attribute, join }: Relation,
  change: LinkChange,
): Promise<void> {
  const added = await writeList(tx, owner, join, isToOne(attribute) ? toOne(change) : change)
  if (isTwoWay(attribute) && isExclusive(attribute)) await takeOver(tx, owner, join, added)
}

/** In a list that replaces another one the last partner counts, in `connect` the first one. */
function toOne({ set, connect, ...others }: LinkChange): LinkChange {
  const one = set ? set.slice(-1) : connect.slice(0, 1)
  return { ...others, set: set || one.length > 0 ? one : null, connect: [] }
}

/** Changes the files of a media attribute. */
export async function writeFiles(
  tx: Transaction,
  owner: LinkOwner,
  join: Join,
  isMultiple: boolean,
  change: LinkChange,
): Promise<void> {
  await writeList(tx, owner, join, isMultiple ? change : toOne(change))
}

interface StoredLink {
  readonly target: number
  readonly order: number | null
}

/** Writes the rows of a link table that differ, and returns the targets that were linked. */
async function writeList(
  tx: Transaction,
  owner: LinkOwner,
  join: Join,
  change: LinkChange,
): Promise<readonly number[]> {
  if (!change.set && change.connect.length === 0 && change.disconnect.length === 0) return []
  const stored = owner.isNew ? [] : await storedLinks(tx, owner.id, join)
  const known = new Map(stored.map(({ target, order }) => [target, order]))
  const orders = change.set ? replacingOrders(change.set) : connectedOrders(stored, change)
  const removed = change.set ? [...known.keys()] : change.disconnect
  await deleteLinks(
    tx,
    owner.id,
    join,
    removed.filter((target) => known.has(target) && !orders.has(target)),
  )
  for (const [target, order] of orders) {
    if (!known.has(target)) await insertLink(tx, owner, join, { target, order })
    else if (join.order !== null && known.get(target) !== order) await setOrder(tx, owner.id, join, { target, order })
  }
  return [...orders.keys()]
}

const rowsOf = (partners: readonly Partner[]): readonly number[] => partners.flatMap(({ rows }) => rows)

/** A new list is numbered from 1. */
const replacingOrders = (set: readonly Partner[]): ReadonlyMap<number, number> =>
  new Map([...new Set(rowsOf(set))].map((target, index) => [target, index + 1]))

interface Place {
  readonly target: number
  readonly order: number
  readonly isStored: boolean
}

/**
 * Returns the orders of partners that are added to a list, as Strapi 5 gives them: fractions between those of
 * the stored partners beside them, whose orders stay. What is connected leaves its old place. The position may
 * be next to a partner that the same change disconnects.
 */
function connectedOrders(stored: readonly StoredLink[], { connect, strict }: LinkChange): ReadonlyMap<number, number> {
  const anchors = new Set(connect.map(anchorOf))
  const last = stored.at(-1)
  const beside = stored.filter((link) => link === last || anchors.has(link.target))
  let places: Place[] = beside.map(({ target, order }) => ({ target, order: order ?? 1, isStored: true }))
  const end = Math.max(0, ...places.map(({ order }) => order)) + between
  for (const { rows, position } of inSequence(stored, connect, strict)) {
    for (const target of rows)
      places = placed(
        places.filter((place) => place.target !== target),
        { target, position, end },
      )
  }
  const groups = new Map<number, Place[]>()
  for (const place of places) groups.set(place.order, [...(groups.get(place.order) ?? []), place])
  const orders = new Map<number, number>()
  for (const group of groups.values()) {
    if (group[0]?.isStored) continue
    for (const [index, { target, order }] of group.entries()) {
      orders.set(target, Math.floor(order) + (index + 1) / (group.length + 1))
    }
  }
  return orders
}

/** The distance of a new partner from the one beside it, before the partners at one place are spread. */
const between = 0.5

interface Placing {
  readonly target: number
  readonly position: Position
  /** The order at the end of the list. */
  readonly end: number
}

function placed(places: readonly Place[], { target, position, end }: Placing): Place[] {
  const at = (index: number, order: number) => places.toSpliced(index, 0, { target, order, isStored: false })
  if ('start' in position) return at(0, between)
  const anchor = 'before' in position ? position.before : 'after' in position ? position.after : null
  const found = places.findIndex((place) => place.target === anchor)
  const beside = places[found]
  if (!beside) return at(places.length, end)
  const distance = beside.isStored ? between : 0
  return 'before' in position ? at(found, beside.order - distance) : at(found + 1, beside.order + distance)
}

const anchorOf = ({ position }: Partner): number | null =>
  'before' in position ? position.before : 'after' in position ? position.after : null

/** Returns the partners so that each comes after the one that it stands beside. @throws ApiError ValidationError */
function inSequence(stored: readonly StoredLink[], connect: readonly Partner[], strict: boolean): readonly Partner[] {
  const present = new Set(stored.map(({ target }) => target))
  const later = new Set(rowsOf(connect))
  const sequence: Partner[] = []
  let waiting = [...connect]
  while (waiting.length > 0) {
    const next = waiting.find((each) => {
      const anchor = anchorOf(each)
      return anchor === null || present.has(anchor) || (!strict && !later.has(anchor))
    })
    if (!next) throw impossible(waiting[0] as Partner, later)
    waiting = waiting.filter((each) => each !== next)
    for (const row of next.rows) present.add(row)
    sequence.push(next)
  }
  return sequence
}

function impossible({ rows, position }: Partner, later: ReadonlySet<number>): ApiError {
  const anchor = anchorOf({ rows, position }) as number
  if (later.has(anchor)) {
    const message =
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it'
    return new ApiError('ValidationError', message)
  }
  const place = `at position ${JSON.stringify(position)}`
  const what = `There was a problem connecting relation with id ${rows[0]} ${place}`
  return new ApiError('ValidationError', `${what}. The relation with id ${anchor} needs to be connected first.`)
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

async function deleteLinks(tx: Transaction, owner: number, join: Join, targets: readonly number[]): Promise<void> {
  await runChunked(
    tx,
    targets,
    (builder, chunk) =>
      `DELETE FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, owner)} AND ${quote(join.target)} IN (${idList(builder, chunk)})`,
  )
}

async function insertLink(
  tx: Transaction,
  { id }: LinkOwner,
  join: Join,
  { target, order }: StoredLink,
): Promise<void> {
  const { table, source, inverseOrder, only = {} } = join
  await run(tx, (builder) => {
    const values: Record<string, string> = {
      [source]: builder.bind('id', id),
      [join.target]: builder.bind('id', target),
    }
    if (join.order !== null) values[join.order] = builder.bind('double', order)
    if (inverseOrder !== null) {
      const theirs = `${quote(join.target)} = ${builder.bind('id', target)}`
      values[inverseOrder] =
        `(SELECT coalesce(max(${quote(inverseOrder)}), 0) + 1 FROM ${quote(table)} WHERE ${theirs})`
    }
    for (const [column, value] of Object.entries(only)) values[column] = builder.bind('text', value)
    const columns = Object.keys(values).map(quote).join(', ')
    return `INSERT INTO ${quote(table)} (${columns}) VALUES (${Object.values(values).join(', ')})`
  })
}

async function setOrder(tx: Transaction, owner: number, join: Join, { target, order }: StoredLink): Promise<void> {
  await run(tx, (builder) => {
    const set = `${quote(join.order as string)} = ${builder.bind('double', order)}`
    const where = `${ownedBy(builder, join, owner)} AND ${quote(join.target)} = ${builder.bind('id', target)}`
    return `UPDATE ${quote(join.table)} SET ${set} WHERE ${where}`
  })
}

/**
 * Removes the links of other rows to partners that can have only one. A draft takes them from drafts, a
 * published row from published ones.
 */
export async function takeOver(
  tx: Transaction,
  { schema, id, isDraft }: Omit<LinkOwner, 'isNew'>,
  { table, source, target }: Join,
  targets: readonly number[],
): Promise<void> {
  await runChunked(tx, targets, (builder, chunk) => {
    const others = `${quote(source)} <> ${builder.bind('id', id)} AND ${quote(target)} IN (${idList(builder, chunk)})`
    const state = isDraft ? `NOT (${isPublished()})` : isPublished()
    const same =
      isDraft === null
        ? ''
        : ` AND ${quote(source)} IN (SELECT ${rowId} FROM ${quote(tableOf(tx, schema))} WHERE ${state})`
    return `DELETE FROM ${quote(table)} WHERE ${others}${same}`
  })
}
