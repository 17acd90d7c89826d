import type { Sequelize } from 'sequelize'
import sqlite3 from 'sqlite3'
import { onDemand } from '../../on-demand.js'
import { SqliteConnection } from './sqlite-connection.js'

const loadSequelize = onDemand('the write connection', () => import('sequelize'))

/**
 * The write connection of a SQLite database and its transactions. Sequelize opens the connection.
 *
 * `sequelize.transaction()` would open a connection for each transaction (2 to 3 ms, and nothing stays
 * prepared). Queries outside of such a transaction share one connection, so transactions begin and end on it
 * with `sequelize.query`. The caller runs one transaction at a time. See decision 0192.
 */
export class SqliteWriter {
  private constructor(
    readonly connection: SqliteConnection,
    readonly sequelize: Sequelize,
  ) {}

  /** Opens the connection. Loading Sequelize takes a tenth of a second. */
  static async open(path: string): Promise<SqliteWriter> {
    const { Sequelize } = await loadSequelize()
    const sequelize = new Sequelize({
      dialect: 'sqlite',
      dialectModule: sqlite3,
      storage: path,
      logging: false,
      // SQLite itself waits for the file. Repeating the query would wait five times as long.
      retry: { max: 1 },
    })
    try {
      const handle = await sharedHandle(sequelize)
      return new SqliteWriter(await SqliteConnection.prepare(handle, 'write'), sequelize)
    } catch (error) {
      await sequelize.close().catch(() => undefined)
      throw error
    }
  }

  /**
   * Begins a transaction.
   *
   * @throws Error SQLITE_BUSY when another process locks the file for longer than `busyTimeout`
   */
  begin = () => this.#run('BEGIN IMMEDIATE')
  commit = () => this.#run('COMMIT')
  /** Has no effect after errors that already rolled back the transaction, such as a full disk. */
  rollback = () => this.#run('ROLLBACK').catch(() => undefined)

  async close(): Promise<void> {
    this.connection.finish()
    await this.sequelize.close()
  }

  async #run(sql: string): Promise<void> {
    await this.sequelize.query(sql)
  }
}

/** Returns the connection that queries without a transaction share. Only Sequelize's query hook gives access to it. */
async function sharedHandle(sequelize: Sequelize): Promise<sqlite3.Database> {
  let shared: sqlite3.Database | undefined
  sequelize.addHook('beforeQuery', (_options, query) => {
    const used = query.connection as sqlite3.Database
    shared ??= used
    if (used !== shared) throw new Error('Sequelize no longer keeps one SQLite connection.')
  })
  await sequelize.query('PRAGMA user_version')
  if (!shared) throw new Error('Sequelize did not call its query hook.')
  return shared
}
