import type { WriteTransaction } from '../database.js'
import { quote } from '../names.js'
import { idList, run, runChunked, toId } from './bound.js'

interface Wanted {
  readonly ids: Set<number>
  locked: boolean
}

/** Tells whether a row is there. */
export type Exists = (table: string, id: number) => boolean

/**
 * The rows that a write depends on. All writers take theirs by table and by id, so that none waits for another that
 * waits for it.
 */
export class RowLocks {
  readonly #tables = new Map<string, Wanted>()

  /** A list that hangs on these rows changes: no other writer may change it at the same time. */
  lock(table: string, ids: Iterable<number>): void {
    const wanted = this.#wanted(table)
    wanted.locked = true
    for (const id of ids) wanted.ids.add(id)
  }

  /** Locks the rows that hold the id in that column. */
  async lockPointing(tx: WriteTransaction, table: string, column: string, id: number): Promise<void> {
    // Where writers take turns there is nothing to lock.
    if (tx.dialect.rowLock === '') return
    const rows = await run(
      tx,
      (builder) => `SELECT "id" FROM ${quote(table)} WHERE ${quote(column)} = ${builder.bind('id', id)}`,
    )
    this.lock(
      table,
      rows.map((row) => toId(row['id'])),
    )
  }

  /** The rows only have to exist. */
  expect(table: string, ids: Iterable<number>): void {
    const wanted = this.#wanted(table)
    for (const id of ids) wanted.ids.add(id)
  }

  async take(tx: WriteTransaction): Promise<Exists> {
    const found = new Map<string, ReadonlySet<number>>()
    const tables = [...this.#tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [table, { ids, locked }] of tables) {
      const lock = locked ? ` ${tx.dialect.rowLock}` : ''
      const rows = await runChunked(
        tx,
        [...ids].toSorted((a, b) => a - b),
        (builder, chunk) =>
          `SELECT "id" FROM ${quote(table)} WHERE "id" IN (${idList(builder, chunk)}) ORDER BY "id"${lock}`,
      )
      found.set(table, new Set(rows.map((row) => toId(row['id']))))
    }
    return (table, id) => found.get(table)?.has(id) ?? false
  }

  #wanted(table: string): Wanted {
    const wanted = this.#tables.get(table) ?? { ids: new Set(), locked: false }
    this.#tables.set(table, wanted)
    return wanted
  }
}
