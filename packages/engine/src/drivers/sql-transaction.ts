import type { Registry } from '@content-api/model'
import type { JsonText } from '../plan/json-text.js'
import type { ReadId } from '../plan/read-plan.js'
import {
  type EndOfList,
  ownId,
  type Readable,
  type ReadFinisher,
  type RequiredRow,
  type ReturnedText,
  type Row,
  type RowValue,
  type RowValues,
  type WriteTransaction,
  type WrittenRow,
} from '../database/database.js'
import type { OpenTransaction } from './driver.js'
import { responseTooLarge } from '../database/database-errors.js'
import type { WritableLayout } from '../layout/layout.js'
import { statementOf } from '../read/read.js'
import { finished } from '../database/read-finisher.js'
import type { StatementPurpose, StatementSource } from '../database/statement-measurements.js'
import type { RequestSession } from '../database/request-session.js'
import { idColumn, rowId } from '../layout/columns.js'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Dialect } from '../dialects/dialect.js'
import type { ValueFormats } from '../layout/value-formats.js'
import { currentLevel } from '../database/nested-writes.js'
import { quote } from '../layout/names.js'
import type { Statement } from '../dialects/statement.js'

/** The database that a transaction belongs to. */
export interface TransactionOwner<Tables extends WritableLayout = WritableLayout> {
  readonly registry: Registry
  readonly layout: Tables
  readonly dialect: Dialect
  readonly rowStatements: RowStatements
  /** Changes the texts of reads; null if they stay as they are. */
  readonly finisher: ReadFinisher | null
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
export class SqlTransaction<Tables extends WritableLayout = WritableLayout>
  implements WriteTransaction<Tables>, StatementSource
{
  readonly registry: Registry
  readonly layout: Tables
  readonly dialect: Dialect
  readonly pipelines: boolean
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
  readonly #unsettled: Promise<unknown>[] = []

  constructor(
    readonly owner: TransactionOwner<Tables>,
    readonly connection: OpenTransaction,
    options: TransactionOptions,
  ) {
    this.isMeasured = options.isLimited
    this.#endsOnFailure = options.endsOnFailure ?? false
    this.#responseBytes = options.isLimited ? owner.responseBytes : Number.POSITIVE_INFINITY
    this.registry = owner.registry
    this.layout = owner.layout
    this.dialect = owner.dialect
    this.pipelines = connection.pipelines
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

  async insertMany(table: string, rows: readonly Row[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    const most = Math.min(rowsPerInsert, Math.floor(this.connection.maximumParameters / Math.max(1, columns.length)))
    for (let at = 0; at < rows.length; at += most) {
      await this.#rows(this.#insertion(table, columns, rows.slice(at, at + most)), { operation: 'INSERT', table })
    }
  }

  #insertion(table: string, columns: readonly string[], rows: readonly Row[]): Statement {
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

  async queryLast(statement: Statement): Promise<void> {
    // A nested write must know of a failure before its savepoint ends.
    const { withNext } = this.connection
    if (!withNext || !this.pipelines || currentLevel(this.layout) !== null) {
      await this.#rows(statement, {})
      return
    }
    const sent = this.#watched(() => {
      this.changed = true
      return this.owner.send(statement, {}, this, () => withNext(statement))
    })
    // `settle` reports a failure.
    sent.catch(() => undefined)
    this.#unsettled.push(sent)
  }

  /**
   * Waits for the statements of `queryLast`.
   *
   * @throws the error of the first one that failed. Then the database rolls back, also after COMMIT.
   */
  async settle(): Promise<void> {
    for (const sent of this.#unsettled) await sent
  }

  async execute(statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return
    const sql = statements.join(';\n')
    await this.#watched(() => {
      this.changed = true
      return this.owner.send({ sql, values: [] }, { operation: 'SCRIPT' }, this, () => this.connection.script(sql))
    })
  }

  read(plan: Readable, id?: ReadId): Promise<JsonText | null> {
    const { finisher } = this.owner
    return finisher ? finished(finisher, plan, (planned) => this.#read(planned, id)) : this.#read(plan, id)
  }

  #read(plan: Readable, id: ReadId | undefined): Promise<JsonText | null> {
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
    readonly formats: ValueFormats,
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
      const row: RowValues = Object.values(values).includes(ownId) ? { [idColumn]: ownId, ...values } : values
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
  const parameters: Stored[] = []
  for (const value of Object.values(values)) {
    if (value !== ownId) parameters.push(isEndOfList(value) ? value.owner : value)
  }
  return parameters
}
