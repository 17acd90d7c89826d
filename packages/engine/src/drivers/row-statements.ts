import { rowId } from '../layout/columns.js'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Dialect } from '../dialects/dialect.js'
import type { OwnFormats } from '../layout/value-formats.js'
import { quote } from '../layout/names.js'
import type { Statement } from '../dialects/statement.js'
import {
  type EndOfList,
  ownId,
  type RequiredRow,
  type ReturnedText,
  type RowValue,
  type RowValues,
} from '../database/written-row.js'

/**
 * The statements that write one row, compiled once per table, set of columns and returned text. Their text is
 * always the same string, so that a connection prepares each once, and V8 hashes it once.
 */
export class RowStatements {
  /** By returned text, and by table and columns. */
  #known = new WeakMap<ReturnedText, Map<string, string>>()
  #characters = 0

  constructor(
    readonly dialect: Dialect,
    readonly formats: OwnFormats,
  ) {}

  /**
   * Returns an INSERT. Its result is the `id` of the new row and, with `returned`, its text as `body`. The
   * statement inserts nothing if a `required` row is missing.
   */
  insert(
    table: string,
    values: RowValues,
    returned: ReturnedText | null,
    required: readonly RequiredRow[] = [],
  ): Statement {
    const tables = required.map((row) => row.table).join()
    const parameters = parametersOf(values)
    const sql = this.#cached(returned, `INSERT ${table} ${tables}${columnsKey(values)}`, () => {
      const row: RowValues = Object.values(values).includes(ownId) ? { id: ownId, ...values } : values
      const columns = Object.keys(row)
      const into = `INSERT INTO ${quote(table)}`
      if (columns.length === 0) return `${into} DEFAULT VALUES RETURNING ${rowId}${bodyOf(returned)}`
      const expressions = this.#expressions(table, row, nextRowId).join(',')
      const source = required.length === 0 ? `VALUES (${expressions})` : `SELECT ${expressions}`
      const target =
        row === values ? into : `WITH ${nextRow} AS (SELECT ${this.dialect.nextId?.(table)} AS "id") ${into}`
      const condition = this.#ifFound(required, parameters.length)
      return `${target} (${columns.map(quote).join(',')}) ${source}${condition} RETURNING ${rowId}${bodyOf(returned)}`
    })
    return { sql, values: [...parameters, ...required.map(({ id }) => id)] }
  }

  /**
   * Returns an UPDATE of the rows with these ids. With `returned`, its result is the `id` of each row and its
   * text as `body`.
   */
  update(table: string, ids: readonly number[], values: RowValues, returned: ReturnedText | null): Statement {
    const parameters = parametersOf(values)
    const sql = this.#cached(returned, `UPDATE ${ids.length} ${table}${columnsKey(values)}`, () => {
      const columns = Object.keys(values)
      const expressions = this.#expressions(table, values, rowId)
      const set = columns.map((column, index) => `${quote(column)} = ${expressions[index]}`).join(', ')
      const places = ids.map((_, index) => this.dialect.placeholder(parameters.length + index + 1))
      const result = returned ? ` RETURNING ${rowId}${bodyOf(returned)}` : ''
      return `UPDATE ${quote(table)} SET ${set} WHERE ${rowId} IN (${places.join(',')})${result}`
    })
    return { sql, values: [...parameters, ...ids] }
  }

  /** Returns the WHERE of an INSERT that requires rows. Its parameters follow those of the new row. */
  #ifFound(required: readonly RequiredRow[], parameters: number): string {
    const conditions = required.map(({ table, id }, index) => {
      const place = this.dialect.placeholder(parameters + index + 1)
      return `EXISTS (SELECT 1 FROM ${quote(table)} WHERE ${rowId} = ${this.formats.bind('id', place, id)})`
    })
    return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  }

  /** @param id the SQL for `ownId` */
  #expressions(table: string, values: RowValues, id: string): string[] {
    let parameters = 0
    return Object.entries(values).map(([column, value]) => {
      if (value === ownId) return id
      const place = this.dialect.placeholder(++parameters)
      if (!isEndOfList(value)) return place
      const owned = `${quote(value.column)} = ${this.formats.bind('id', place, value.owner)}`
      return `(SELECT coalesce(max(${quote(column)}), 0) + 1 FROM ${quote(table)} WHERE ${owned})`
    })
  }

  #cached(returned: ReturnedText | null, key: string, make: () => string): string {
    const known = this.#known.get(returned ?? nothing)?.get(key)
    if (known !== undefined) return known
    const sql = make()
    this.#characters += sql.length
    if (this.#characters > mostCharacters) {
      this.#known = new WeakMap()
      this.#characters = sql.length
    }
    const statements = this.#known.get(returned ?? nothing) ?? new Map<string, string>()
    this.#known.set(returned ?? nothing, statements.set(key, sql))
    return sql
  }
}

/** Stands for no returned text. */
const nothing: ReturnedText = { sql: '' }

/**
 * Maximum characters of the cached statements. Clients choose which attributes they write, so the number of
 * column sets isn't limited otherwise.
 */
const mostCharacters = 4_000_000

const bodyOf = (returned: ReturnedText | null) => (returned ? `, ${returned.sql} AS "body"` : '')

/** The table with the id of an inserted row that refers to itself. No other table has a name with a space. */
const nextRow = '"next row"'
const nextRowId = `(SELECT ${rowId} FROM ${nextRow})`

function columnsKey(values: RowValues): string {
  let key = ''
  for (const [column, value] of Object.entries(values)) {
    key += `\n${column}`
    if (value === ownId) key += '\tid'
    else if (isEndOfList(value)) key += `\t=${value.column}`
  }
  return key
}

function isEndOfList(value: RowValue): value is EndOfList {
  return typeof value === 'object' && value !== null
}

function parametersOf(values: RowValues): Stored[] {
  return Object.values(values).flatMap((value) => {
    if (value === ownId) return []
    return [isEndOfList(value) ? value.owner : value]
  })
}
