import type { ReadOptions } from './database.js'
import { ReadAdmission } from './read-admission.js'
import { busyTimeout, SqliteConnection } from './sqlite-connection.js'
import type { Statement } from './statement.js'

/** With the writer they take the four threads that libuv has for statements, files and addresses. */
const readerCount = 3

/** The connections that only read. */
export class SqliteReaders {
  readonly #admission = new ReadAdmission(readerCount, { total: busyTimeout })
  readonly #free: SqliteConnection[]
  /** Reads that were requested and haven't ended. */
  #open = 0
  #isClosed = false
  #onIdle: () => void = () => undefined

  private constructor(readonly connections: readonly SqliteConnection[]) {
    this.#free = [...connections]
  }

  static async open(file: string): Promise<SqliteReaders> {
    // The first one may have to create the file.
    const first = await SqliteConnection.open(file)
    const others = Array.from({ length: readerCount - 1 }, () => SqliteConnection.open(file))
    return new SqliteReaders([first, ...(await Promise.all(others))])
  }

  /**
   * Runs a statement, or those that belong to it, on a connection of its own.
   * @throws ApiError ServiceUnavailableError when none becomes free for `busyTimeout`
   */
  async use<Result>(
    statement: Statement,
    options: ReadOptions,
    read: (connection: SqliteConnection) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isClosed) throw new Error('The database is closed.')
    // A count: a set of the promises kept requests alive until V8's next full collection, which doubled the time of the others.
    this.#open += 1
    try {
      return await this.#admission.run(statement, options, () =>
        this.#lend((connection) => (statement.deeper ? together(connection, read) : read(connection))),
      )
    } finally {
      this.#open -= 1
      if (this.#open === 0) this.#onIdle()
    }
  }

  /** Waits for the reads that have been requested. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    await Promise.all(this.connections.map((connection) => connection.close()))
  }

  async #lend<Result>(read: (connection: SqliteConnection) => Promise<Result>): Promise<Result> {
    const connection = this.#free.pop()
    if (!connection) throw new Error('More reads are admitted than there are connections.')
    try {
      return await read(connection)
    } finally {
      this.#free.push(connection)
    }
  }
}

/** Several statements that see one state. */
async function together<Result>(
  connection: SqliteConnection,
  read: (connection: SqliteConnection) => Promise<Result>,
): Promise<Result> {
  await connection.run('BEGIN')
  try {
    return await read(connection)
  } finally {
    await connection.run('COMMIT')
  }
}
