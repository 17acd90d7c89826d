import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Dialect } from './dialects/dialect.js'
import { quote } from './names.js'
import type { Statement } from './statement.js'
import type { EndOfList, RequiredRow, ReturnedText, RowValues } from './written-row.js'

/**
 * The statements that write one row, compiled once per table and set of columns. Their text is always the
 * same, so that a connection prepares each once.
 */
export class RowStatements {
  readonly #known = new Map<string, string>()

  constructor(readonly dialect: Dialect) {}

  /**
   * Returns an INSERT. Its result is the `id` of the new row and, with `returned`, its text as `body`.
   *
   * @param required rows without which the statement inserts nothing
   */
  insert(
    table: string,
    values: RowValues,
    returned: ReturnedText | null,
    required: readonly RequiredRow[] = [],
  ): Statement {
    const tables = required.map((row) => row.table).join()
    const sql = this.#cached(`INSERT ${table} ${tables}${columnsKey(values)}`, () => {
      const columns = Object.keys(values)
      const into = `INSERT INTO ${quote(table)}`
      if (columns.length === 0) return `${into} DEFAULT VALUES`
      const expressions = this.#expressions(table, values).join(',')
      const row = required.length === 0 ? `VALUES (${expressions})` : `SELECT ${expressions}`
      return `${into} (${columns.map(quote).join(',')}) ${row}${this.#ifFound(required, columns.length)}`
    })
    return {
      sql: `${sql}${insertResult(returned)}`,
      values: [...Object.values(values).map(parameter), ...required.map(({ id }) => id)],
    }
  }

  /** Returns an INSERT as `insert` does, whose row also has its own id in `column`. Needs `nextId` of the dialect. */
  insertWithOwnId(table: string, column: string, values: RowValues, returned: ReturnedText | null): Statement {
    const sql = this.#cached(`INSERT ${table} ${column} =${columnsKey(values)}`, () => {
      const columns = ['id', column, ...Object.keys(values)].map(quote)
      const id = '(SELECT "id" FROM "next row")'
      const expressions = [id, id, ...this.#expressions(table, values)]
      const next = `WITH "next row" AS (SELECT ${this.dialect.nextId?.(table)} AS "id")`
      return `${next} INSERT INTO ${quote(table)} (${columns.join(',')}) VALUES (${expressions.join(',')})`
    })
    return { sql: `${sql}${insertResult(returned)}`, values: Object.values(values).map(parameter) }
  }

  /**
   * Returns an UPDATE of the rows with these ids. With `returned`, its result is the `id` of each row and its
   * text as `body`.
   */
  update(table: string, ids: readonly number[], values: RowValues, returned: ReturnedText | null): Statement {
    const sql = this.#cached(`UPDATE ${ids.length} ${table}${columnsKey(values)}`, () => {
      const columns = Object.keys(values)
      const expressions = this.#expressions(table, values)
      const set = columns.map((column, index) => `${quote(column)} = ${expressions[index]}`).join(', ')
      const places = ids.map((_, index) => this.dialect.placeholder(columns.length + index + 1))
      return `UPDATE ${quote(table)} SET ${set} WHERE "id" IN (${places.join(',')})`
    })
    const result = returned ? ` RETURNING "id", ${returned.sql} AS "body"` : ''
    return { sql: `${sql}${result}`, values: [...Object.values(values).map(parameter), ...ids] }
  }

  /** Returns the WHERE of an INSERT that requires rows. Its parameters follow those of the new row. */
  #ifFound(required: readonly RequiredRow[], parameters: number): string {
    const conditions = required.map(({ table, id }, index) => {
      const place = this.dialect.placeholder(parameters + index + 1)
      return `EXISTS (SELECT 1 FROM ${quote(table)} WHERE "id" = ${this.dialect.bind('id', place, id)})`
    })
    return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  }

  #expressions(table: string, values: RowValues): string[] {
    return Object.entries(values).map(([column, value], index) => {
      const place = this.dialect.placeholder(index + 1)
      if (!isEndOfList(value)) return place
      const owned = `${quote(value.column)} = ${this.dialect.bind('id', place, value.owner)}`
      return `(SELECT coalesce(max(${quote(column)}), 0) + 1 FROM ${quote(table)} WHERE ${owned})`
    })
  }

  #cached(key: string, make: () => string): string {
    let sql = this.#known.get(key)
    if (sql === undefined) {
      if (this.#known.size >= most) this.#known.clear()
      this.#known.set(key, (sql = make()))
    }
    return sql
  }
}

/**
 * Maximum cached statements. Clients choose which attributes they write, so the number of column sets isn't
 * limited otherwise.
 */
const most = 2_000

const insertResult = (returned: ReturnedText | null) =>
  ` RETURNING "id"${returned ? `, ${returned.sql} AS "body"` : ''}`

function columnsKey(values: RowValues): string {
  let key = ''
  for (const [column, value] of Object.entries(values)) {
    key += `\n${column}`
    if (isEndOfList(value)) key += `\t${value.column}`
  }
  return key
}

function isEndOfList(value: Stored | EndOfList): value is EndOfList {
  return typeof value === 'object' && value !== null
}

const parameter = (value: Stored | EndOfList): Stored => (isEndOfList(value) ? value.owner : value)
