import type { ConnectionOptions } from 'node:tls'
import type { PostgresConnection } from '../../database/connection.js'
import { usualPoolSize } from '../../database/connection.js'
import type { Explained, ExplainOptions, ReadOptions, StatementLimits } from '../../database/database.js'
import { postgres } from '../../dialects/postgres.js'
import type { Statement } from '../../dialects/statement.js'
import { quote } from '../../layout/names.js'
import type { ReadConnection, ReadDriver } from '../driver.js'
import { explainPostgres } from './explain-postgres.js'
import { passwordSource } from './password-source.js'
import { PostgresReaders } from './postgres-readers.js'
import { type ServerAddress, serverAddress } from './server-address.js'

/** A database of another application, which is only read. A role that may do nothing but SELECT is enough. */
export type ReadOnlyPostgres = Pick<
  PostgresConnection,
  'dialect' | 'url' | 'poolSize' | 'pooler' | 'password' | 'passwordFile'
> & {
  /** The schema with the tables; the one of the role by default. */
  readonly schema?: string | undefined
  /** TLS as in the option `ssl` of pg, in place of the TLS parameters of the URL. */
  readonly ssl?: boolean | ConnectionOptions | undefined
}

/** @throws Error if the server doesn't accept the connection */
export async function openReadOnlyPostgres(
  options: Omit<ReadOnlyPostgres, 'dialect'> & { readonly limits: StatementLimits | null },
): Promise<ReadDriver> {
  const { url, schema, ssl, poolSize = usualPoolSize, pooler, limits } = options
  const isPooled = pooler !== undefined
  const server = serverAddress(url, { password: passwordSource(options), ssl })
  const statementMilliseconds = limits?.statementMilliseconds ?? 0
  const readers = new PostgresReaders({
    server: isPooled ? server : withSettings(server, schema),
    connections: poolSize,
    statementMilliseconds,
    isPooled,
    limits,
    avoidsScans: false,
    // A pooler drops settings of the connection, so each transaction makes its own.
    localSettings: isPooled ? localSettings(schema, statementMilliseconds) : '',
  })
  try {
    await readers.use({ sql: 'SELECT 1', values: [] }, (client) => client.query('SELECT 1'))
  } catch (error) {
    await readers.close()
    throw error
  }
  return new ReadOnlyPostgresDriver(readers)
}

/** Adds settings that the server applies when a connection opens, so that no transaction can write. */
function withSettings(server: ServerAddress, schema: string | undefined): ServerAddress {
  const { options } = server.config
  const settings = [
    ...(options === undefined ? [] : [options]),
    '-c default_transaction_read_only=on',
    ...(schema === undefined ? [] : [`-c search_path=${quote(schema).replaceAll(/[\\ ]/g, String.raw`\$&`)}`]),
  ]
  return { ...server, config: { ...server.config, options: settings.join(' ') } }
}

function localSettings(schema: string | undefined, milliseconds: number): string {
  const path = schema === undefined ? '' : `SET LOCAL search_path = ${quote(schema)};`
  return `SET LOCAL statement_timeout = ${milliseconds};${path}`
}

class ReadOnlyPostgresDriver implements ReadDriver {
  readonly dialect = postgres

  constructor(readonly readers: PostgresReaders) {}

  checkFiles = () => undefined

  acquire(statement: Statement, options: ReadOptions): Promise<ReadConnection> {
    return this.readers.acquire(statement, options)
  }

  explain(statement: Statement, options: ExplainOptions): Promise<Explained> {
    const begin = `BEGIN READ ONLY;${this.readers.options.localSettings}`
    return this.readers.use(statement, (client) => explainPostgres(client, statement, { ...options, begin }))
  }

  close = (): Promise<void> => this.readers.close()
}
