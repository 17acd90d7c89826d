import { Client } from 'pg'
import { type Position, positionOf } from '../position.js'
import { clientConfig, type ServerAddress } from './server-address.js'

/** What a server last said about itself. */
export interface ServerState {
  /** Whether it replays the log of another server, and takes no writes. */
  readonly isStandby: boolean
  /** A standby: up to where it has replayed. A primary: up to where its log is on disk. */
  readonly position: Position
}

export interface WatchOptions {
  /** Milliseconds from one answer to the next question. */
  readonly interval: number
  /** Called after each answer, and when none comes. */
  readonly changed: (watch: ServerWatch) => void
}

/** Milliseconds to wait for a connection or an answer, and those before the next attempt. */
const timeout = 1_500
const retryPause = 250

/**
 * The timeline of a standby: of what it receives, which only members of pg_read_all_stats see, else of its last restart
 * point or of what it has written to disk. pg_current_wal_insert_lsn would be ahead of what any standby can have.
 */
const question = `SELECT pg_is_in_recovery() AS standby,
  CASE WHEN pg_is_in_recovery() THEN lpad(to_hex(greatest(
      (SELECT received_tli FROM pg_stat_wal_receiver),
      (SELECT timeline_id FROM pg_control_checkpoint()),
      (SELECT min_recovery_end_timeline FROM pg_control_recovery()))), 8, '0')
    ELSE substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) END AS timeline,
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END::text AS lsn`

interface Answer {
  readonly standby: boolean
  readonly timeline: string
  readonly lsn: string
}

/** Asks a server again and again where it stands, over a connection of its own. */
export class ServerWatch {
  /** Null while it doesn't answer. */
  state: ServerState | null = null
  /** Why it doesn't answer. */
  error: unknown
  /** When the question was sent that `state` answers, by `performance.now()`. */
  askedAt = 0
  /** Resolves after the first answer, or when none came. */
  readonly first: Promise<void>
  readonly #ended: Promise<void>
  #client: Client | null = null
  #closing = false
  #wake: () => void = () => undefined

  constructor(
    readonly address: ServerAddress,
    readonly options: WatchOptions,
  ) {
    this.first = this.#ask()
    this.#ended = this.first.then(() => this.#keepAsking())
  }

  async #keepAsking(): Promise<void> {
    while (!this.#closing) {
      await this.#pause(this.state ? this.options.interval : retryPause)
      if (!this.#closing) await this.#ask()
    }
  }

  /** Never rejects. */
  async #ask(): Promise<void> {
    try {
      const client = (this.#client ??= await this.#connect())
      this.askedAt = performance.now()
      const { rows } = await client.query<Answer>(question)
      const [answer] = rows
      this.state = answer ? { isStandby: answer.standby, position: positionOf(answer.timeline, answer.lsn) } : null
      this.error = undefined
    } catch (error) {
      this.state = null
      this.error = error
      const client = this.#client
      this.#client = null
      client?.end().catch(() => undefined)
    }
    if (!this.#closing) this.options.changed(this)
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      ...clientConfig(this.address),
      application_name: 'content-api watch',
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      keepAlive: true,
    })
    // The next question reports it; an event without a listener would end the process.
    client.on('error', () => this.#wake())
    await client.connect()
    return client
  }

  /** Ends early when the connection is lost. */
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
