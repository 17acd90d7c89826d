import { Client } from 'pg'
import { type PostgresConnection, usualPoolSize } from '../../database/connection.js'
import type { StatementLimits } from '../../database/database.js'
import { passwordSource } from './password-source.js'
import { PostgresReaders } from './postgres-readers.js'
import { idleTimeout, PostgresWriter } from './postgres-writer.js'
import { onePrimary, type Primary, primaryAmong, type PrimaryConnections } from './primary.js'
import { pollInterval, Replicas } from './replicas.js'
import { type ServerAddress, serverAddress } from './server-address.js'
import { ServerWatch } from './server-watch.js'

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
      limits,
      avoidsScans: true,
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
      limits,
      avoidsScans: true,
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

/** Milliseconds to connect, and to get the result. */
const timeout = 5_000

/** SQL that sets up each transaction; empty when the connection is already set up. */
interface LocalSettings {
  readonly reading: string
  readonly writing: string
}

const noLocalSettings: LocalSettings = { reading: '', writing: '' }

/** Milliseconds; 0 for no limit. */
interface Timeouts {
  readonly statement: number
  readonly idleInTransaction: number
}

/**
 * Returns the time limits that each transaction behind a pooler must set itself. Limits that the role or the
 * database already has (`ALTER ROLE … SET`) aren't set again.
 */
async function localSettings(server: ServerAddress, limits: Timeouts): Promise<LocalSettings> {
  const [row] = await query<{ statement: string; idle: string }>(
    server,
    `SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`,
  )
  const set = (name: string, now: string | undefined, wanted: number) =>
    now === '0' && wanted > 0 ? `SET LOCAL ${name} = ${wanted};` : ''
  const reading = set('statement_timeout', row?.statement, limits.statement)
  return { reading, writing: reading + set('idle_in_transaction_session_timeout', row?.idle, limits.idleInTransaction) }
}

/**
 * Checks that the server acknowledges a commit only when it is on disk. Otherwise the flushed position that
 * is read after a commit could lie before that commit.
 *
 * @throws Error when `synchronous_commit` is off
 */
async function expectFlushedCommits(server: ServerAddress): Promise<void> {
  const [row] = await query<{ setting: string }>(server, `SELECT current_setting('synchronous_commit') AS setting`)
  if (row?.setting !== 'off') return
  throw new Error(
    'synchronous_commit is off on this server, so reads from replicas could miss a write: set it to on, for example by ' +
      '"ALTER ROLE … SET synchronous_commit = on".',
  )
}

async function query<Row extends object>(server: ServerAddress, sql: string): Promise<readonly Row[]> {
  const client = new Client({
    ...server.config,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
