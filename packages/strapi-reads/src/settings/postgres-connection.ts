import { isRecord } from '@content-api/model'
import type { ReadOnlyConnection } from '@content-api/engine/database'

type PostgresOfStrapi = Extract<ReadOnlyConnection, { dialect: 'postgres' }>

/** Parameters that say where the database is. pg passes others to nothing. */
const kept = ['application_name', 'host', 'options', 'password', 'port', 'sslcert', 'sslkey', 'sslrootcert', 'user']

/**
 * Returns the PostgreSQL database of a Strapi project, with TLS as pg, the library of Strapi, reads it: every
 * `sslmode` but `disable` and `no-verify` checks the certificate, and parameters of the URL take precedence
 * over the option `ssl`.
 * @param ssl the option `ssl` of `config/database`: `true`, or options such as `ca` and `rejectUnauthorized`
 */
export function postgresOfStrapi(url: string, ssl?: unknown): PostgresOfStrapi {
  const written = new URL(url)
  const parameters = new Map(written.searchParams)
  for (const name of parameters.keys()) if (!kept.includes(name)) written.searchParams.delete(name)
  const mode = parameters.get('sslmode')
  const ofUrl = { dialect: 'postgres', url: written.href } as const
  if (mode === 'disable') return { ...ofUrl, ssl: false }
  if (mode === 'no-verify') return { ...ofUrl, ssl: { rejectUnauthorized: false } }
  // Newer versions of pg read this as libpq does.
  if (mode !== undefined && parameters.get('uselibpqcompat') === 'true') return withMode(written, mode)
  if (mode !== undefined || isTrue(parameters.get('ssl'))) return withMode(written, 'verify-full')
  if (ssl === true) return withMode(written, 'verify-full')
  // Without the option, `PGSSLMODE` decides.
  if (ssl === undefined) return ofUrl
  return isRecord(ssl) ? { ...ofUrl, ssl } : { ...ofUrl, ssl: false }
}

const isTrue = (value: string | undefined) => value === 'true' || value === '1'

function withMode(url: URL, mode: string): PostgresOfStrapi {
  url.searchParams.set('sslmode', mode)
  return { dialect: 'postgres', url: url.href }
}
