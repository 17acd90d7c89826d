export interface PostgresDatabase {
  readonly url: string
  stop(): Promise<void>
  /** Ends the server without a clean shutdown. */
  crash(): Promise<void>
  /** Starts the server again after `crash`. */
  start(): Promise<void>
}

/** Starts a separate PostgreSQL server with an empty database. Needs tsx. */
export function startPostgresDatabase(): Promise<PostgresDatabase>
