import { LRUCache } from 'lru-cache'
import type { Client, ClientBase, CustomTypesConfig, QueryConfig } from 'pg'
import { types as driverTypes } from 'pg'
import type { Row, StatementLimits } from './database.js'
import { answerTooLarge, readError } from './errors.js'
import type { Statement } from './statement.js'

/** Statements that stay prepared on a connection. pg has no call that forgets one, so the connection ends instead. */
const preparedStatements = 250
/** Texts of statements with a limit that are kept for all connections. */
const limitedStatements = 500
/** The names of what is prepared on a connection; null where nothing may be. */
const connections = new WeakMap<ClientBase, Map<string, string> | null>()

/** Lets a connection prepare nothing: behind a pooler, its next statement may run on another connection of the server. */
export function prepareNothing(client: ClientBase): void {
  connections.set(client, null)
}

/** Gives the first column of the first row as text; null when it is NULL or there is no row. */
export type ReadText = (client: ClientBase, statement: Statement) => Promise<string | null>

export const postgresText: ReadText = async (client, statement) => {
  const [row] = await textRows(client, statement)
  return row?.[0] ?? null
}

/** Reads that end with an ApiError (ValidationError) when they take longer or become larger than the limits allow. */
export function limitedText({ answerBytes }: StatementLimits): ReadText {
  // Put together once: a long text that is new each time would be compared with what is prepared, character by character.
  const limited = new LRUCache<string, string>({ max: limitedStatements })
  return async (client, { sql, values }) => {
    let text = limited.get(sql)
    if (text === undefined) limited.set(sql, (text = withinBytes(sql, answerBytes)))
    try {
      const [row] = await textRows(client, { sql: text, values })
      const [body = null, isLonger] = row ?? []
      if (isLonger === 't') throw answerTooLarge()
      return body
    } catch (error) {
      throw readError(error)
    }
  }
}

/** A longer text stays with the database, which only says so. OFFSET 0: it is made once, though it is mentioned three times. */
function withinBytes(sql: string, bytes: number): string {
  const isLonger = `octet_length(answer.body) > ${bytes}`
  return `SELECT CASE WHEN ${isLonger} THEN NULL ELSE answer.body END, ${isLonger}
    FROM (SELECT made.body::text AS body FROM (${sql}) AS made(body) OFFSET 0) AS answer`
}

async function textRows(client: ClientBase, statement: Statement): Promise<(string | null)[][]> {
  const query = { ...prepare(client, statement), rowMode: 'array' as const, types: asText }
  const { rows } = await client.query<(string | null)[]>(query)
  return rows
}

export async function postgresRows(client: ClientBase, statement: Statement): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(prepare(client, statement))
  return rows
}

/** Ends connections at once: pg does so when a statement is under way, and without a word to the server. */
export function endNow(clients: Iterable<ClientBase>): void {
  for (const client of clients) (client as Client).end().catch(() => undefined)
}

/** Whether the connection keeps so many prepared statements that a new one should take its place. */
export function isWornOut(client: ClientBase): boolean {
  return (connections.get(client)?.size ?? 0) >= preparedStatements
}

/** Without a name once the connection is worn out: such a statement is parsed each time. */
function prepare(client: ClientBase, { sql, values }: Statement): QueryConfig {
  const name = nameFor(client, sql)
  return { ...(name !== undefined && { name }), text: sql, values: [...values], types }
}

function nameFor(client: ClientBase, sql: string): string | undefined {
  let names = connections.get(client)
  if (names === null) return undefined
  if (!names) connections.set(client, (names = new Map()))
  let name = names.get(sql)
  if (name === undefined && names.size < preparedStatements) names.set(sql, (name = `content_api_${names.size + 1}`))
  return name
}

/** Columns as they are bound: exact, and without a time zone of this machine. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [driverTypes.builtins.INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
  [driverTypes.builtins.NUMERIC]: (text) => text,
  [driverTypes.builtins.DATE]: (text) => text,
  [driverTypes.builtins.TIME]: (text) => (text.includes('.') ? text.padEnd(12, '0') : `${text}.000`),
  [driverTypes.builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [driverTypes.builtins.JSON]: (text) => text,
  [driverTypes.builtins.JSONB]: (text) => text,
}

const asText: CustomTypesConfig = { getTypeParser: () => (text: string) => text }

const types: CustomTypesConfig = {
  getTypeParser: ((...[oid, format]: Parameters<typeof driverTypes.getTypeParser>) =>
    parsers[oid] ?? driverTypes.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
}
