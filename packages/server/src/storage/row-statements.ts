import type { Dialect } from './dialects/dialect.js'
import { quote } from './names.js'

/**
 * The statements that write one row, compiled once per table and set of columns. Their text is always the
 * same, so that a connection prepares each once.
 */
export class RowStatements {
  readonly #inserts = new Map<string, string>()
  readonly #updates = new Map<string, string>()

  constructor(readonly dialect: Dialect) {}

  /**
   * Returns an INSERT whose parameters are the values of the columns, in order. Its result is the id of the
   * new row.
   */
  insert(table: string, columns: readonly string[]): string {
    return cached(this.#inserts, table, columns, () => {
      const into = `INSERT INTO ${quote(table)}`
      if (columns.length === 0) return `${into} DEFAULT VALUES RETURNING "id"`
      const places = columns.map((_, index) => this.dialect.placeholder(index + 1))
      return `${into} (${columns.map(quote).join(',')}) VALUES (${places.join(',')}) RETURNING "id"`
    })
  }

  /** Returns an UPDATE whose parameters are the values of the columns, in order, and then the id of the row. */
  update(table: string, columns: readonly string[]): string {
    return cached(this.#updates, table, columns, () => {
      const set = columns.map((column, index) => `${quote(column)} = ${this.dialect.placeholder(index + 1)}`)
      return `UPDATE ${quote(table)} SET ${set.join(', ')} WHERE "id" = ${this.dialect.placeholder(columns.length + 1)}`
    })
  }
}

/**
 * Maximum cached statements. Clients choose which attributes they write, so the number of column sets isn't
 * limited otherwise.
 */
const most = 2_000

function cached(known: Map<string, string>, table: string, columns: readonly string[], make: () => string): string {
  const key = `${table}\n${columns.join('\n')}`
  let sql = known.get(key)
  if (sql === undefined) {
    if (known.size >= most) known.clear()
    known.set(key, (sql = make()))
  }
  return sql
}
