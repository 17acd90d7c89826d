import { ConfigError } from './config-error.js'
import type { Config } from './schema.js'

/** The number of connections that one process needs: one to read and one to write. */
const leastConnections = 2
/** The default number of connections: for all processes together, or for each process if the sum is greater. */
const usualConnections = { all: 10, each: 4 }

/**
 * Returns the configuration of one of several processes on this machine. Each process gets an equal share of
 * the connections and of the limits that are counted in memory. Limits on sign-ins are counted in the
 * database, for all processes together.
 * @param workers the number of processes; undefined without workers
 * @throws ConfigError for SQLite, or when there are too few connections for the processes
 */
export function shareOf(config: Config, workers: number | undefined): Config {
  if (workers === undefined) return config
  const { database, limits, upload } = config
  if (database.dialect === 'sqlite') {
    throw mistake(
      'database',
      'is SQLite, where only one process can write at a time. Use PostgreSQL, or start without --workers.',
    )
  }
  const { all, each } = usualConnections
  const connections = database.poolSize ?? Math.max(all, workers * each)
  const poolSize = Math.floor(connections / workers)
  if (poolSize < leastConnections) {
    throw mistake(
      'database.poolSize',
      `is ${connections}, but ${workers} workers need at least ${workers * leastConnections}: each needs one connection to read and one to write.`,
    )
  }
  const divided = (total: number) => Math.ceil(total / workers)
  return {
    ...config,
    database: { ...database, poolSize },
    limits: { ...limits, responseMemory: divided(limits.responseMemory) },
    upload: {
      ...upload,
      requestsPerClient: divided(upload.requestsPerClient),
      // A request may be as large as without workers, and one client may use half of these bytes.
      bytesInFlight: Math.max(divided(upload.bytesInFlight ?? 4 * upload.requestLimit), 2 * upload.requestLimit),
    },
  }
}

function mistake(path: string, message: string): ConfigError {
  return new ConfigError([{ file: 'the configuration', path, message }])
}
