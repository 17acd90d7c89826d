import type { JsonText } from '../plan/json-text.js'
import type { Row, WriteTransaction, Readable } from '../database/database.js'
import { describeStatement, operationOf, type StatementDescriptions, type StatementFacts } from './statement-facts.js'
import type { Statement } from '../dialects/statement.js'
import type { WrittenRow } from '../database/written-row.js'

/** A statement that has ended. */
export interface EndedStatement {
  /** The statement's first word. */
  readonly operation: string
  /** In milliseconds of `performance.now()`. */
  readonly started: number
  readonly ended: number
  readonly failed: boolean
  /** Returns facts about the statement that may be logged: nothing that a client sent. */
  readonly describe: () => StatementFacts
}

/** A transaction that reports each of its statements. */
export class ObservedTransaction implements WriteTransaction {
  readonly registry: WriteTransaction['registry']
  readonly layout: WriteTransaction['layout']
  readonly dialect: WriteTransaction['dialect']
  readonly #transaction: WriteTransaction
  readonly #descriptions: StatementDescriptions
  readonly #ended: (statement: EndedStatement) => void

  constructor(
    transaction: WriteTransaction,
    descriptions: StatementDescriptions,
    ended: (statement: EndedStatement) => void,
  ) {
    this.#descriptions = descriptions
    this.registry = transaction.registry
    this.layout = transaction.layout
    this.dialect = transaction.dialect
    this.#transaction = transaction
    this.#ended = ended
  }

  insert(...write: Parameters<WriteTransaction['insert']>): Promise<WrittenRow> {
    const [table] = write
    return this.#observe('INSERT', () => ({ table }), this.#transaction.insert(...write))
  }

  insertIfFound(...write: Parameters<WriteTransaction['insertIfFound']>): Promise<WrittenRow | null> {
    const [, table] = write
    return this.#observe('INSERT', () => ({ table }), this.#transaction.insertIfFound(...write))
  }

  insertMany(table: string, rows: Parameters<WriteTransaction['insertMany']>[1]): Promise<void> {
    return this.#observe('INSERT', () => ({ table }), this.#transaction.insertMany(table, rows))
  }

  update(...write: Parameters<WriteTransaction['update']>): Promise<WrittenRow> {
    const [table] = write
    return this.#observe('UPDATE', () => ({ table }), this.#transaction.update(...write))
  }

  query(statement: Statement): Promise<readonly Row[]> {
    const { sql } = statement
    return this.#observe(operationOf(sql), () => describeStatement(sql), this.#transaction.query(statement))
  }

  execute(statements: readonly string[]): Promise<void> {
    return this.#observe('SCRIPT', () => ({}), this.#transaction.execute(statements))
  }

  read(plan: Readable, id?: number): Promise<JsonText | null> {
    return this.#observe('SELECT', () => this.#descriptions.ofRead(plan), this.#transaction.read(plan, id))
  }

  async #observe<Result>(operation: string, describe: () => StatementFacts, result: Promise<Result>): Promise<Result> {
    const started = performance.now()
    let failed = true
    try {
      const value = await result
      failed = false
      return value
    } finally {
      this.#ended({ operation, started, ended: performance.now(), failed, describe })
    }
  }
}
