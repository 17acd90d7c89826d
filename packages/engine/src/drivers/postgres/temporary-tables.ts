import { Client } from 'pg'
import { quote, quoteText } from '../../layout/names.js'
import type { TrialCopy } from '../index-trials.js'
import { passwordSource } from './password-source.js'
import { postgresText } from './postgres-connection.js'
import type { ReadOnlyPostgres } from './read-only-postgres.js'
import { serverAddress } from './server-address.js'

/**
 * Opens a connection with copies of tables that only it sees. A temporary table has precedence over the table
 * of the same name.
 */
export async function openTemporaryTables(options: ReadOnlyPostgres): Promise<TrialCopy> {
  const { config } = serverAddress(options.url, { password: passwordSource(options), ssl: options.ssl })
  const client = new Client(config)
  client.on('error', () => undefined)
  await client.connect()
  const close = () => client.end().catch(() => undefined)
  try {
    // A role may only read by default. Temporary tables aren't part of the content.
    await client.query('SET default_transaction_read_only = off')
    if (options.schema !== undefined) await client.query(`SET search_path = ${quote(options.schema)}`)
  } catch (error) {
    await close()
    throw error
  }
  let copied: string | null = null
  return {
    async prepare({ index: { table } }) {
      if (copied !== null) await client.query(`DROP TABLE pg_temp.${quote(copied)}`)
      copied = null
      const { rows } = await client.query<{ place: string }>(
        `SELECT to_regclass(${quoteText(quote(table))})::oid AS place`,
      )
      const source = await qualified(client, String(rows[0]?.place))
      await client.query(`CREATE TEMPORARY TABLE ${quote(table)} (LIKE ${source} INCLUDING DEFAULTS INCLUDING INDEXES)`)
      copied = table
      await client.query(`INSERT INTO pg_temp.${quote(table)} OVERRIDING SYSTEM VALUE TABLE ${source}`)
      await client.query(`VACUUM ANALYZE pg_temp.${quote(table)}`)
    },
    async createIndex(sql) {
      await client.query(sql)
      await client.query(`ANALYZE pg_temp.${quote(copied ?? '')}`)
    },
    read: (statement) => postgresText(client, statement),
    close,
  }
}

/** Returns the name of a table with its schema. */
async function qualified(client: Client, oid: string): Promise<string> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = $1`,
    [oid],
  )
  const [row] = rows
  if (!row) throw new Error('the table does not exist.')
  return `${quote(row.schema)}.${quote(row.name)}`
}
