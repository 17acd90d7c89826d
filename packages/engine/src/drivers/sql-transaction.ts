import type { Registry } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { JsonText } from '../plan/json-text.js'
import type { Row, WriteTransaction, Readable } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import { responseTooLarge } from '../database/database-errors.js'
import type { OwnLayout } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { statementOf } from '../read/read.js'
import type { RowStatements } from './row-statements.js'
import type { Statement } from '../dialects/statement.js'
import type { RequiredRow, ReturnedText, RowValues, WrittenRow } from '../database/written-row.js'

type Values = Readonly<Record<string, Stored>>

/** The connection of an open transaction. */
export interface TransactionSession {
  /** The number of parameters that a statement may have. */
  readonly maximumParameters: number
  /** The largest text that a write may return, in bytes of UTF-8. */
  readonly responseBytes: number
  readonly rows: (statement: Statement) => Promise<readonly Row[]>
  readonly text: (statement: Statement) => Promise<JsonText | null>
  /** Runs several statements, joined by semicolons. */
  readonly script: (sql: string) => Promise<unknown>
  /** Returns whether a failed statement has ended the transaction; absent where that can't happen. */
  readonly hasEnded?: () => Promise<boolean>
}

/** The database that a transaction belongs to. */
export interface TransactionOwner {
  readonly registry: Registry
  readonly layout: OwnLayout
  readonly dialect: Dialect
  readonly rowStatements: RowStatements
}

/** Maximum rows of an INSERT: preparing a longer statement takes more time than it saves. */
const rowsPerInsert = 250

/** A transaction that writes with prepared statements, on either database. */
export class SqlTransaction implements WriteTransaction {
  readonly registry: Registry
  readonly layout: OwnLayout
  readonly dialect: Dialect
  /** True if the transaction has ended. Later statements are rejected, because they would run outside of it. */
  over = false
  /** Whether a statement was sent that may have changed something. */
  changed = false
  /** Whether the database rejected a statement. Some errors roll back the whole transaction. */
  failed = false
  readonly #rowStatements: RowStatements
  readonly #insertions = new Map<string, string>()

  constructor(
    owner: TransactionOwner,
    readonly session: TransactionSession,
    /** Whether the first failed statement ends the transaction. */
    readonly endsOnFailure = false,
  ) {
    this.registry = owner.registry
    this.layout = owner.layout
    this.dialect = owner.dialect
    this.#rowStatements = owner.rowStatements
  }

  async insert(table: string, values: RowValues, returned: ReturnedText | null = null): Promise<WrittenRow> {
    const [row] = await this.query(this.#rowStatements.insert(table, values, returned))
    return { id: Number(row?.['id']), text: this.#limited(row?.['body']) }
  }

  async insertIfFound(
    required: readonly RequiredRow[],
    table: string,
    values: RowValues,
    returned: ReturnedText | null = null,
  ): Promise<WrittenRow | null> {
    const { changed } = this
    const [row] = await this.query(this.#rowStatements.insert(table, values, returned, required))
    // Without a row, the statement inserted nothing.
    if (!row) this.changed = changed
    return row ? { id: Number(row['id']), text: this.#limited(row['body']) } : null
  }

  async insertMany(table: string, rows: readonly Values[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    const most = Math.min(rowsPerInsert, Math.floor(this.session.maximumParameters / Math.max(1, columns.length)))
    for (let at = 0; at < rows.length; at += most) {
      await this.query(this.#insertion(table, columns, rows.slice(at, at + most)))
    }
  }

  #insertion(table: string, columns: readonly string[], rows: readonly Values[]): Statement {
    const key = `${rows.length} ${table} ${columns.join()}`
    const sql = this.#insertions.get(key) ?? this.#insertionSql(table, columns, rows.length)
    // Only the SQL for `rowsPerInsert` rows is cached, because imports send few statements with fewer rows.
    if (rows.length === rowsPerInsert) this.#insertions.set(key, sql)
    const values: Stored[] = []
    for (const row of rows) for (const column of columns) values.push(row[column] ?? null)
    return { sql, values }
  }

  #insertionSql(table: string, columns: readonly string[], rows: number): string {
    let place = 0
    const tuples = Array.from(
      { length: rows },
      () => `(${columns.map(() => this.dialect.placeholder(++place)).join(',')})`,
    )
    return `INSERT INTO ${quote(table)} (${columns.map(quote).join(',')}) VALUES ${tuples.join(',')}`
  }

  async update(
    table: string,
    ids: readonly [number, ...number[]],
    values: RowValues,
    returned: ReturnedText | null = null,
  ): Promise<WrittenRow> {
    const rows = await this.query(this.#rowStatements.update(table, ids, values, returned))
    const [id] = ids
    return { id, text: this.#limited(rows.find((row) => Number(row['id']) === id)?.['body']) }
  }

  /** @throws ApiError ValidationError for a text over the size limit of a read */
  #limited(body: Stored | undefined): string | null {
    if (typeof body !== 'string') return null
    if (Buffer.byteLength(body) <= this.session.responseBytes) return body
    this.failed = true
    throw responseTooLarge()
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    this.#check()
    this.changed ||= !statement.sql.startsWith('SELECT ')
    return this.#watched(this.session.rows(statement))
  }

  async execute(statements: readonly string[]): Promise<void> {
    this.#check()
    if (statements.length === 0) return
    this.changed = true
    await this.#watched(this.session.script(statements.join(';\n')))
  }

  async read(plan: Readable, id?: number): Promise<JsonText | null> {
    this.#check()
    return this.#watched(this.session.text(statementOf(plan, this, id)))
  }

  async #watched<Result>(result: Promise<Result>): Promise<Result> {
    try {
      return await result
    } catch (error) {
      this.failed = true
      this.over ||= this.endsOnFailure || ((await this.session.hasEnded?.()) ?? false)
      throw error
    }
  }

  #check(): void {
    if (this.over) throw new Error('This transaction has ended: await all its statements before the function returns.')
  }
}
