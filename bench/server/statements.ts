import sqlite3 from 'sqlite3'

export type Row = Readonly<Record<string, string | number | null>>

/** Three connections for reading and one for writing, as in the reference server, each with prepared statements. */
export class Statements {
  readonly #readers: readonly Connection[]
  readonly #writer: Connection
  #next = 0
  #queue: Promise<unknown> = Promise.resolve()

  private constructor(readers: readonly Connection[], writer: Connection) {
    this.#readers = readers
    this.#writer = writer
  }

  static async open(file: string): Promise<Statements> {
    const [writer, ...readers] = await Promise.all([
      Connection.open(file),
      Connection.open(file),
      Connection.open(file),
      Connection.open(file),
    ])
    return new Statements(readers, writer)
  }

  all(sql: string, values: readonly unknown[]): Promise<Row[]> {
    this.#next = (this.#next + 1) % this.#readers.length
    return (this.#readers[this.#next] as Connection).all(sql, values)
  }

  async get(sql: string, values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.all(sql, values))[0]
  }

  /** Runs one transaction at a time. */
  write<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(async () => {
      await this.run('BEGIN IMMEDIATE', [])
      try {
        const result = await work()
        await this.run('COMMIT', [])
        return result
      } catch (error) {
        await this.run('ROLLBACK', [])
        throw error
      }
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  async run(sql: string, values: readonly unknown[]): Promise<void> {
    await this.#writer.all(sql, values)
  }

  async writeGet(sql: string, values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#writer.all(sql, values))[0]
  }

  async close(): Promise<void> {
    // Clients that have left don't wait for their writes any more, but the writes still run.
    await this.#queue
    await Promise.all([this.#writer, ...this.#readers].map((connection) => connection.close()))
  }
}

/** The pragmas of the reference server that affect durability, constraints and caching. */
const pragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 10000',
  'cache_size = -8192',
  'temp_store = MEMORY',
]

class Connection {
  readonly #database: sqlite3.Database
  readonly #prepared = new Map<string, sqlite3.Statement>()

  private constructor(database: sqlite3.Database) {
    this.#database = database
  }

  static async open(file: string): Promise<Connection> {
    const database = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened: sqlite3.Database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)))
    })
    const connection = new Connection(database)
    for (const pragma of pragmas) {
      await connection.all(`PRAGMA ${pragma}`, [])
    }
    return connection
  }

  all(sql: string, values: readonly unknown[]): Promise<Row[]> {
    let statement = this.#prepared.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return new Promise((resolve, reject) => {
      statement.all<Row>(values, (error: Error | null, rows) => (error ? reject(error) : resolve(rows)))
    })
  }

  /** Waits for running statements, because SQLite can't finalize them while they run. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#database.wait(() => resolve()))
    for (const statement of this.#prepared.values())
      await new Promise<void>((resolve) => statement.finalize(() => resolve()))
    await new Promise<void>((resolve) => this.#database.close(() => resolve()))
  }
}
