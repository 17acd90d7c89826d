import type { Connection } from '../database/connection.js'

/** Wakes the other processes on a database. */
export interface Notifications {
  /** Whether notifications of other processes arrive at the moment. */
  readonly isConnected: boolean
  /** Notifies the other processes. Does nothing while there is no connection. */
  send(): void
  close(): Promise<void>
}

/**
 * Opens notifications between processes: LISTEN and NOTIFY of PostgreSQL, on a connection of their own. They
 * connect in the background. Returns null if the database has none: SQLite, and PostgreSQL behind a pooler.
 *
 * @param heard is called for notifications of other processes, and when some may have been missed
 */
export async function openNotifications(connection: Connection, heard: () => void): Promise<Notifications | null> {
  if (connection.dialect !== 'postgres' || connection.pooler !== undefined) return null
  const { PostgresNotifications } = await import('./postgres/postgres-notifications.js')
  return new PostgresNotifications(connection, heard)
}
