import type { Reader } from '@content-api/engine/database'
import { readObject } from '@content-api/engine/read'

/** The version of PostgreSQL that can say whether a text is JSON, as `server_version_num`. */
const checking = 160_000

/** Returns whether a database can say whether a text is JSON: SQLite, and PostgreSQL from version 16. */
export async function checksJson(reader: Reader): Promise<boolean> {
  if (reader.dialect.name === 'sqlite') return true
  const version = { kind: 'text', sql: `current_setting('server_version_num')` } as const
  const row = await readObject<{ readonly version: string }>(reader, { version }, () => '')
  return Number(row?.version) >= checking
}
