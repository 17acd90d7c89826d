import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { PostgresConnection } from '../../database/connection.js'
import type { Notifications } from '../notifications.js'
import { passwordSource } from './password-source.js'
import { type ServerAddress, serverAddress } from './server-address.js'

const channel = 'content_api_outbox'
/** Milliseconds to connect, and until the next attempt after a failed one. */
const timeout = 5_000
/**
 * Milliseconds after a notification in which further writes share the next one. A notification costs about as
 * much processor time as a small statement.
 */
const gatherMilliseconds = 50

/** Listens on a connection of its own, and connects again when it is lost. */
export class PostgresNotifications implements Notifications {
  readonly #addresses: readonly ServerAddress[]
  #client: Client | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #connecting: Promise<void>
  #sending = false
  #isAgain = false
  #closing = false

  constructor(
    connection: PostgresConnection,
    private readonly heard: () => void,
  ) {
    const { url, hosts = [] } = connection
    const password = passwordSource(connection)
    const names = hosts.length > 0 ? hosts : [undefined]
    this.#addresses = names.map((host) => serverAddress(url, { host, password }))
    this.#connecting = this.#connect()
  }

  get isConnected(): boolean {
    return this.#client !== null
  }

  /** Never rejects. Only a primary accepts LISTEN. */
  async #connect(): Promise<void> {
    for (const { config } of this.#addresses) {
      if (this.#closing) return
      const client = new Client({
        ...config,
        application_name: 'content-api outbox',
        connectionTimeoutMillis: timeout,
        query_timeout: timeout,
        keepAlive: true,
      })
      client.on('error', () => this.#lose(client))
      client.on('end', () => this.#lose(client))
      client.on('notification', ({ processId }) => {
        if (processId !== (client as Client & { readonly processID?: number }).processID) this.heard()
      })
      try {
        await client.connect()
        await client.query(`LISTEN ${channel}`)
        this.#client = client
        this.heard()
        return
      } catch {
        await client.end().catch(() => undefined)
      }
    }
    this.#connectLater()
  }

  #lose(client: Client): void {
    if (client !== this.#client) return
    this.#client = null
    client.end().catch(() => undefined)
    this.#connectLater()
  }

  #connectLater(): void {
    if (this.#closing) return
    this.#timer = setTimeout(() => void (this.#connecting = this.#connect()), timeout).unref()
  }

  send(): void {
    this.#isAgain = true
    if (!this.#sending) void this.#sendAll()
  }

  /** Sends a notification immediately, then one for all calls of `send` in the meantime. Never rejects. */
  async #sendAll(): Promise<void> {
    this.#sending = true
    while (this.#isAgain && this.#client) {
      this.#isAgain = false
      await this.#client.query(`NOTIFY ${channel}`).catch(() => undefined)
      await wait(gatherMilliseconds)
    }
    this.#sending = false
  }

  async close(): Promise<void> {
    this.#closing = true
    clearTimeout(this.#timer)
    await this.#connecting
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }
}
