import { Client } from 'pg'
import { clientConfig, type ServerAddress } from './server-address.js'

/** Milliseconds for the connection and the answer. */
const timeout = 5_000

/** Settings of a transaction, as statements; empty where the connection has them already. */
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
 * Returns the time limits that each transaction behind a pooler has to set for itself: those that neither the role nor the
 * database has (`ALTER ROLE … SET`).
 */
export async function localSettings(server: ServerAddress, limits: Timeouts): Promise<LocalSettings> {
  const [row] = await ask<{ statement: string; idle: string }>(
    server,
    `SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`,
  )
  const set = (name: string, now: string | undefined, wanted: number) =>
    now === '0' && wanted > 0 ? `SET LOCAL ${name} = ${wanted};` : ''
  const reading = set('statement_timeout', row?.statement, limits.statement)
  return { reading, writing: reading + set('idle_in_transaction_session_timeout', row?.idle, limits.idleInTransaction) }
}

/** @throws Error where a commit that was acknowledged may not be on disk: its position would come before it */
export async function expectFlushedCommits(server: ServerAddress): Promise<void> {
  const [row] = await ask<{ setting: string }>(server, `SELECT current_setting('synchronous_commit') AS setting`)
  if (row?.setting !== 'off') return
  throw new Error(
    'synchronous_commit is off there, and with replicas a write could not be read back: set it to on, for example by ' +
      '"ALTER ROLE … SET synchronous_commit = on".',
  )
}

async function ask<Row extends object>(server: ServerAddress, sql: string): Promise<readonly Row[]> {
  const client = new Client({
    ...clientConfig(server),
    application_name: 'content-api',
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
