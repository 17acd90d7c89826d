import { Client } from 'pg'
import { type LogPosition, positionOf } from '../../database/position.js'
import type { ServerAddress } from './server-address.js'

/** The last known state of a server. */
export interface ServerState {
  /** Whether it replays the log of another server and accepts no writes. */
  readonly isStandby: boolean
  /** On a standby the replayed position, on a primary the position up to which its log is on disk. */
  readonly position: LogPosition
}

export interface WatchOptions {
  /** Milliseconds between the result of a query and the next query. */
  readonly interval: number
  /** Called after each query, whether it succeeded or not. */
  readonly changed: (watch: ServerWatch) => void
}

/** Milliseconds to wait for a connection or a result, and the pause before the next attempt. */
const timeout = 1_500
const retryPause = 250

/**
 * Reads the state of a server. The timeline of a standby is the highest of three: that of the log that it
 * receives (NULL unless the user is a member of pg_read_all_stats), that of its last restart point and that
 * of its minimum recovery point. On a primary, `pg_current_wal_insert_lsn` would be ahead of what any standby
 * can have.
 */
const stateSql = `SELECT pg_is_in_recovery() AS standby,
  CASE WHEN pg_is_in_recovery() THEN lpad(to_hex(greatest(
      (SELECT received_tli FROM pg_stat_wal_receiver),
      (SELECT timeline_id FROM pg_control_checkpoint()),
      (SELECT min_recovery_end_timeline FROM pg_control_recovery()))), 8, '0')
    ELSE substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) END AS timeline,
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END::text AS lsn`

interface StateRow {
  readonly standby: boolean
  readonly timeline: string
  readonly lsn: string
}

/** Queries the state of a server repeatedly, over a connection of its own. */
export class ServerWatch {
  /** Null while the server doesn't respond. */
  state: ServerState | null = null
  /** Why the server doesn't respond. */
  error: unknown
  /** Whether the first query has succeeded or failed. */
  isKnown = false
  /** The time at which the query for `state` was sent, on the clock of `performance.now()`. */
  queriedAt = 0
  /** Resolves when the first query has succeeded or failed. */
  readonly first: Promise<void>
  readonly #ended: Promise<void>
  #client: Client | null = null
  #closing = false
  #wake: () => void = () => undefined

  constructor(
    readonly address: ServerAddress,
    readonly options: WatchOptions,
  ) {
    this.first = this.#poll()
    this.#ended = this.first.then(() => this.#pollRepeatedly())
  }

  async #pollRepeatedly(): Promise<void> {
    while (!this.#closing) {
      await this.#pause(this.state ? this.options.interval : retryPause)
      if (!this.#closing) await this.#poll()
    }
  }

  /** Runs one query. Never rejects. */
  async #poll(): Promise<void> {
    try {
      const client = (this.#client ??= await this.#connect())
      this.queriedAt = performance.now()
      const { rows } = await client.query<StateRow>(stateSql)
      const [row] = rows
      this.state = row ? { isStandby: row.standby, position: positionOf(row.timeline, row.lsn) } : null
      this.error = undefined
    } catch (error) {
      this.state = null
      this.error = error
      const client = this.#client
      this.#client = null
      client?.end().catch(() => undefined)
    }
    this.isKnown = true
    if (!this.#closing) this.options.changed(this)
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      ...this.address.config,
      application_name: 'content-api watch',
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      keepAlive: true,
    })
    // The next query reports the error. Without a listener, the event would end the process.
    client.on('error', () => this.#wake())
    await client.connect()
    return client
  }

  /** Waits for this time, but ends early if the connection is lost. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#wake()
    await this.#ended
    await this.#client?.end().catch(() => undefined)
  }
}
