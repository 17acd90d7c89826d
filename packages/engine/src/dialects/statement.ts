import type { ValueFormats, ValueKind } from '../layout/value-formats.js'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Dialect } from './dialect.js'

/** SQL and its parameters. The SQL never contains values. */
export interface Statement {
  readonly sql: string
  readonly values: readonly Stored[]
  /**
   * Statements that read the rows for the holes in this statement's JSON text (see `read-deep.ts`), by the
   * hole's number; absent when there are no holes.
   */
  readonly deeper?: readonly DeeperRows[]
  /** The index of the value that each read replaces with its id; absent if the statement has no such value. */
  readonly idAt?: number
  /** True for a statement whose rows must have the order that they have for other clients of the database. */
  readonly keepsOrder?: true
  /** True for a statement that `Database.statements` doesn't count, because it belongs to no request. */
  readonly uncounted?: boolean
}

/** Returns the statement that reads the rows with these ids. */
export type DeeperRows = (ids: readonly number[]) => Statement

/** The database and the tables that a statement is built for. */
export interface StatementTarget {
  readonly dialect: Dialect
  readonly layout: { readonly formats: ValueFormats }
}

/** Collects parameters and assigns table aliases while a statement is built. */
export class StatementBuilder {
  readonly values: Stored[] = []
  /** The number of semi-joins and of lists of linked rows so far. */
  semiJoins = 0
  linkedRows = 0
  /** Whether the statement will have `keepsOrder`. */
  keepsOrder = false
  readonly #deeper: DeeperRows[] = []
  readonly #definitions = new Map<string, { readonly name: string; readonly sql: string }>()
  #aliases = 0
  #idAt: number | undefined

  readonly dialect: Dialect
  readonly formats: ValueFormats

  constructor({ dialect, layout }: StatementTarget) {
    this.dialect = dialect
    this.formats = layout.formats
  }

  alias(): string {
    return `t${this.#aliases++}`
  }

  /** Adds a parameter with a cast, so that it compares like a column of this kind. */
  bind(kind: ValueKind, value: Stored): string {
    return this.formats.bind(kind, this.placeholder(value), value)
  }

  /** Adds a parameter without a cast. */
  placeholder(value: Stored): string {
    this.values.push(value)
    return this.dialect.placeholder(this.values.length)
  }

  /** Adds the parameter for the id of each read. @param kind `text` for the id of a document */
  id(kind: 'id' | 'text'): string {
    this.#idAt ??= this.values.push(null) - 1
    return this.formats.bind(kind, this.dialect.placeholder(this.#idAt + 1), null)
  }

  /** Registers rows that a later statement reads, and returns the number of their hole. */
  defer(rows: DeeperRows): number {
    return this.#deeper.push(rows) - 1
  }

  get hasHoles(): boolean {
    return this.#deeper.length > 0
  }

  /**
   * Returns the name of a table that the statement computes once. `content` identifies it: equal contents
   * share a table.
   */
  define(content: string, select: () => string): string {
    const known = this.#definitions.get(content)
    if (known) return known.name
    const sql = select()
    const name = `d${this.#definitions.size}`
    this.#definitions.set(content, { name, sql })
    return name
  }

  finish(sql: string): Statement {
    const { values } = this
    const definitions = [...this.#definitions.values()].map(({ name, sql }) => `${name} AS MATERIALIZED (${sql})`)
    return {
      sql: definitions.length > 0 ? `WITH ${definitions.join(', ')} ${sql}` : sql,
      values,
      ...(this.#deeper.length > 0 && { deeper: this.#deeper }),
      ...(this.#idAt !== undefined && { idAt: this.#idAt }),
      ...(this.keepsOrder && { keepsOrder: true }),
    }
  }
}
