import type { StorageKind, Stored } from '../attributes/scalar-behaviour.js'
import type { Dialect } from './dialects/dialect.js'

/** SQL with its parameters: values never stand in the text. */
export interface Statement {
  readonly sql: string
  readonly values: readonly Stored[]
  /** The rows that its text leaves holes for, by the number in the hole; absent where it leaves none. */
  readonly deeper?: readonly DeeperRows[]
  /** Which of the values is the id that each read names; absent where none is. */
  readonly idAt?: number
}

/** Gives the statement whose text holds the rows with these ids. */
export type DeeperRows = (ids: readonly number[]) => Statement

/** Collects parameters and hands out table aliases while a statement is written. */
export class StatementBuilder {
  readonly values: Stored[] = []
  /** Written so far, as are the kinds of linked rows. */
  semiJoins = 0
  linkedRows = 0
  readonly #deeper: DeeperRows[] = []
  readonly #definitions = new Map<string, { readonly name: string; readonly sql: string }>()
  #aliases = 0
  #idAt: number | undefined

  constructor(readonly dialect: Dialect) {}

  alias(): string {
    return `t${this.#aliases++}`
  }

  /** A parameter, cast so that it compares as a column of this kind does. */
  bind(kind: StorageKind | 'id', value: Stored): string {
    return this.dialect.bind(kind, this.placeholder(value), value)
  }

  /** A parameter as it is. */
  placeholder(value: Stored): string {
    this.values.push(value)
    return this.dialect.placeholder(this.values.length)
  }

  /** The parameter for the id that each read names. */
  id(): string {
    this.#idAt ??= this.values.push(null) - 1
    return this.dialect.bind('id', this.dialect.placeholder(this.#idAt + 1), null)
  }

  /** The number of a hole for rows that another statement reads. */
  defer(rows: DeeperRows): number {
    return this.#deeper.push(rows) - 1
  }

  /** The name of a table that the statement computes once, wherever it is used; `content` tells it from others. */
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
    }
  }
}
