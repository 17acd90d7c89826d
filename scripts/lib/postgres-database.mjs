import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.ts'

/** A PostgreSQL server of its own with an empty database: its address, and `stop`. Needs tsx. */
export async function startPostgresDatabase() {
  const server = await startEmbeddedPostgres()
  return { url: `${server.url}/postgres`, stop: () => server.stop() }
}
