import { ConfigError } from './config-error.js'
import type { Config } from './schema.js'

/** Connections that one process needs: one to read and one to write. */
const leastConnections = 2
/** Connections of all processes, unless the configuration says how many, and those of each when there are many. */
const usualConnections = { together: 10, each: 4 }

/**
 * The configuration of one of several processes on this machine: connections, and what is limited in memory, are divided.
 * Limits on sign-ins are counted in the database, for all processes together.
 * @param workers undefined for a process of its own
 * @throws ConfigError for SQLite, and for fewer connections than the processes need
 */
export function shareOf(config: Config, workers: number | undefined): Config {
  if (workers === undefined) return config
  const { database, limits, upload } = config
  if (database.dialect === 'sqlite') {
    throw mistake(
      'database',
      'is SQLite, which one process at a time writes to: workers would wait for each other. Use PostgreSQL, or start without --workers.',
    )
  }
  const { together, each } = usualConnections
  const connections = database.poolSize ?? Math.max(together, workers * each)
  const poolSize = Math.floor(connections / workers)
  if (poolSize < leastConnections) {
    throw mistake(
      'database.poolSize',
      `is ${connections}, but ${workers} workers need at least ${workers * leastConnections}: each reads by one connection and writes by another.`,
    )
  }
  const divided = (total: number) => Math.ceil(total / workers)
  return {
    ...config,
    database: { ...database, poolSize },
    limits: { ...limits, answerMemory: divided(limits.answerMemory) },
    upload: {
      ...upload,
      requestsPerClient: divided(upload.requestsPerClient),
      // One request may be as large as before, and it may take half.
      bytesInFlight: Math.max(divided(upload.bytesInFlight ?? 4 * upload.requestLimit), 2 * upload.requestLimit),
    },
  }
}

function mistake(path: string, message: string): ConfigError {
  return new ConfigError([{ file: 'the configuration', path, message }])
}
