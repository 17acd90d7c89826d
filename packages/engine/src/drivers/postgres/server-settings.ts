import { Client } from 'pg'
import type { ServerAddress } from './server-address.js'

/** Milliseconds to connect, and to get the result. */
const timeout = 5_000

/** SQL that sets up each transaction; empty when the connection is already set up. */
export interface LocalSettings {
  readonly reading: string
  readonly writing: string
}

export const noLocalSettings: LocalSettings = { reading: '', writing: '' }

/** Milliseconds; 0 for no limit. */
interface Timeouts {
  readonly statement: number
  readonly idleInTransaction: number
}

/**
 * Returns the time limits that each transaction behind a pooler must set itself. Limits that the role or the
 * database already has (`ALTER ROLE … SET`) aren't set again.
 */
export async function localSettings(server: ServerAddress, limits: Timeouts): Promise<LocalSettings> {
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
export async function expectFlushedCommits(server: ServerAddress): Promise<void> {
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
