import type { Schema } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { WriteTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'

/** A row to insert, with its values by attribute name. */
export interface PlannedRow {
  readonly schema: Schema
  /** Null to assign the next free id. */
  readonly id: number | null
  /** The id of the entry's first localization. Null for that localization itself and for types without locales. */
  readonly group: number | null
  readonly scalars: Readonly<Record<string, Stored>>
  /** The relations and media that the row owns. */
  readonly links: readonly PlannedLink[]
  readonly components: readonly PlannedComponent[]
}

export interface PlannedLink {
  readonly name: string
  /** The targets in order; at most one for a to-one link. */
  readonly targets: readonly LinkedRow[]
}

export interface LinkedRow {
  readonly schema: Schema
  readonly id: number
  /** The position of the planned row in the target's list; null for the end. */
  readonly order: number | null
}

export interface PlannedComponent {
  readonly field: string
  /** Counted from 1. */
  readonly position: number
  readonly row: PlannedRow
}

/** The number of ids that one statement looks up. */
const idsPerQuery = 1_000

type QueryTransaction = Pick<WriteTransaction, 'dialect' | 'layout' | 'query'>

/** Keeps track of the ids in use: those of existing rows, and those of rows that an import is about to insert. */
export class IdRegister {
  readonly #taken = new Map<string, Set<number>>()
  readonly #largest = new Map<string, number>()
  /** Whether a table had rows before the import. Ids are only looked up in such tables. */
  readonly #hadRows = new Map<string, boolean>()
  readonly #orders = new Map<string, number>()

  constructor(private readonly transaction: QueryTransaction) {}

  has(table: string, id: number): boolean {
    return this.#taken.get(table)?.has(id) ?? false
  }

  /** Registers an id. Returns false if the id is already in use. */
  async register(table: string, id: number): Promise<boolean> {
    if (await this.#isTaken(table, id)) return false
    this.#add(table, id)
    return true
  }

  /** Returns an id that isn't in use. */
  async nextId(table: string): Promise<number> {
    await this.#readLargest(table)
    return (this.#largest.get(table) ?? 0) + 1
  }

  /**
   * Returns a value for an order column that is larger than all its values so far. It places a link at the
   * end of its list.
   */
  async nextOrder(table: string, column: string): Promise<number> {
    const key = `${table}.${column}`
    const last = this.#orders.get(key) ?? (await this.#maximum(table, column))
    this.#orders.set(key, last + 1)
    return last + 1
  }

  /** Registers the wanted rows that exist in the database. */
  async readExisting(wanted: Iterable<LinkedRow>): Promise<void> {
    const byTable = new Map<string, Set<number>>()
    for (const { schema, id } of wanted) {
      const { table } = this.transaction.layout.schema(schema.uid)
      if (this.has(table, id)) continue
      byTable.set(table, (byTable.get(table) ?? new Set()).add(id))
    }
    for (const [table, ids] of byTable) {
      const all = [...ids]
      for (let at = 0; at < all.length; at += idsPerQuery) {
        for (const id of await this.#select(table, all.slice(at, at + idsPerQuery))) this.#add(table, id)
      }
    }
  }

  /** Advances the id sequences of the database, so that new rows get ids after the imported ones. */
  async advanceSequences(): Promise<void> {
    const { dialect } = this.transaction
    for (const table of this.#taken.keys()) {
      const sql = dialect.continueIds?.(table)
      if (sql !== undefined) await this.transaction.query({ sql, values: [] })
    }
  }

  #add(table: string, id: number): void {
    const ids = this.#taken.get(table) ?? new Set()
    this.#taken.set(table, ids.add(id))
    this.#largest.set(table, Math.max(this.#largest.get(table) ?? 0, id))
  }

  async #isTaken(table: string, id: number): Promise<boolean> {
    if (this.has(table, id)) return true
    await this.#readLargest(table)
    return this.#hadRows.get(table) === true && (await this.#select(table, [id])).length > 0
  }

  async #readLargest(table: string): Promise<void> {
    if (this.#hadRows.has(table)) return
    const largest = await this.#maximum(table, 'id')
    this.#hadRows.set(table, largest > 0)
    this.#largest.set(table, largest)
  }

  async #maximum(table: string, column: string): Promise<number> {
    const [row] = await this.transaction.query({
      sql: `SELECT max(${quote(column)}) AS largest FROM ${quote(table)}`,
      values: [],
    })
    return Math.floor(Number(row?.['largest'] ?? 0))
  }

  async #select(table: string, ids: readonly number[]): Promise<number[]> {
    const places = ids.map((_, index) => this.transaction.dialect.placeholder(index + 1))
    const rows = await this.transaction.query({
      sql: `SELECT id FROM ${quote(table)} WHERE id IN (${places.join(', ')})`,
      values: ids,
    })
    return rows.map(({ id }) => Number(id))
  }
}
