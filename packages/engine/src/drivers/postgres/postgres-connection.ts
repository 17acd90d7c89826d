import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import {
  type Client,
  type ClientBase,
  type CustomTypesConfig,
  type FieldDef,
  type QueryResult,
  types as driverTypes,
} from 'pg'
import type { Row, StatementLimits } from '../../database/database.js'
import { readError, responseTooLarge } from '../../database/database-errors.js'
import type { Statement } from '../../dialects/statement.js'
import { type Execution, runPrepared, type TextRow } from './prepared-query.js'

/**
 * Statements that stay prepared on a connection. pg can't deallocate them, so a read connection that has this
 * many is replaced.
 */
const preparedStatements = 250
/** The maximum number of cached SQL texts of `limitedReads`, for all connections together. */
const limitedStatements = 500

interface Prepared {
  readonly name: string
  /** The columns of its rows; null until the connection has run it. */
  columns: readonly Column[] | null
}

interface Column {
  readonly name: string
  readonly parse: (text: string) => Row[string]
}

/** The prepared statements of each connection, by SQL; null for connections that must not prepare any. */
const connections = new WeakMap<ClientBase, Map<string, Prepared> | null>()

/** Disables prepared statements. Behind a pooler, the next statement may run on another connection of the server. */
export function disablePreparedStatements(client: ClientBase): void {
  connections.set(client, null)
}

/** Returns the first column of the first row as text; null when it is NULL or there is no row. */
export type ReadText = (client: ClientBase, statement: Statement) => Promise<string | null>

/** How reads run. */
export interface PostgresReads {
  readonly text: ReadText
  /** Returns the texts of a statement with the columns `at` and `text`, at the places `at`. */
  readonly texts: (client: ClientBase, statement: Statement) => Promise<readonly (string | null)[]>
}

export const postgresText: ReadText = async (client, statement) => {
  const row = await firstRow(client, statement)
  return row?.[0] ?? null
}

export const unlimitedReads: PostgresReads = {
  text: postgresText,
  async texts(client, statement) {
    const { rows } = await textRows(client, statement)
    return textsByPlace(rows)
  },
}

const textsByPlace = (rows: readonly TextRow[]) => {
  const texts: (string | null)[] = []
  for (const [at, text = null] of rows) texts[Number(at)] = text
  return texts
}

/** Returns reads that reject with ApiError ValidationError above the time limit or the size limit. */
export function limitedReads({ responseBytes }: StatementLimits): PostgresReads {
  // Caches the SQL, because pg compares it with the SQL of the prepared statement, which is slow for a long
  // string that is built each time.
  const limited = new LRUCache<string, string>({ max: limitedStatements })
  const read = async (client: ClientBase, { sql, values }: Statement, limit: typeof limitText) => {
    let text = limited.get(sql)
    if (text === undefined) limited.set(sql, (text = limit(sql, responseBytes)))
    try {
      const { rows } = await textRows(client, { sql: text, values })
      if (rows.some((row) => row.at(-1) === 't')) throw responseTooLarge()
      return rows
    } catch (error) {
      throw readError(error)
    }
  }
  return {
    async text(client, statement) {
      const [row] = await read(client, statement, limitText)
      return row?.[0] ?? null
    },
    texts: async (client, statement) => textsByPlace(await read(client, statement, limitTexts)),
  }
}

/**
 * Returns SQL that returns the text, or only a flag if the text exceeds the limit. OFFSET 0 makes the
 * database compute the text only once.
 */
function limitText(sql: string, bytes: number): string {
  return `SELECT ${withinBytes(bytes)}
    FROM (SELECT made.body::text AS body FROM (${sql}) AS made(body) OFFSET 0) AS answer`
}

/** The same for the texts of a statement with the columns `at` and `text`. */
function limitTexts(sql: string, bytes: number): string {
  return `SELECT answer.at, ${withinBytes(bytes)}
    FROM (SELECT made.at, made.body::text AS body FROM (${sql}) AS made(at, body) OFFSET 0) AS answer`
}

function withinBytes(bytes: number): string {
  const isLonger = `octet_length(answer.body) > ${bytes}`
  return `CASE WHEN ${isLonger} THEN NULL ELSE answer.body END, ${isLonger}`
}

async function firstRow(client: ClientBase, statement: Statement): Promise<TextRow | null> {
  const [row = null] = (await textRows(client, statement)).rows
  return row
}

export async function postgresRows(client: ClientBase, statement: Statement): Promise<readonly Row[]> {
  const { rows, columns } = await textRows(client, statement)
  return rows.map((texts) => {
    const row: Record<string, Row[string]> = {}
    for (const [index, { name, parse }] of columns.entries()) {
      const text = texts[index] ?? null
      row[name] = text === null ? null : parse(text)
    }
    return row
  })
}

/** Runs a statement. A statement that the connection has run before takes fewer messages. */
async function textRows(
  client: ClientBase,
  { sql, values }: Statement,
): Promise<{ readonly rows: readonly TextRow[]; readonly columns: readonly Column[] }> {
  const prepared = preparedFor(client, sql)
  if (prepared?.columns) {
    const rows = await runInNextMessage(client, { name: prepared.name, values })
    return { rows, columns: prepared.columns }
  }
  const { rows, fields } = await afterMessage(client, () =>
    client.query<(string | null)[]>({
      ...(prepared && { name: prepared.name }),
      text: sql,
      values: [...values],
      rowMode: 'array',
      types: asText,
    }),
  )
  const columns = fields.map(columnOf)
  if (prepared) prepared.columns = columns
  return { rows, columns }
}

/** The message that a connection sends next. The server runs its statements in their order, and responds once. */
interface Message {
  readonly executions: Execution[]
  /** The rows of each statement; null if the message isn't sent. It rejects if one of the statements fails. */
  readonly results: Promise<readonly (readonly TextRow[])[] | null>
  readonly end: (results: Message['results'] | null) => void
  /** Whether it will be sent at the end of this turn. */
  isDue: boolean
}

const messages = new WeakMap<ClientBase, Message>()

function nextMessage(client: ClientBase): Message {
  const known = messages.get(client)
  if (known) return known
  let end: Message['end'] = () => undefined
  const results: Message['results'] = new Promise((resolve) => (end = resolve))
  const message = { executions: [], results, end, isDue: false }
  messages.set(client, message)
  return message
}

/** Sends a statement together with others of the same turn. */
async function runInNextMessage(client: ClientBase, execution: Execution): Promise<readonly TextRow[]> {
  const message = nextMessage(client)
  const at = message.executions.push(execution) - 1
  if (!message.isDue) {
    message.isDue = true
    process.nextTick(() => {
      if (messages.get(client) === message) sendMessage(client)
    })
  }
  const rows = (await message.results)?.[at]
  if (!rows) throw new Error('The transaction was rolled back before its statement was sent')
  return rows
}

function sendMessage(client: ClientBase): void {
  const message = messages.get(client)
  if (!message) return
  messages.delete(client)
  message.end(runPrepared(client, message.executions))
}

/**
 * Sends a statement without rows together with the next one of the connection. A statement that the
 * connection hasn't prepared is sent immediately.
 *
 * @returns a promise that rejects if the statement or the next one failed. If the statement fails, the next
 * one fails with its error.
 */
export function sendWithNext(client: ClientBase, statement: Statement): Promise<unknown> {
  const prepared = preparedFor(client, statement.sql)
  if (!prepared?.columns) return textRows(client, statement)
  const { executions, results } = nextMessage(client)
  executions.push({ name: prepared.name, values: statement.values })
  return results
}

/** Forgets the statements that weren't sent. */
export function forgetMessage(client: ClientBase): void {
  messages.get(client)?.end(null)
  messages.delete(client)
}

/** Runs SQL that isn't prepared. */
export function postgresScript(client: ClientBase, sql: string): Promise<QueryResult> {
  return afterMessage(client, () => client.query(sql))
}

async function afterMessage<Result>(client: ClientBase, send: () => Promise<Result>): Promise<Result> {
  const before = messages.get(client)
  if (!before) return send()
  sendMessage(client)
  const [, result] = await Promise.all([before.results, send()])
  return result
}

/** Closes connections immediately, even if a statement is running. */
export function closeImmediately(clients: Iterable<ClientBase>): void {
  for (const client of clients as Iterable<Client>) {
    client.end().catch(() => undefined)
    client.connection.stream.destroy()
  }
}

/** Returns whether a connection has so many prepared statements that it should be replaced. */
export function hasTooManyStatements(client: ClientBase): boolean {
  return (connections.get(client)?.size ?? 0) >= preparedStatements
}

/**
 * Names a statement, so that it stays prepared. After `preparedStatements`, statements get no name and are
 * parsed each time.
 */
function preparedFor(client: ClientBase, sql: string): Prepared | undefined {
  let all = connections.get(client)
  if (all === null) return undefined
  if (!all) connections.set(client, (all = new Map()))
  let prepared = all.get(sql)
  if (!prepared && all.size < preparedStatements)
    all.set(sql, (prepared = { name: `content_api_${all.size + 1}`, columns: null }))
  return prepared
}

/**
 * Parsers that return column values in the form in which they are bound: exact, and independent of this
 * machine's time zone.
 */
const parsers: Readonly<Record<number, Column['parse']>> = {
  [driverTypes.builtins.INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
  [driverTypes.builtins.NUMERIC]: (text) => text,
  [driverTypes.builtins.DATE]: (text) => text,
  [driverTypes.builtins.TIME]: (text) => (text.includes('.') ? text.padEnd(12, '0') : `${text}.000`),
  [driverTypes.builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [driverTypes.builtins.JSON]: (text) => text,
  [driverTypes.builtins.JSONB]: (text) => text,
}

const asText: CustomTypesConfig = { getTypeParser: () => (text: string) => text }

/** pg's types only know the ids of its own enum. */
const usualParsers = driverTypes as unknown as { getTypeParser(oid: number, format: 'text'): Column['parse'] }

function columnOf({ name, dataTypeID }: FieldDef): Column {
  return { name, parse: parsers[dataTypeID] ?? usualParsers.getTypeParser(dataTypeID, 'text') }
}

/** The code sent in place of a protocol version (PostgreSQL documentation, "Canceling Requests in Progress"). */
const cancelRequest = 80_877_102
/** Milliseconds to wait for a server that doesn't accept the cancel request. */
const timeout = 1_500

/** Milliseconds between cancel requests. The pause starts at `firstPause` and doubles each time. */
const firstPause = 10
const longestPause = 500

/** Properties in which pg keeps the server's BackendKeyData. pg's types omit the key. */
interface Backend extends Pick<Client, 'host' | 'port'> {
  readonly processID: number | null
  readonly secretKey: number | null
}

/**
 * Cancels the statement that runs on a connection. Repeats the request until `isOver` returns true, because a
 * request that arrives before the statement has no effect. Resolves when no cancel request is under way, and
 * never rejects. Until then the connection must not be used: the next statement would be cancelled (measured:
 * 197 times of 200).
 */
export async function cancelStatements(client: ClientBase, isOver: () => boolean): Promise<void> {
  for (let pause = firstPause; !isOver(); pause = Math.min(2 * pause, longestPause)) {
    await requestCancel(client)
    if (!isOver()) await wait(pause)
  }
}

/**
 * Sends one cancel request and resolves when the server has closed its socket. pg has no documented call for
 * this. As in libpq's `PQcancel`, the request uses a new socket without TLS. It contains only the process id
 * and the key that identify the connection, and needs no free connection.
 */
function requestCancel(client: ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve()
  const request = Buffer.alloc(16)
  request.writeInt32BE(request.length, 0)
  request.writeInt32BE(cancelRequest, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  return new Promise((resolve) => {
    const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    socket.setTimeout(timeout, () => socket.destroy())
    socket.on('connect', () => socket.end(request))
    // The server sends no reply. An error is always followed by 'close'.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.resume()
  })
}
