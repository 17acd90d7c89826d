import { LRUCache } from 'lru-cache'
import type { ClientBase, CustomTypesConfig, QueryConfig } from 'pg'
import { types as driverTypes } from 'pg'
import type { Row, StatementLimits } from './database.js'
import { answerTooLarge, readError } from './errors.js'
import type { Statement } from './statement.js'

/** The part of pg's client that its types leave out: what it believes to be prepared. */
interface PreparingClient extends ClientBase {
  readonly connection: { readonly parsedStatements: Record<string, string> }
}

/** Statements that stay prepared on a connection, the most recently used ones. */
const preparedStatements = 200
const connections = new WeakMap<ClientBase, Prepared>()
let names = 0

/** What is prepared on a connection. */
interface Prepared {
  /** Names of statements by their SQL. */
  readonly names: LRUCache<string, string>
  /** Names to be let go of. */
  readonly outdated: string[]
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
  const limited = new LRUCache<string, string>({ max: preparedStatements })
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
  await release(client)
  return rows
}

export async function postgresRows(client: ClientBase, statement: Statement): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(prepare(client, statement))
  await release(client)
  return rows
}

function prepare(client: ClientBase, { sql, values }: Statement): QueryConfig {
  return { name: nameFor(preparedOn(client), sql), text: sql, values: [...values], types }
}

function preparedOn(client: ClientBase): Prepared {
  const known = connections.get(client)
  if (known) return known
  const outdated: string[] = []
  const names = new LRUCache<string, string>({ max: preparedStatements, dispose: (name) => void outdated.push(name) })
  const made = { names, outdated }
  connections.set(client, made)
  return made
}

function nameFor(on: Prepared, sql: string): string {
  let name = on.names.get(sql)
  if (name === undefined) on.names.set(sql, (name = `content_api_${++names}`))
  return name
}

/** After the statement that took the place of others, and not before: SET TRANSACTION has to be the first of its transaction. */
async function release(client: ClientBase): Promise<void> {
  const { parsedStatements } = (client as PreparingClient).connection
  for (const name of preparedOn(client).outdated.splice(0)) {
    // What the server refused was never prepared; letting go of it would fail the transaction in which that happens.
    if (!Object.hasOwn(parsedStatements, name)) continue
    delete parsedStatements[name]
    // A connection that is gone has nothing to let go of.
    await client.query(`DEALLOCATE "${name}"`).catch(() => undefined)
  }
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
