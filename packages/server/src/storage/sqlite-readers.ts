import type { StatementLimits } from './database.js'
import { databaseBusy } from './errors.js'
import { busyTimeout, SqliteConnection } from './sqlite-connection.js'
import type { Statement } from './statement.js'
import { Turns } from './turns.js'

const readerCount = 2
/** Milliseconds: each read ends by itself. */
const untilAllAreRead = 2_147_483_647

/** The connections that only read: each statement takes the first that is free, so that a slow one holds up no other's queue. */
export class SqliteReaders {
  readonly #turns = new Turns({ atOnce: readerCount })
  readonly #free: SqliteConnection[]

  private constructor(connections: SqliteConnection[]) {
    this.#free = connections
  }

  static async open(file: string): Promise<SqliteReaders> {
    // The first one may have to create the file.
    const first = await SqliteConnection.open(file)
    const others = Array.from({ length: readerCount - 1 }, () => SqliteConnection.open(file))
    return new SqliteReaders([first, ...(await Promise.all(others))])
  }

  /** @throws ApiError ServiceUnavailableError when none becomes free for `busyTimeout` */
  text(statement: Statement, limits: StatementLimits | null): Promise<string | null> {
    return this.#inTurn((connection) => connection.text(statement, limits))
  }

  /** Several statements that see one state. @throws as `text` does */
  together<Result>(work: (connection: SqliteConnection) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async (connection) => {
      await connection.run('BEGIN')
      try {
        return await work(connection)
      } finally {
        await connection.run('COMMIT')
      }
    })
  }

  #inTurn<Result>(work: (connection: SqliteConnection) => Promise<Result>): Promise<Result> {
    return this.#turns.take(() => this.#lend(work), { total: busyTimeout }, databaseBusy)
  }

  /** After the reads that wait already. Each turn is kept until all are had, since a turn that ends is somebody else's. */
  async close(open = readerCount): Promise<void> {
    const closing = async () => {
      const connection = this.#take()
      if (open > 1) await this.close(open - 1)
      await connection.close()
    }
    await this.#turns.take(closing, { total: untilAllAreRead }, databaseBusy)
  }

  async #lend<Result>(work: (connection: SqliteConnection) => Promise<Result>): Promise<Result> {
    const connection = this.#take()
    try {
      return await work(connection)
    } finally {
      this.#free.push(connection)
    }
  }

  /** Whose turn it is finds a connection: there are as many as turns, until they are closed. */
  #take(): SqliteConnection {
    const connection = this.#free.pop()
    if (!connection) throw new Error('The database is closed.')
    return connection
  }
}
