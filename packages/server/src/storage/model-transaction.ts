import type { Registry } from '@content-api/model'
import type { Transaction } from 'sequelize'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Row, WriteTransaction } from './database.js'
import type { Dialect } from './dialects/dialect.js'
import type { Layout } from './layout.js'
import { attributeOf, type Models } from './models.js'
import { quote } from './names.js'
import { type Readable, statementOf } from './prepared-read.js'
import type { Statement } from './statement.js'

type Values = Readonly<Record<string, Stored>>

/** What a dialect's connection gives to a transaction. */
export interface TransactionSession {
  /** For Sequelize; null where it has one connection only, so that everything is in the transaction. */
  readonly transaction: Transaction | null
  readonly models: () => Models | Promise<Models>
  /** Parameters that a statement may have. */
  readonly maximumParameters: number
  readonly rows: (statement: Statement) => Promise<readonly Row[]>
  readonly text: (statement: Statement) => Promise<string | null>
  /** Several statements, joined by semicolons. */
  readonly script: (sql: string) => Promise<unknown>
  readonly stored: (value: Stored) => Stored
}

/** Longer statements take longer to prepare than they save. */
const rowsPerInsert = 250

/** A transaction that writes through Sequelize's models, on either database. */
export class ModelTransaction implements WriteTransaction {
  readonly registry: Registry
  readonly layout: Layout
  readonly dialect: Dialect
  /** Set when the transaction has ended: what comes later would be outside of it. */
  over = false

  constructor(
    database: { readonly registry: Registry; readonly layout: Layout; readonly dialect: Dialect },
    readonly session: TransactionSession,
  ) {
    this.registry = database.registry
    this.layout = database.layout
    this.dialect = database.dialect
  }

  async insert(table: string, values: Values): Promise<number> {
    const model = await this.#model(table)
    const created = await model.create(this.#attributes(values), {
      transaction: this.session.transaction,
      validate: false,
      returning: ['id'],
    })
    return Number(created.get('id'))
  }

  async insertMany(table: string, rows: readonly Values[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    const most = Math.min(rowsPerInsert, Math.floor(this.session.maximumParameters / Math.max(1, columns.length)))
    for (let at = 0; at < rows.length; at += most) {
      await this.query(this.#insertion(table, columns, rows.slice(at, at + most)))
    }
  }

  #insertion(table: string, columns: readonly string[], rows: readonly Values[]): Statement {
    const values: Stored[] = []
    const tuples = rows.map((row) => {
      const places = columns.map((column) => {
        values.push(row[column] ?? null)
        return this.dialect.placeholder(values.length)
      })
      return `(${places.join(',')})`
    })
    return { sql: `INSERT INTO ${quote(table)} (${columns.map(quote).join(',')}) VALUES ${tuples.join(',')}`, values }
  }

  async update(table: string, id: number, values: Values): Promise<void> {
    const model = await this.#model(table)
    await model.update(this.#attributes(values), {
      where: { id },
      transaction: this.session.transaction,
      validate: false,
      hooks: false,
    })
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    this.#check()
    return this.session.rows(statement)
  }

  async execute(statements: readonly string[]): Promise<void> {
    this.#check()
    if (statements.length > 0) await this.session.script(statements.join(';\n'))
  }

  async read(plan: Readable, id?: number): Promise<string | null> {
    this.#check()
    return this.session.text(statementOf(plan, this, id))
  }

  async #model(table: string) {
    this.#check()
    const models = await this.session.models()
    return models.of(table)
  }

  #attributes(values: Values): Record<string, Stored> {
    return Object.fromEntries(
      Object.entries(values).map(([column, value]) => [attributeOf(column), this.session.stored(value)]),
    )
  }

  #check(): void {
    if (this.over) throw new Error('This transaction has ended: wait for everything in it before it returns.')
  }
}
