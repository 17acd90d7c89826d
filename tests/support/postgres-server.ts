import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { type EmbeddedServer, startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the PostgreSQL server of this run, without a database. */
    postgres: string
  }
}

/** Vitest loads this module again for each project, so the server is kept outside of it. */
const key = Symbol.for('content-api.tests.postgres')
interface Shared {
  readonly server: Promise<EmbeddedServer>
  users: number
}
const kept = globalThis as typeof globalThis & { [key]?: Shared }

/** Its databases end with their test file, so nobody vacuums, replicates or keeps them. */
const settings = {
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '256MB',
  // The removal of a database searches all buffers.
  shared_buffers: '32MB',
}

/**
 * Returns the folder in memory, if it has room for gigabytes. A new database has 300 files, and each table has
 * more: their creation on a disk takes most of the system time of the tests.
 */
function parentFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 6_000_000_000 ? memory : tmpdir()
}

/** Starts one PostgreSQL server for the whole run, which the projects share. The last one stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (kept[key] ??= { server: startEmbeddedPostgres(settings, parentFolder()), users: 0 })
  shared.users += 1
  const server = await shared.server
  project.provide('postgres', server.url)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    delete kept[key]
    await server.stop()
  }
}
