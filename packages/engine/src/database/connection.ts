/** A SQLite file, or a database in memory. */
export interface SqliteConnection {
  readonly dialect: 'sqlite'
  /** The path of the file. `:memory:` keeps the content in memory only. */
  readonly file: string
}

/** The servers of a PostgreSQL database, and how they are reached. */
export interface PostgresConnection {
  readonly dialect: 'postgres'
  readonly url: string
  /** The maximum number of connections of this process to each server. */
  readonly poolSize?: number | undefined
  /** Hosts that replace the host in `url`. One of them is the primary, which may change. */
  readonly hosts?: string[] | undefined
  /** URLs of standby servers for reads. */
  readonly replicas?: string[] | undefined
  /** The number of milliseconds that a replica may lag behind the primary. */
  readonly maxLag?: number | undefined
  /** `transaction`: the URLs lead to PgBouncer with `pool_mode = transaction`. */
  readonly pooler?: 'transaction' | undefined
  /** Replaces the password in the URLs. A function is called for each new connection. */
  readonly password?: string | (() => string | Promise<string>) | undefined
  /** A file with the password, which is read for each new connection. */
  readonly passwordFile?: string | undefined
}

/** The database that holds the content. */
export type Connection = SqliteConnection | PostgresConnection

/** Returns whether a database exists in memory only. */
export function isInMemory(connection: Connection): boolean {
  return connection.dialect === 'sqlite' && connection.file === ':memory:'
}

/** Returns whether the database has replicas for reads. */
export function hasReplicas(connection: Connection): boolean {
  return connection.dialect === 'postgres' && (connection.replicas?.length ?? 0) > 0
}

/** The default of `poolSize`. */
export const usualPoolSize = 10

/** Returns how many files and connections a database opens at most, including one for each watched host. */
export function filesOfDatabase(connection: Connection): number {
  // Four connections, each with the file and its write-ahead log, and the file of their shared memory.
  if (connection.dialect === 'sqlite') return 9
  const { poolSize = usualPoolSize, replicas = [], hosts = [] } = connection
  return (poolSize + 1) * (1 + replicas.length) + hosts.length
}
