import { LRUCache } from 'lru-cache'
import type { ClientBase, CustomTypesConfig, QueryConfig } from 'pg'
import { types as driverTypes } from 'pg'
import type { Row } from './database.js'
import type { Statement } from './statement.js'

/** The part of pg's client that its types leave out: what it believes to be prepared. */
interface PreparingClient extends ClientBase {
  readonly connection: { readonly parsedStatements: Record<string, string> }
}

/** Statements that stay prepared on a connection, the most recently used ones. */
const preparedStatements = 200
/** The names of prepared statements by their SQL. */
const caches = new WeakMap<ClientBase, LRUCache<string, string>>()
let names = 0

/** The first column of the first row as text; null when it is NULL or there is no row. */
export async function postgresText(client: ClientBase, statement: Statement): Promise<string | null> {
  const { rows } = await client.query<(string | null)[]>({
    ...prepared(client, statement),
    rowMode: 'array',
    types: asText,
  })
  return rows[0]?.[0] ?? null
}

export async function postgresRows(client: ClientBase, statement: Statement): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(prepared(client, statement))
  return rows
}

function prepared(client: ClientBase, { sql, values }: Statement): QueryConfig {
  return { name: nameFor(client, sql), text: sql, values: [...values], types }
}

function nameFor(client: ClientBase, sql: string): string {
  let cache = caches.get(client)
  if (!cache)
    caches.set(client, (cache = new LRUCache({ max: preparedStatements, dispose: (name) => release(client, name) })))
  let name = cache.get(sql)
  if (name === undefined) cache.set(sql, (name = `content_api_${++names}`))
  return name
}

function release(client: ClientBase, name: string): void {
  const { parsedStatements } = (client as PreparingClient).connection
  // What the server refused was never prepared; letting go of it would fail the transaction in which that happens.
  if (!Object.hasOwn(parsedStatements, name)) return
  delete parsedStatements[name]
  // Queued before the statement that takes its place; a connection that is gone has nothing to let go of.
  client.query(`DEALLOCATE "${name}"`).catch(() => undefined)
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
