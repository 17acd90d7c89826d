import type { Schema } from '@content-api/model'
import type { Stored } from '../../attributes/scalar-behaviour.js'
import type { WriteTransaction } from '../../storage/database.js'
import { ownerColumns } from '../../storage/layout.js'
import { quote } from '../../storage/names.js'
import { ImportError } from './entry-line.js'
import { IdRegister } from './id-register.js'
import type { PlannedLinks, PlannedRow, Reference } from './planned-row.js'

type Values = Record<string, Stored>

interface LateReference {
  readonly line: number
  readonly table: string
  readonly id: number
  readonly reference: Reference
}

interface LateLink {
  readonly line: number
  readonly table: string
  readonly name: string
  readonly values: Values
  readonly target: Schema
  readonly id: number
}

/** Rows of one statement: more gain little, and a PostgreSQL statement takes 65,535 parameters. */
const rowsPerInsert = 500

/**
 * Inserts rows many at a time, whatever their order. What a row points at has to be there before it: rows wait in the buffer
 * of their table, which holds only rows that point at inserted ones or at each other; what points further ahead is set at
 * the end.
 */
export class RowWriter {
  readonly #transaction: WriteTransaction
  readonly #ids: IdRegister
  readonly #blanks = new Map<string, Values>()
  readonly #buffers = new Map<string, Values[]>()
  readonly #links = new Map<string, Values[]>()
  readonly #lateReferences: LateReference[] = []
  readonly #lateLinks: LateLink[] = []

  constructor(transaction: WriteTransaction) {
    this.#transaction = transaction
    this.#ids = new IdRegister(transaction)
  }

  async add(row: PlannedRow, line: number, owner: Values = {}): Promise<void> {
    const { schema } = row
    const table = schema.collectionName
    const id = row.id ?? (await this.#ids.next(table))
    if (!(await this.#ids.take(table, id))) throw taken(line, schema, id)
    const values: Values = { ...this.#blank(table), id, ...row.columns, ...owner }
    for (const reference of row.references) await this.#refer(values, reference, { line, table, id, reference })
    const buffer = this.#buffer(table)
    buffer.push(values)
    for (const links of row.links) await this.#link(links, id, line)
    for (const { field, position, row: component } of row.components) {
      const { type, id: ownerId, field: ownerField, position: place } = ownerColumns
      await this.add(component, line, { [type]: schema.uid, [ownerId]: id, [ownerField]: field, [place]: position })
    }
    if (buffer.length >= rowsPerInsert) await this.#flush(table)
  }

  /** Inserts what still waits, then sets what pointed ahead. @throws ImportError for what points at nothing */
  async finish(): Promise<void> {
    await this.#flushAll()
    await this.#setLate()
    await this.#ids.finish()
  }

  /** Every column, so that all rows of a statement have the same. */
  #blank(table: string): Values {
    const known = this.#blanks.get(table)
    if (known) return known
    const columns = this.#transaction.layout.tables.find(({ name }) => name === table)?.columns ?? []
    const blank = Object.fromEntries(columns.map(({ name }) => [name, null]))
    this.#blanks.set(table, blank)
    return blank
  }

  #buffer(table: string): Values[] {
    const buffer = this.#buffers.get(table) ?? []
    this.#buffers.set(table, buffer)
    return buffer
  }

  async #refer(values: Values, reference: Reference, late: LateReference): Promise<void> {
    const { column, orderColumn, target, id, order } = reference
    if (orderColumn) values[orderColumn] = order ?? (await this.#ids.nextOrder(late.table, orderColumn))
    if (!this.#ids.has(target.collectionName, id)) {
      this.#lateReferences.push(late)
      return
    }
    values[column] = id
    if (target.collectionName !== late.table) await this.#flush(target.collectionName)
  }

  async #link(links: PlannedLinks, source: number, line: number): Promise<void> {
    const { name, table, sourceColumn, targetColumn, orderColumn, inverseOrderColumn, typeColumn } = links
    for (const [index, { schema, id, order }] of links.targets.entries()) {
      const values: Values = { [sourceColumn]: source, [targetColumn]: id, [orderColumn]: index + 1 }
      if (inverseOrderColumn)
        values[inverseOrderColumn] = order ?? (await this.#ids.nextOrder(table, inverseOrderColumn))
      if (typeColumn) values[typeColumn] = schema.uid
      else if (!this.#ids.has(schema.collectionName, id)) {
        this.#lateLinks.push({ line, table, name, values, target: schema, id })
        continue
      }
      const waiting = this.#links.get(table) ?? []
      this.#links.set(table, waiting)
      waiting.push(values)
      if (waiting.length >= rowsPerInsert) await this.#flushAll()
    }
  }

  async #flush(table: string): Promise<void> {
    const rows = this.#buffers.get(table)
    if (!rows || rows.length === 0) return
    await this.#transaction.insertMany(table, rows)
    rows.length = 0
  }

  async #flushAll(): Promise<void> {
    for (const table of this.#buffers.keys()) await this.#flush(table)
    for (const [table, rows] of this.#links) {
      if (rows.length > 0) await this.#transaction.insertMany(table, rows)
      rows.length = 0
    }
  }

  async #setLate(): Promise<void> {
    await this.#ids.look([...this.#lateReferences.map(({ reference }) => reference), ...this.#lateLinks])
    for (const { line, table, id, reference } of this.#lateReferences) {
      this.#mustExist(reference.target, reference.id, line, reference.name)
      await this.#transaction.query({
        sql: `UPDATE ${quote(table)} SET ${quote(reference.column)} = ${this.#placeholder(1)} WHERE id = ${this.#placeholder(2)}`,
        values: [reference.id, id],
      })
    }
    for (const { line, table, name, values, target, id } of this.#lateLinks) {
      this.#mustExist(target, id, line, name)
      const waiting = this.#links.get(table) ?? []
      this.#links.set(table, waiting)
      waiting.push(values)
      if (waiting.length >= rowsPerInsert) await this.#flushAll()
    }
    await this.#flushAll()
  }

  #placeholder(index: number): string {
    return this.#transaction.dialect.placeholder(index)
  }

  #mustExist(target: Schema, id: number, line: number, name: string): void {
    if (this.#ids.has(target.collectionName, id)) return
    throw new ImportError(line, `${name} points at ${id}, but there is no such entry of ${target.uid}.`)
  }
}

function taken(line: number, { uid }: Schema, id: number): ImportError {
  return new ImportError(
    line,
    `${uid} ${id} is there already. Import into an empty database, or use --replace to delete all content first.`,
  )
}
