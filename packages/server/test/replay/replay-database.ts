import type { TestProject } from 'vitest/node'
import type { Connection } from '@content-api/engine/database'
import { setup } from '../../../../tests/support/postgres-server.js'

export interface ReplayDatabase {
  readonly connection: Connection
  readonly close: () => Promise<void>
}

/** Opens a database for one replay: SQLite in memory, or a PostgreSQL started for it. */
export async function openDatabase(name: 'sqlite' | 'postgres'): Promise<ReplayDatabase> {
  if (name === 'sqlite') return { connection: { dialect: 'sqlite', file: ':memory:' }, close: async () => undefined }
  let url = ''
  const stop = await setup({ provide: (_key: string, value: string) => (url = value) } as unknown as TestProject)
  return { connection: { dialect: 'postgres', url: `${url}/postgres` }, close: stop }
}
