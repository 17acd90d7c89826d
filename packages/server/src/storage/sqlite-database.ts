import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Registry } from '@content-api/model'
import sqlite3 from 'sqlite3'
import type { Database, WriteTransaction } from './database.js'
import { sqlite } from './dialects/sqlite.js'
import { databaseBusy, databaseErrorCode, translateError } from './errors.js'
import type { Layout } from './layout.js'
import { ModelTransaction, type TransactionSession } from './model-transaction.js'
import { Models } from './models.js'
import { busyTimeout, SqliteConnection, sqliteValue } from './sqlite-connection.js'
import type { Statement } from './statement.js'
import { Turns } from './turns.js'

const readerCount = 2
/** Each waits for `busyTimeout`. */
const migrationAttempts = 6

/** One writer at a time for all databases of this process that have the same file open. */
const writers = new Map<string, { turns: Turns; users: number }>()

export async function openSqlite(registry: Registry, layout: Layout, file: string): Promise<Database> {
  const inMemory = file === ':memory:'
  const path = inMemory ? file : resolve(file)
  if (!inMemory) await mkdir(dirname(path), { recursive: true })
  const writer = await SqliteConnection.open(path, 'write')
  const opening = Array.from({ length: inMemory ? 0 : readerCount }, () => SqliteConnection.open(path, 'read'))
  const readers = await Promise.all(opening)
  return new SqliteDatabase(registry, layout, inMemory ? null : path, writer, readers)
}

class SqliteDatabase implements Database {
  readonly dialect = sqlite
  readonly #turns: Turns
  readonly #session: TransactionSession
  #models: Promise<Models> | undefined
  #statements = 0

  constructor(
    readonly registry: Registry,
    readonly layout: Layout,
    /** Null: in memory. */
    readonly path: string | null,
    readonly writer: SqliteConnection,
    readonly readers: readonly SqliteConnection[],
  ) {
    this.#turns = path === null ? new Turns() : shareTurns(path)
    this.#session = {
      transaction: null,
      models: () => (this.#models ??= this.#defineModels()),
      maximumParameters: 32_766,
      stored: sqliteValue,
      rows: (statement) => this.#count(writer.rows(statement)),
      text: (statement) => this.#count(writer.text(statement)),
    }
  }

  statements = () => this.#statements

  async read(statement: Statement): Promise<string | null> {
    try {
      const reader = this.#leastBusyReader()
      // In memory there is one connection only: it would show what isn't committed yet.
      if (!reader) return await this.#inTurn(() => this.#count(this.writer.text(statement)))
      return await this.#count(reader.text(statement))
    } catch (error) {
      throw translateError(error, this)
    }
  }

  async write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.#inTurn(() => this.#transact(work))
    } catch (error) {
      throw translateError(error, this)
    }
  }

  async migrate<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      // A table that is rebuilt would take the rows that refer to it along; the pragma does nothing within a transaction.
      await this.writer.run('PRAGMA foreign_keys = OFF')
      try {
        return await this.#transactPatiently(async (transaction) => {
          const result = await work(transaction)
          const broken = await transaction.query({ sql: 'PRAGMA foreign_key_check', values: [] })
          if (broken.length > 0)
            throw new Error(`${broken.length} references would point at nothing; nothing was changed.`)
          return result
        })
      } finally {
        await this.writer.run('PRAGMA foreign_keys = ON')
      }
    })
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      await Promise.all([this.writer, ...this.readers].map((connection) => connection.close()))
      if (this.path !== null) releaseTurns(this.path)
    })
  }

  async #transact<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    await this.writer.run('BEGIN IMMEDIATE')
    const transaction = new ModelTransaction(this, this.#session)
    try {
      const result = await work(transaction)
      transaction.over = true
      await this.writer.run('COMMIT')
      return result
    } catch (error) {
      transaction.over = true
      // Some errors (a full disk) have rolled it back already, and then there is nothing to roll back.
      await this.writer.run('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /** Another process may be at the same, for longer than a request would wait. */
  async #transactPatiently<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transact(work)
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

  #leastBusyReader(): SqliteConnection | undefined {
    let best = this.readers[0]
    for (const reader of this.readers) if (best && reader.pending < best.pending) best = reader
    return best
  }

  /** Sequelize takes a tenth of a second to load: a start that writes nothing does without. */
  async #defineModels(): Promise<Models> {
    const { Sequelize } = await import('sequelize')
    const sequelize = new Sequelize({
      dialect: 'sqlite',
      dialectModule: sqlite3,
      storage: this.path ?? ':memory:',
      logging: false,
      // Waiting for the file is SQLite's; trying again would only make a request wait five times as long.
      retry: { max: 1 },
    })
    // Sequelize opens a connection per transaction; here every statement of it is in the transaction of the one writer.
    Object.assign(sequelize.connectionManager, {
      getConnection: () => Promise.resolve(this.writer.handle),
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
