import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Registry } from '@content-api/model'
import sqlite3 from 'sqlite3'
import type { Database, StatementLimits, WriteTransaction } from './database.js'
import { sqlite } from './dialects/sqlite.js'
import { databaseBusy, databaseErrorCode, translateError } from './errors.js'
import type { Layout } from './layout.js'
import { ModelTransaction, type TransactionSession } from './model-transaction.js'
import { Models } from './models.js'
import { readDeep } from './read-deep.js'
import { busyTimeout, SqliteConnection, sqliteValue } from './sqlite-connection.js'
import { SqliteReaders } from './sqlite-readers.js'
import type { Statement } from './statement.js'
import { Turns } from './turns.js'

/** Each waits for `busyTimeout`. */
const migrationAttempts = 6

/** One writer at a time for all databases of this process that have the same file open. */
const writers = new Map<string, { turns: Turns; users: number }>()

export async function openSqlite(
  registry: Registry,
  layout: Layout,
  { file, limits }: { readonly file: string; readonly limits: StatementLimits | null },
): Promise<Database> {
  const inMemory = file === ':memory:'
  const path = inMemory ? file : resolve(file)
  if (!inMemory) {
    await mkdir(dirname(path), { recursive: true })
    // SQLite would create it readable for everyone on the machine; its other files take the mode of this one.
    await (await open(path, 'a', 0o600)).close()
  }
  const writer = await SqliteConnection.open(path, 'write')
  const readers = inMemory ? null : await SqliteReaders.open(path)
  return new SqliteDatabase(registry, layout, { path: inMemory ? null : path, writer, readers, limits })
}

interface Opened {
  /** Null: in memory. */
  readonly path: string | null
  readonly writer: SqliteConnection
  /** Null in memory, where there is one connection only: others would have a database of their own. */
  readonly readers: SqliteReaders | null
  readonly limits: StatementLimits | null
}

class SqliteDatabase implements Database {
  readonly dialect = sqlite
  readonly #turns: Turns
  #models: Promise<Models> | undefined
  #statements = 0

  constructor(
    readonly registry: Registry,
    readonly layout: Layout,
    readonly opened: Opened,
  ) {
    this.#turns = opened.path === null ? new Turns() : shareTurns(opened.path)
  }

  statements = () => this.#statements

  async read(statement: Statement): Promise<string | null> {
    try {
      const { readers, writer, limits } = this.opened
      const deep = (from: SqliteConnection) =>
        readDeep(statement, (part) => this.#count(from.text(part, limits)), limits)
      // Out of turn, the writer would show what isn't committed yet.
      if (!readers) return await this.#inTurn(() => deep(writer))
      return await (statement.deeper ? readers.together(deep) : this.#count(readers.text(statement, limits)))
    } catch (error) {
      throw translateError(error, this)
    }
  }

  async write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.#inTurn(() => this.#transact(work, this.opened.limits))
    } catch (error) {
      throw translateError(error, this)
    }
  }

  async migrate<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      // A table that is rebuilt would take the rows that refer to it along; the pragma does nothing within a transaction.
      await this.opened.writer.run('PRAGMA foreign_keys = OFF')
      try {
        return await this.#transactPatiently(async (transaction) => {
          const result = await work(transaction)
          const broken = await transaction.query({ sql: 'PRAGMA foreign_key_check', values: [] })
          if (broken.length > 0)
            throw new Error(`${broken.length} references would point at nothing; nothing was changed.`)
          return result
        })
      } finally {
        await this.opened.writer.run('PRAGMA foreign_keys = ON')
      }
    })
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      const { path, writer, readers } = this.opened
      await Promise.all([writer.close(), readers?.close()])
      if (path !== null) releaseTurns(path)
    })
  }

  async #transact<Result>(
    work: (transaction: WriteTransaction) => Promise<Result>,
    limits: StatementLimits | null,
  ): Promise<Result> {
    const { writer } = this.opened
    await writer.run('BEGIN IMMEDIATE')
    const transaction = new ModelTransaction(this, this.#session(limits))
    try {
      const result = await work(transaction)
      transaction.over = true
      await writer.run('COMMIT')
      return result
    } catch (error) {
      transaction.over = true
      // Some errors (a full disk) have rolled it back already, and then there is nothing to roll back.
      await writer.run('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /** Another process may be at the same, for longer than a request would wait. */
  async #transactPatiently<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transact(work, null)
      } catch (error) {
        if (databaseErrorCode(error) !== 'SQLITE_BUSY' || attempt === migrationAttempts) throw error
      }
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(work, { total: busyTimeout }, databaseBusy)
  }

  #count<Result>(result: Promise<Result>): Promise<Result> {
    this.#statements += 1
    return result
  }

  #session(limits: StatementLimits | null): TransactionSession {
    const { writer } = this.opened
    return {
      transaction: null,
      models: () => (this.#models ??= this.#defineModels()),
      maximumParameters: 32_766,
      stored: sqliteValue,
      rows: (statement) => this.#count(writer.rows(statement)),
      text: (statement) => readDeep(statement, (part) => this.#count(writer.text(part, limits)), limits),
      script: (sql) => this.#count(writer.run(sql)),
    }
  }

  /** Sequelize takes a tenth of a second to load: a start that writes nothing does without. */
  async #defineModels(): Promise<Models> {
    const { Sequelize } = await import('sequelize')
    const sequelize = new Sequelize({
      dialect: 'sqlite',
      dialectModule: sqlite3,
      storage: this.opened.path ?? ':memory:',
      logging: false,
      // Waiting for the file is SQLite's; trying again would only make a request wait five times as long.
      retry: { max: 1 },
    })
    // Sequelize opens a connection per transaction; here every statement of it is in the transaction of the one writer.
    Object.assign(sequelize.connectionManager, {
      getConnection: () => Promise.resolve(this.opened.writer.handle),
      releaseConnection: () => undefined,
    })
    sequelize.addHook('beforeQuery', () => {
      this.#statements += 1
    })
    return new Models(sequelize, this.layout, this.dialect)
  }
}

function shareTurns(path: string): Turns {
  const shared = writers.get(path) ?? { turns: new Turns(), users: 0 }
  shared.users += 1
  writers.set(path, shared)
  return shared.turns
}

function releaseTurns(path: string): void {
  const shared = writers.get(path)
  if (!shared) return
  shared.users -= 1
  if (shared.users === 0) writers.delete(path)
}
