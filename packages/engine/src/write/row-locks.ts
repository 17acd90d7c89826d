import { rowId } from '../layout/columns.js'
import type { AnyTransaction, Row, WriteTransaction } from '../database/database.js'
import type { OwnLayout } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { idList, run, runChunked, toId } from './run.js'

interface Wanted {
  /** Rows whose lists change. */
  readonly owners: Set<number>
  /** More owners: all rows with the same `column` as the row with this id. */
  group: { readonly column: string; readonly id: number } | null
  /** Rows whose position in a list changes. */
  readonly members: Set<number>
  /**
   * Members that are looked up by a reference: rows whose `column` contains `id`. The row with this id is
   * locked first.
   */
  readonly pointing: { readonly column: string; readonly id: number }[]
  /** Rows that only have to exist. */
  readonly expected: Set<number>
}

/** The read of an entry and its other localizations. */
export interface EntryRead {
  readonly table: string
  /** Named SQL expressions, in addition to the id. */
  readonly columns: readonly ((builder: StatementBuilder) => string)[]
  readonly where: (builder: StatementBuilder) => string
}

/** Returns whether a row exists. */
export type Exists = (table: string, id: number) => boolean

/**
 * The rows that a write depends on. `take` locks them. All writers lock their rows in the same order, so that
 * they can't deadlock: table by table, owners of lists before members, by id.
 */
export class RowLocks {
  readonly #tables = new Map<string, Wanted>()

  /** Locks rows whose own lists change, or to which other rows may be connected. */
  lockOwners(table: string, ids: Iterable<number>): void {
    add(this.#wanted(table).owners, ids)
  }

  /** Locks the rows that have the same value in `column` as the row with this id, as owners. */
  lockGroup(table: string, column: string, id: number): void {
    this.#wanted(table).group = { column, id }
  }

  lockMembers(table: string, ids: Iterable<number>): void {
    add(this.#wanted(table).members, ids)
  }

  /** Locks the rows that refer to this id in `column`. The row with that id must be locked as an owner. */
  lockPointing(table: string, column: string, id: number): void {
    this.#wanted(table).pointing.push({ column, id })
  }

  expect(table: string, ids: Iterable<number>): void {
    add(this.#wanted(table).expected, ids)
  }

  /** Whether `take` sends at most one statement. */
  get inOneStatement(): boolean {
    const tables = [...this.#tables]
    if (canTakeTogether(tables)) return true
    const sizes = tables.flatMap(([, { owners, group, members, expected }]) => [
      owners.size + (group ? 1 : 0),
      members.size,
      expected.size,
    ])
    const used = sizes.filter((size) => size > 0)
    return (
      used.length <= 1 && (used[0] ?? 0) <= idsTogether && tables.every(([, { pointing }]) => pointing.length === 0)
    )
  }

  async take(tx: WriteTransaction): Promise<Exists> {
    // A database without row locks has only one writer at a time.
    if (tx.dialect.rowLock === '') return (await this.lookUp(tx, null)).exists
    const ranks = tableRanks(tx.layout)
    const place = (table: string) => ranks.get(table) ?? ranks.size
    const tables = [...this.#tables].toSorted(([a], [b]) => place(a) - place(b))
    const found = canTakeTogether(tables) ? await takeTogether(tx, tables) : await takeEach(tx, tables)
    return (table, id) => found.get(table)?.has(id) ?? false
  }

  /**
   * For databases with one writer at a time: looks up which rows exist, and reads the rows of `entry`. Uses
   * one statement unless there are many rows.
   */
  async lookUp(tx: WriteTransaction, entry: EntryRead | null): Promise<{ exists: Exists; rows: readonly Row[] }> {
    const wanted = [...this.#tables].flatMap(([table, { owners, members, expected }]) => {
      const ids = new Set([...owners, ...members, ...expected])
      return ids.size > 0 ? [{ table, ids }] : []
    })
    const found = new Map<string, ReadonlySet<number>>()
    const exists: Exists = (table, id) => found.get(table)?.has(id) ?? false
    const isSmall = wanted.length <= 50 && wanted.reduce((sum, { ids }) => sum + ids.size, 0) <= idsPerStatement
    if (isSmall && wanted.length + (entry ? 1 : 0) > 1) {
      const padding = ', NULL'.repeat(entry?.columns.length ?? 0)
      const all = await run(tx, (builder) => {
        const selects = wanted.map(({ table, ids }, at) => {
          const among = idList(builder, [...ids])
          return `SELECT ${at} AS "at", ${rowId}${padding} FROM ${quote(table)} WHERE ${rowId} IN (${among})`
        })
        // SQLite names the columns of a UNION after its first SELECT.
        return [...(entry ? [entrySql(builder, entry)] : []), ...selects].join(' UNION ALL ')
      })
      for (const [at, { table }] of wanted.entries()) {
        const own = all.filter((row) => Number(row['at']) === at)
        found.set(table, new Set(own.map((row) => toId(row['id']))))
      }
      return { exists, rows: all.filter((row) => Number(row['at']) < 0) }
    }
    for (const { table, ids } of wanted) found.set(table, await select(tx, table, ids, ''))
    return { exists, rows: entry ? await run(tx, (builder) => entrySql(builder, entry)) : [] }
  }

  #wanted(table: string): Wanted {
    const wanted = this.#tables.get(table) ?? {
      owners: new Set(),
      group: null,
      members: new Set(),
      pointing: [],
      expected: new Set(),
    }
    this.#tables.set(table, wanted)
    return wanted
  }
}

/** The number of ids that one statement looks up in several tables. */
const idsPerStatement = 500

/** Returns the statement of an entry read. `lookUp` recognizes its rows by the number -1. */
export function entrySql(builder: StatementBuilder, { table, columns, where }: EntryRead): string {
  const list = columns.map((column) => `, ${column(builder)}`).join('')
  return `SELECT -1 AS "at", ${rowId}${list} FROM ${quote(table)} WHERE ${where(builder)}`
}

/**
 * The maximum number of ids that one statement locks in several tables. Each list of another length makes
 * another statement, of which a connection keeps only some prepared.
 */
const idsTogether = 10

type WantedTables = readonly (readonly [table: string, wanted: Wanted])[]

function canTakeTogether(tables: WantedTables): boolean {
  const ids = tables.reduce(
    (sum, [, { owners, group, members, expected }]) =>
      sum + owners.size + (group ? 1 : 0) + members.size + expected.size,
    0,
  )
  return tables.length > 1 && ids > 0 && ids <= idsTogether && tables.every(([, { pointing }]) => pointing.length === 0)
}

/** The name of a part of a statement. No table has a name with a space. */
const part = (at: number) => `"part ${at}"`

/** Does the same as `takeEach` in one statement. PostgreSQL runs the parts of a UNION ALL in order. */
async function takeTogether(tx: WriteTransaction, tables: WantedTables): Promise<Map<string, Set<number>>> {
  const parts = tables.flatMap(([table, { owners, group, members, expected }]) => [
    { table, ids: owners, group, lock: tx.dialect.rowLock },
    { table, ids: without(members, owners), group: null, lock: tx.dialect.rowLock },
    { table, ids: without(expected, new Set([...owners, ...members])), group: null, lock: '' },
  ])
  const used = parts.filter(({ ids, group }) => ids.size > 0 || group)
  const rows = await run(tx, (builder) => {
    const locked = used.map(
      ({ table, ids, group, lock }, at) => `${part(at)} AS (${selectIds(builder, table, [...ids], lock, group)})`,
    )
    const all = used.map((_, at) => `SELECT ${at} AS "at", ${rowId} FROM ${part(at)}`)
    return `WITH ${locked.join(', ')} ${all.join(' UNION ALL ')}`
  })
  const found = new Map(tables.map(([table]) => [table, new Set<number>()]))
  for (const { at, id } of rows) found.get(used[Number(at)]?.table ?? '')?.add(toId(id))
  return found
}

async function takeEach(tx: WriteTransaction, tables: WantedTables): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>()
  for (const [table, wanted] of tables) found.set(table, await takeTable(tx, table, wanted))
  return found
}

async function takeTable(tx: WriteTransaction, table: string, wanted: Wanted): Promise<Set<number>> {
  const found = wanted.group
    ? idsOf(await run(tx, (builder) => selectIds(builder, table, [...wanted.owners], tx.dialect.rowLock, wanted.group)))
    : await select(tx, table, wanted.owners, tx.dialect.rowLock)
  const members = new Set(wanted.members)
  for (const { column, id } of wanted.pointing) {
    const rows = await run(
      tx,
      (builder) => `SELECT ${rowId} FROM ${quote(table)} WHERE ${quote(column)} = ${builder.bind('id', id)}`,
    )
    add(
      members,
      rows.map((row) => toId(row['id'])),
    )
  }
  add(found, await select(tx, table, without(members, found), tx.dialect.rowLock))
  add(found, await select(tx, table, without(wanted.expected, found), ''))
  return found
}

async function select(tx: WriteTransaction, table: string, ids: ReadonlySet<number>, lock: string) {
  const rows = await runChunked(
    tx,
    [...ids].toSorted((a, b) => a - b),
    (builder, chunk) => selectIds(builder, table, chunk, lock),
  )
  return idsOf(rows)
}

const idsOf = (rows: readonly Row[]) => new Set(rows.map((row) => toId(row['id'])))

function selectIds(
  builder: StatementBuilder,
  table: string,
  ids: readonly number[],
  lock: string,
  group: Wanted['group'] = null,
): string {
  const conditions = ids.length > 0 ? [`${rowId} IN (${idList(builder, ids)})`] : []
  if (group) {
    const own = `SELECT ${quote(group.column)} FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', group.id)}`
    conditions.push(`${quote(group.column)} = (${own})`)
  }
  return `SELECT ${rowId} FROM ${quote(table)} WHERE ${conditions.join(' OR ')} ORDER BY ${rowId} ${lock}`
}

function add(to: Set<number>, ids: Iterable<number>): void {
  for (const id of ids) to.add(id)
}

function without(ids: ReadonlySet<number>, known: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...ids].filter((id) => !known.has(id)))
}

const ranksByLayout = new WeakMap<OwnLayout, ReadonlyMap<string, number>>()

/**
 * Returns the order in which writers lock the tables. A table comes before the tables that refer to it. So a
 * writer that adds to a list and one that reorders it both lock the list's owner first.
 */
function tableRanks(layout: OwnLayout): ReadonlyMap<string, number> {
  let ranks = ranksByLayout.get(layout)
  if (!ranks) ranksByLayout.set(layout, (ranks = rank(layout)))
  return ranks
}

function rank({ tables }: OwnLayout): ReadonlyMap<string, number> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ranks = new Map<string, number>()
  const visit = (name: string, above: ReadonlySet<string>) => {
    if (ranks.has(name) || above.has(name)) return
    const around = new Set([...above, name])
    for (const { references } of byName.get(name)?.columns ?? []) if (references) visit(references.table, around)
    ranks.set(name, ranks.size)
  }
  for (const name of [...byName.keys()].toSorted()) visit(name, new Set())
  return ranks
}

/**
 * Locks texts until the transaction ends, for rules that no index can enforce. Another transaction that locks
 * one of them waits. The texts are locked in a fixed order, so that two writers can't deadlock. With only one
 * writer at a time, this does nothing.
 */
export async function lockTexts(tx: AnyTransaction, texts: readonly string[]): Promise<void> {
  const { dialect } = tx
  if (!dialect.lockText) return
  for (const text of [...new Set(texts)].toSorted()) {
    await run(tx, (builder) => dialect.lockText?.(builder.bind('text', text)) ?? '')
  }
}
