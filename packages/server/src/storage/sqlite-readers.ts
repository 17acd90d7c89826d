import type { ReadOptions } from './database.js'
import { ReadAdmission } from './read-admission.js'
import { busyTimeout, SqliteConnection } from './sqlite-connection.js'
import type { Statement } from './statement.js'

/** With the writer they take the four threads that libuv has for statements, files and addresses. */
const readerCount = 3

/** The connections that only read. */
export class SqliteReaders {
  readonly #admission = new ReadAdmission(readerCount, { total: busyTimeout })
  readonly #running = new Set<Promise<unknown>>()
  readonly #free: SqliteConnection[]
  #isClosed = false

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
    const running = this.#admission.run(statement, options, () =>
      this.#lend((connection) => (statement.deeper ? together(connection, read) : read(connection))),
    )
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  /** Waits for the reads that have been requested. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#running)
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
