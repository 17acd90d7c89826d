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

/** Starts one PostgreSQL server for the whole run, which the projects share. The last one stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (kept[key] ??= { server: startEmbeddedPostgres(), users: 0 })
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
