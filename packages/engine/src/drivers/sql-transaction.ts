import type { Registry } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { JsonText } from '../plan/json-text.js'
import type { Row, WriteTransaction, Readable } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import type { OpenTransaction } from './driver.js'
import { responseTooLarge } from '../database/database-errors.js'
import type { OwnLayout } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import { statementOf } from '../read/read.js'
import type { RowStatements } from './row-statements.js'
import type { Statement } from '../dialects/statement.js'
import type { StatementPurpose, StatementSource } from '../database/statement-measurements.js'
import type { RequestSession } from '../database/request-session.js'
import type { RequiredRow, ReturnedText, RowValues, WrittenRow } from '../database/written-row.js'

type Values = Readonly<Record<string, Stored>>

/** The database that a transaction belongs to. */
export interface TransactionOwner {
  readonly registry: Registry
  readonly layout: OwnLayout
  readonly dialect: Dialect
  readonly rowStatements: RowStatements
  /** The largest text that a write may return, in bytes of UTF-8. */
  readonly responseBytes: number
  /** Sends a statement and reports it. */
  send<Result>(
    statement: Statement,
    purpose: StatementPurpose,
    source: StatementSource,
    send: () => Promise<Result>,
  ): Promise<Result>
  /** Reads a text that may take several statements. */
  readParts(
    statement: Statement,
    source: StatementSource,
    run: (part: Statement) => Promise<JsonText | null>,
  ): Promise<JsonText | null>
}

interface TransactionOptions {
  /** Whether it belongs to a request, so that the limits of statements apply and its statements are measured. */
  readonly isLimited: boolean
  /** Whether the first failed statement ends the transaction. */
  readonly endsOnFailure?: boolean
}

/** Maximum rows of an INSERT: preparing a longer statement takes more time than it saves. */
const rowsPerInsert = 250

/** A transaction that writes with prepared statements, on either database. */
export class SqlTransaction implements WriteTransaction, StatementSource {
  readonly registry: Registry
  readonly layout: OwnLayout
  readonly dialect: Dialect
  /** True if the transaction has ended. Later statements are rejected, because they would run outside of it. */
  over = false
  /** Whether a statement was sent that may have changed something. */
  changed = false
  /** Whether the database rejected a statement. Some errors roll back the whole transaction. */
  failed = false
  session: RequestSession | undefined
  waited = 0
  readonly isMeasured: boolean
  readonly #endsOnFailure: boolean
  readonly #responseBytes: number
  readonly #insertions = new Map<string, string>()

  constructor(
    readonly owner: TransactionOwner,
    readonly connection: OpenTransaction,
    options: TransactionOptions,
  ) {
    this.isMeasured = options.isLimited
    this.#endsOnFailure = options.endsOnFailure ?? false
    this.#responseBytes = options.isLimited ? owner.responseBytes : Number.POSITIVE_INFINITY
    this.registry = owner.registry
    this.layout = owner.layout
    this.dialect = owner.dialect
  }

  async insert(table: string, values: RowValues, returned: ReturnedText | null = null): Promise<WrittenRow> {
    const [row] = await this.#rows(this.owner.rowStatements.insert(table, values, returned), {
      operation: 'INSERT',
      table,
    })
    return { id: Number(row?.['id']), text: this.#limited(row?.['body']) }
  }

  async insertIfFound(
    required: readonly RequiredRow[],
    table: string,
    values: RowValues,
    returned: ReturnedText | null = null,
  ): Promise<WrittenRow | null> {
    const { changed } = this
    const [row] = await this.#rows(this.owner.rowStatements.insert(table, values, returned, required), {
      operation: 'INSERT',
      table,
    })
    // Without a row, the statement inserted nothing.
    if (!row) this.changed = changed
    return row ? { id: Number(row['id']), text: this.#limited(row['body']) } : null
  }

  async insertMany(table: string, rows: readonly Values[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    const most = Math.min(rowsPerInsert, Math.floor(this.connection.maximumParameters / Math.max(1, columns.length)))
    for (let at = 0; at < rows.length; at += most) {
      await this.#rows(this.#insertion(table, columns, rows.slice(at, at + most)), { operation: 'INSERT', table })
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
    const rows = await this.#rows(this.owner.rowStatements.update(table, ids, values, returned), {
      operation: 'UPDATE',
      table,
    })
    const [id] = ids
    return { id, text: this.#limited(rows.find((row) => Number(row['id']) === id)?.['body']) }
  }

  /** @throws ApiError ValidationError for a text over the size limit of a read */
  #limited(body: Stored | undefined): string | null {
    if (typeof body !== 'string') return null
    if (Buffer.byteLength(body) <= this.#responseBytes) return body
    this.failed = true
    throw responseTooLarge()
  }

  query(statement: Statement): Promise<readonly Row[]> {
    return this.#rows(statement, {})
  }

  async execute(statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return
    const sql = statements.join(';\n')
    await this.#watched(() => {
      this.changed = true
      return this.owner.send({ sql, values: [] }, { operation: 'SCRIPT' }, this, () => this.connection.script(sql))
    })
  }

  read(plan: Readable, id?: number): Promise<JsonText | null> {
    const purpose = { operation: 'SELECT', read: plan }
    const text = (part: Statement) => this.owner.send(part, purpose, this, () => this.connection.text(part))
    return this.#watched(() => this.owner.readParts(statementOf(plan, this, id), this, text))
  }

  #rows(statement: Statement, purpose: StatementPurpose): Promise<readonly Row[]> {
    return this.#watched(() => {
      this.changed ||= !statement.sql.startsWith('SELECT ')
      return this.owner.send(statement, purpose, this, () => this.connection.rows(statement))
    })
  }

  /** Sends statements unless the transaction has ended, and notes a failure. */
  async #watched<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.over) throw new Error('This transaction has ended: await all its statements before the function returns.')
    try {
      return await send()
    } catch (error) {
      this.failed = true
      this.over ||= this.#endsOnFailure || ((await this.connection.hasEnded?.()) ?? false)
      throw error
    }
  }
}
