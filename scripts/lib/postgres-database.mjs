import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Starts a separate PostgreSQL server with an empty database. Returns its address, `stop`, and `crash` and
 * `start` to end it and start it again. Needs tsx.
 */
export async function startPostgresDatabase() {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  const server = await startEmbeddedPostgres()
  // Removes the signal handlers of embedded-postgres: they end the process before other code can clean up.
  for (const [signal, known] of before) {
    for (const listener of process.listeners(signal)) if (!known.includes(listener)) process.off(signal, listener)
  }
  return {
    url: `${server.url}/postgres`,
    stop: () => server.stop(),
    crash: () => server.crash(),
    start: () => server.start(),
  }
}
