import { type PostgresConnection, usualPoolSize } from '../../database/connection.js'
import type { StatementLimits } from '../../database/database.js'
import { PostgresReaders } from './postgres-readers.js'
import { idleTimeout, PostgresWriter } from './postgres-writer.js'
import { onePrimary, type Primary, primaryAmong, type PrimaryConnections } from './primary.js'
import { pollInterval, Replicas } from './replicas.js'
import { type ServerAddress, serverAddress } from './server-address.js'
import { expectFlushedCommits, localSettings, noLocalSettings } from './server-settings.js'
import { ServerWatch } from './server-watch.js'
import { passwordSource } from './password-source.js'

/** The servers of a database, as configured. */
export interface Servers {
  readonly primary: Primary
  /** Null when no replicas are configured. */
  readonly replicas: Replicas | null
  /** The number of transactions that may run concurrently. */
  readonly writers: number
  close(): Promise<void>
}

export interface ServersOptions extends Omit<PostgresConnection, 'dialect'> {
  readonly limits: StatementLimits | null
  readonly report: (message: string) => void
}

/** The default of `maxLag`: the largest allowed lag of a replica, in milliseconds. */
const defaultMaxLag = 5_000
/** Milliseconds between two checks of a host's state if there are no replicas. */
const hostInterval = 250

/**
 * Connects to the servers.
 *
 * @throws Error for unsupported TLS parameters, and if no primary can be used. Replicas may be unreachable.
 */
export async function openServers(options: ServersOptions): Promise<Servers> {
  const { poolSize = usualPoolSize, limits, hosts = [], maxLag = defaultMaxLag, pooler, report } = options
  const replicaUrls = options.replicas ?? []
  const password = passwordSource(options)
  const address = (url: string, host?: string) => serverAddress(url, { host, password })
  const writers = Math.max(1, Math.floor(poolSize / 2))
  const isPooled = pooler !== undefined
  const statementMilliseconds = limits?.statementMilliseconds ?? 0
  const readsPositions = replicaUrls.length > 0
  const timeouts = { statement: statementMilliseconds, idleInTransaction: idleTimeout }
  const connect = async (server: ServerAddress): Promise<PrimaryConnections> => {
    const local = isPooled ? await localSettings(server, timeouts) : noLocalSettings
    if (readsPositions) await expectFlushedCommits(server)
    const shared = { server, statementMilliseconds, isPooled }
    const writer = await PostgresWriter.open({
      ...shared,
      connections: writers,
      readsPositions,
      localSettings: local.writing,
    })
    const readers = new PostgresReaders({
      ...shared,
      connections: Math.max(1, poolSize - writers),
      localSettings: local.reading,
    })
    return { readers, writer }
  }
  // A long read can block replay on a replica. This limit ends it before the replica is excluded, and the
  // primary repeats it.
  const replicaMilliseconds = Math.min(maxLag, statementMilliseconds || maxLag)
  const openReplica = (server: ServerAddress) =>
    new PostgresReaders({
      server,
      statementMilliseconds: replicaMilliseconds,
      isPooled,
      connections: poolSize,
      // After this time, a replica that doesn't respond has been excluded, and the primary repeats the read.
      responseMilliseconds: replicaMilliseconds + 1_000,
      localSettings: isPooled ? `SET LOCAL statement_timeout = ${replicaMilliseconds};` : '',
    })
  const replicas = readsPositions
    ? new Replicas({
        addresses: replicaUrls.map((url) => address(url)),
        maxLag,
        endEarly: replicaMilliseconds !== statementMilliseconds,
        open: openReplica,
        report,
      })
    : null
  const onPrimaryState = (watch: ServerWatch) => replicas?.recordPrimary(watch)
  try {
    const opened = await (hosts.length > 0
      ? primaryAmong({
          addresses: hosts.map((host) => address(options.url, host)),
          connect,
          interval: replicas ? pollInterval : hostInterval,
          report,
          onPrimaryState,
        })
      : onePrimary(address(options.url), connect))
    const watch =
      replicas && hosts.length === 0
        ? new ServerWatch(address(options.url), { interval: pollInterval, changed: onPrimaryState })
        : null
    await watch?.first
    await replicas?.ready()
    return {
      primary: opened,
      replicas,
      writers,
      async close() {
        await Promise.all([watch?.close(), replicas?.close(), opened.close()])
      },
    }
  } catch (error) {
    await replicas?.close()
    throw error
  }
}
