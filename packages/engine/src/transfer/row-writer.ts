import type { Schema } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { WriteTransaction } from '../database/database.js'
import { ImportError, type ImportMistakes } from '../errors/import-error.js'
import type { OwnLink } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import { newVersion } from '../plan/entry-version.js'
import { sessions, systemTables } from '../layout/system-tables.js'
import { IdRegister, type LinkedRow, type PlannedLink, type PlannedRow } from './id-register.js'
import { ApiError } from '../errors/api-error.js'

type RowValues = Record<string, Stored>

type JoinTable = Extract<OwnLink, { kind: 'join' | 'morphJoin' }>

/** A foreign key to a row that isn't registered yet. */
interface LateReference {
  readonly line: number
  readonly table: string
  readonly id: number
  readonly name: string
  readonly column: string
  readonly target: LinkedRow
}

interface LateLink {
  readonly line: number
  readonly table: string
  readonly name: string
  readonly values: RowValues
  readonly target: LinkedRow
}

/** Rows that a buffer collects before `insertMany` writes them, and foreign keys that one UPDATE sets. */
const rowsPerInsert = 500

/**
 * Inserts many rows per statement. Rows can be added in any order, but must be inserted after the rows that
 * they refer to. So rows wait in the buffer of their table, and all rows in a buffer refer to inserted rows
 * or to each other. References to rows that are added later are set at the end.
 */
export class RowWriter {
  readonly #ids: IdRegister
  /** The running statement. Meanwhile the next rows are planned. */
  #pending: Promise<void> = Promise.resolve()
  #knows: ((target: LinkedRow) => boolean) | null = null
  /** The version of all imported entries. Entries that an import replaces had another one. */
  readonly #version = newVersion()
  readonly #blanks = new Map<string, RowValues>()
  readonly #buffers = new Map<string, RowValues[]>()
  readonly #links = new Map<string, RowValues[]>()
  readonly #lateReferences: LateReference[] = []
  readonly #lateLinks: LateLink[] = []
  #inserting: InsertedRows | null = null
  /** The uids of the content types and components of all rows. */
  readonly uids = new Set<string>()

  /** @param mistakes collects the mistakes that are found; nothing is inserted after the first one */
  constructor(
    private readonly transaction: WriteTransaction,
    private readonly mistakes: ImportMistakes,
  ) {
    const query: WriteTransaction['query'] = async (statement) => {
      await this.#pending
      return transaction.query(statement)
    }
    this.#ids = new IdRegister({ dialect: transaction.dialect, layout: transaction.layout, query })
  }

  /**
   * Treats rows for which `knows` returns true as existing, so that references to them are written
   * immediately. The caller must have found all these rows in the import. Has no effect on a database that
   * can't defer the check of foreign keys.
   */
  async trust(knows: (target: LinkedRow) => boolean): Promise<void> {
    const { deferForeignKeys: sql } = this.transaction.dialect
    if (sql === undefined) return
    await this.transaction.query({ sql, values: [] })
    this.#knows = knows
  }

  /**
   * Adds a row.
   *
   * @returns the row's id; null if the id already exists
   */
  async add(row: PlannedRow, line: number, owner: RowValues = {}): Promise<number | null> {
    const { schema } = row
    const table = this.#tableOf(schema)
    const id = row.id ?? (await this.#ids.nextId(table))
    if (!(await this.#ids.register(table, id))) {
      this.mistakes.add(alreadyExists(line, schema, id), { type: schema.uid, id })
      return null
    }
    this.uids.add(schema.uid)
    const values: RowValues = { ...this.#blank(table), id, ...this.#ownColumns(row, id), ...owner }
    for (const link of row.links) await this.#setReferences(values, link, { line, table, id, schema })
    const buffer = this.#buffer(table)
    buffer.push(values)
    for (const link of row.links) await this.#link(schema, link, id, line)
    for (const { field, position, row: component } of row.components) {
      const { type, id: ownerId, field: ownerField, position: place } = this.transaction.layout.ownerColumns
      await this.add(component, line, { [type]: schema.uid, [ownerId]: id, [ownerField]: field, [place]: position })
    }
    if (buffer.length >= rowsPerInsert) await this.#flush(table)
    return id
  }

  /** Inserts the buffered rows, so that statements can read all rows that were added. */
  async flush(): Promise<void> {
    await this.#flushAll()
    await this.#pending
  }

  /** Waits for the running statement, so that other code can send one. */
  settled(): Promise<void> {
    return this.#pending
  }

  /** Registers a row that isn't inserted because it has mistakes. */
  async skip(schema: Schema, id: number): Promise<void> {
    await this.#ids.register(this.#tableOf(schema), id)
  }

  /**
   * Inserts the waiting rows, sets references to later rows, and updates the statistics of the tables. A
   * reference to a missing row is a mistake.
   */
  async finish(): Promise<void> {
    await this.#flushAll()
    await this.#pending
    await this.#setLate()
    await this.#pending
    if (this.mistakes.total === 0) await this.#updateStatistics()
  }

  /** Returns the mistake behind a database error, after which the transaction can't continue. */
  explain(error: unknown): unknown {
    return uniqueMistake(error, this.transaction, this.#inserting)
  }

  /**
   * Advances the id sequences, so that new rows get ids after the imported ones. A rollback doesn't undo
   * this, so call it last.
   */
  async continueIds(): Promise<void> {
    await this.#ids.advanceSequences()
  }

  /** Without this, reads are planned with default statistics until the database updates them itself. */
  async #updateStatistics(): Promise<void> {
    const tables = [...this.#buffers.keys(), ...this.#links.keys()]
    const statement = this.transaction.dialect.updateStatistics?.(tables)
    if (statement !== undefined && tables.length > 0) await this.transaction.execute([statement])
  }

  /** Returns all columns as null, so that all rows of a statement have the same columns. */
  #blank(table: string): RowValues {
    const known = this.#blanks.get(table)
    if (known) return known
    const columns = this.transaction.layout.tables.find(({ name }) => name === table)?.columns ?? []
    const blank = Object.fromEntries(columns.map(({ name }) => [name, null]))
    this.#blanks.set(table, blank)
    return blank
  }

  #buffer(table: string): RowValues[] {
    const buffer = this.#buffers.get(table) ?? []
    this.#buffers.set(table, buffer)
    return buffer
  }

  #ownColumns({ schema, group, scalars }: PlannedRow, id: number): RowValues {
    const layout = this.transaction.layout.schema(schema.uid)
    const localized = schema.model === 'contentType' && schema.localized
    const values: RowValues = localized ? { [this.transaction.layout.entryColumns.group]: group ?? id } : {}
    if (layout.version !== undefined) values[layout.version] = this.#version
    for (const [name, value] of Object.entries(scalars)) values[layout.column(name)] = value
    return values
  }

  /** Sets the columns of a link that are stored in the row itself. */
  async #setReferences(
    values: RowValues,
    { name, targets }: PlannedLink,
    { schema, ...row }: { line: number; table: string; id: number; schema: Schema },
  ): Promise<void> {
    const link = this.transaction.layout.schema(schema.uid).link(name)
    const [target] = targets
    if (!target) return
    if (link.kind === 'morph') {
      values[link.type] = target.schema.uid
      values[link.id] = target.id
    }
    if (link.kind !== 'column') return
    const { column, order } = link
    if (order) values[order] = target.order ?? (await this.#ids.nextOrder(row.table, order))
    const targetTable = this.#tableOf(target.schema)
    if (!this.#has(target)) {
      this.#lateReferences.push({ ...row, name, column, target })
      return
    }
    values[column] = target.id
    if (targetTable !== row.table && !this.#knows) await this.#flush(targetTable)
  }

  #has(target: LinkedRow): boolean {
    return this.#knows?.(target) ?? this.#ids.has(this.#tableOf(target.schema), target.id)
  }

  #tableOf = ({ uid }: Schema): string => this.transaction.layout.schema(uid).table

  /** Adds the rows of a link table. */
  async #link(schema: Schema, { name, targets }: PlannedLink, source: number, line: number): Promise<void> {
    const link = this.transaction.layout.schema(schema.uid).link(name)
    if (link.kind !== 'join' && link.kind !== 'morphJoin') return
    for (const [index, target] of targets.entries()) {
      const values = await this.#linkRow(link, source, target, index + 1)
      if (link.kind === 'join' && !this.#has(target)) {
        this.#lateLinks.push({ line, table: link.table, name, values, target })
      } else await this.#addLink(link.table, values)
    }
  }

  async #linkRow(
    link: JoinTable,
    source: number,
    { schema, id, order }: LinkedRow,
    position: number,
  ): Promise<RowValues> {
    const values: RowValues = { [link.source]: source, [link.target]: id, [link.order]: position }
    if (link.kind === 'morphJoin') values[link.type] = schema.uid
    else if (link.inverseOrder) {
      values[link.inverseOrder] = order ?? (await this.#ids.nextOrder(link.table, link.inverseOrder))
    }
    return values
  }

  async #addLink(table: string, values: RowValues): Promise<void> {
    const waiting = this.#links.get(table) ?? []
    this.#links.set(table, waiting)
    waiting.push(values)
    if (waiting.length >= rowsPerInsert) await this.#flushAll()
  }

  async #flush(table: string): Promise<void> {
    const rows = this.#buffers.get(table)
    if (!rows || rows.length === 0) return
    await this.#insert(table, rows)
  }

  /** Waits for the previous statement, then sends the rows and returns without waiting for them. */
  async #insert(table: string, rows: RowValues[]): Promise<void> {
    const sent = rows.splice(0)
    await this.#pending
    if (this.mistakes.total > 0) return
    this.#inserting = { table, rows: sent }
    const pending = this.transaction.insertMany(table, withoutNulls(sent))
    // The next code that awaits `#pending` handles the error.
    pending.catch(() => undefined)
    this.#pending = pending
  }

  async #flushAll(): Promise<void> {
    for (const table of this.#buffers.keys()) await this.#flush(table)
    for (const [table, rows] of this.#links) {
      if (rows.length > 0) await this.#insert(table, rows)
    }
  }

  async #setLate(): Promise<void> {
    await this.#ids.readExisting([...this.#lateReferences, ...this.#lateLinks].map(({ target }) => target))
    for (const { line, name, target } of this.#lateReferences) this.#mustExist(target, line, name)
    if (this.mistakes.total > 0) return
    for (const statement of lateUpdates(this.#lateReferences)) await this.transaction.execute([statement])
    for (const { line, table, name, values, target } of this.#lateLinks) {
      this.#mustExist(target, line, name)
      await this.#addLink(table, values)
    }
    await this.#flushAll()
  }

  #mustExist({ schema, id }: LinkedRow, line: number, name: string): void {
    if (this.#ids.has(this.#tableOf(schema), id)) return
    const message = `${name} refers to ${id}, but ${schema.uid} has no entry with this id.`
    this.mistakes.add(new ImportError(line, message, { attribute: name }))
  }
}

/** Leaves out columns that are null in every row, since binding a value costs more than planning the statement. */
function withoutNulls(rows: readonly RowValues[]): readonly RowValues[] {
  const [first = {}, ...others] = rows
  const used = Object.keys(first).filter((column) => rows.some((row) => row[column] !== null))
  // The first row defines which columns are written.
  return [Object.fromEntries(used.map((column) => [column, first[column] ?? null])), ...others]
}

/** Sets foreign keys of many rows in one statement: one statement per row takes ten times as long. */
function* lateUpdates(references: readonly LateReference[]): Generator<string> {
  const byColumn = new Map<string, { readonly table: string; readonly column: string; readonly pairs: string[] }>()
  for (const { table, column, id, target } of references) {
    const key = `${table}.${column}`
    const group = byColumn.get(key) ?? { table, column, pairs: [] }
    byColumn.set(key, group)
    // Ids were checked to be integers when they were read.
    group.pairs.push(`(${id}, ${target.id})`)
  }
  for (const { table, column, pairs } of byColumn.values()) {
    for (let at = 0; at < pairs.length; at += rowsPerInsert) {
      const values = pairs.slice(at, at + rowsPerInsert).join(', ')
      yield `UPDATE ${quote(table)} SET ${quote(column)} = late.column2 FROM (VALUES ${values}) AS late WHERE ${quote(table)}.id = late.column1`
    }
  }
}

function alreadyExists(line: number, { uid }: Schema, id: number): ImportError {
  return new ImportError(
    line,
    `${uid} ${id} already exists. Import into an empty database, or use --replace to delete all content first.`,
  )
}

const isOwnData = (table: string) => systemTables.some(({ name }) => name === table)

/**
 * Deletes all content, and the sessions of its users, but none of the service's other data. Rows that refer
 * to others are deleted first.
 */
export async function deleteContent(transaction: WriteTransaction): Promise<void> {
  const { layout, registry } = transaction
  const entryTables = new Set([...registry.contentTypes.keys()].map((uid) => layout.schema(uid).table))
  const content = layout.tables.filter((table) => !isOwnData(table.name) || table.name === sessions)
  const tables = content.toSorted((a, b) => Number(entryTables.has(a.name)) - Number(entryTables.has(b.name)))
  for (const { name } of tables) await transaction.query({ sql: `DELETE FROM ${quote(name)}`, values: [] })
}

/** The rows of one statement, with their values by column. */
interface InsertedRows {
  readonly table: string
  readonly rows: readonly Readonly<Record<string, Stored>>[]
}

/**
 * Returns an import mistake for a uniqueness error of the database, with the entries that may have caused it.
 * Returns other errors unchanged.
 */
function uniqueMistake(
  error: unknown,
  { layout, registry }: Pick<WriteTransaction, 'layout' | 'registry'>,
  inserted: InsertedRows | null,
): unknown {
  const attribute = error instanceof ApiError ? attributeOf(error) : undefined
  if (attribute === undefined || inserted === null) return error
  const { table, rows } = inserted
  const schema = [...registry.contentTypes.values(), ...registry.components.values()].find(
    ({ uid }) => layout.schema(uid).table === table,
  )
  if (!schema) return error
  const column = layout.schema(schema.uid).column(attribute)
  const place = { type: schema.uid, attribute }
  const ids = new Map<Stored, number>()
  for (const row of rows) {
    const value = row[column] ?? null
    const [id, other] = [Number(row['id']), ids.get(value)]
    if (value !== null && other !== undefined && (row['locale'] ?? null) === localeOf(rows, other)) {
      const message = `${attribute} must be unique, but entry ${other} has the same value: ${JSON.stringify(value)}.`
      return new ImportError(0, message, { ...place, id })
    }
    ids.set(value, id)
  }
  const [first, last] = [rows[0]?.['id'], rows.at(-1)?.['id']]
  const message = `${attribute} must be unique: one of the entries ${first} to ${last} has the same value as another entry.`
  return new ImportError(0, message, place)
}

function localeOf(rows: InsertedRows['rows'], id: number): Stored {
  return rows.find((row) => row['id'] === id)?.['locale'] ?? null
}

function attributeOf({ details }: ApiError): string | undefined {
  const errors = (details as { errors?: readonly { path: readonly string[]; message: string }[] } | undefined)?.errors
  return errors?.[0]?.message === 'This attribute must be unique' ? errors[0].path[0] : undefined
}
