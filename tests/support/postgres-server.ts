import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the PostgreSQL server of this run, without a database. */
    postgres: string
  }
}

/** Starts one PostgreSQL server for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbeddedPostgres()
  project.provide('postgres', server.url)
  return () => server.stop()
}
