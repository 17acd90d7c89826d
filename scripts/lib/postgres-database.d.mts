/** Starts a separate PostgreSQL server with an empty database. Needs tsx. */
export function startPostgresDatabase(): Promise<{ readonly url: string; stop(): Promise<void> }>
