import type { SourceTables } from './source-tables.js'

export const isPostgresUrl = (from: string) => /^postgres(ql)?:\/\//.test(from)

/** Opens a SQLite file or a PostgreSQL database read-only. */
export async function openSourceTables(from: string): Promise<SourceTables> {
  if (isPostgresUrl(from)) return (await import('./postgres-tables.js')).openPostgresTables(from)
  return (await import('./sqlite-tables.js')).openSqliteTables(from)
}
