import { type Variables } from '@content-api/core/config/env-helper'
import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { ConfigError } from '@content-api/core/config/config-error'
import { readStrapiFiles } from './read-strapi-files.js'
import { at } from './settings.js'
import { ownEnvironment, readDotEnv } from '../dot-env.js'

/** The database of a Strapi project: the path of a SQLite file, a PostgreSQL URL, or the name of another client. */
export type StrapiDatabase =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'postgres'
      readonly url: string
      /** The option `ssl` of the connection, such as `true` or `{ ca, rejectUnauthorized }`; absent without one. */
      readonly ssl?: unknown
    }
  | { readonly kind: 'other'; readonly client: string }

const usualFile = '.tmp/data.db'

/**
 * Finds the database of a Strapi project in `config/database` and `.env`.
 * @throws ConfigError if `config/database` can't be read
 */
export async function strapiDatabase(
  project: string,
  env: Variables = ownEnvironment(project),
): Promise<StrapiDatabase> {
  const variables = { ...readDotEnv(project, env), ...env }
  const { files, mistakes } = await readStrapiFiles(project, ['database'], variables)
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  const { file, value } = files.database ?? { file: 'config/database.js', value: {} }
  const named = at(value, 'connection.client')
  const client = typeof named === 'string' ? named : 'sqlite'
  const connection = at(value, 'connection.connection')
  if (/sqlite/.test(client)) {
    const name = at(connection, 'filename')
    return { kind: 'sqlite', file: sqliteFile(project, file, typeof name === 'string' ? name : usualFile) }
  }
  if (/^(postgres|pg)/.test(client)) {
    const ssl = at(connection, 'ssl')
    return { kind: 'postgres', url: postgresUrl(connection), ...(ssl !== undefined && { ssl }) }
  }
  return { kind: 'other', client }
}

/**
 * Returns whether a Strapi project seems to have a database, without running `config/database`: a SQLite
 * file, or variables of a database server.
 */
export function hasStrapiDatabase(project: string, env: Variables = ownEnvironment(project)): boolean {
  const variables = { ...readDotEnv(project, env), ...env }
  if (existsSync(resolve(project, variables['DATABASE_FILENAME'] || usualFile))) return true
  const client = variables['DATABASE_CLIENT'] ?? ''
  return /^(postgres|pg|mysql)/.test(client) || Boolean(variables['DATABASE_URL'] || variables['DATABASE_HOST'])
}

/**
 * Strapi runs TypeScript as `dist/config/database.js`, one folder deeper, so paths from `__dirname` have one
 * `..` more.
 */
function sqliteFile(project: string, configFile: string, name: string): string {
  const root = resolve(project)
  if (!isAbsolute(name) || !configFile.endsWith('.ts')) return resolve(root, name)
  const compiled = resolve(root, 'dist', 'config', relative(join(root, 'config'), name))
  return existsSync(compiled) || !existsSync(name) ? compiled : name
}

function postgresUrl(connection: unknown): string {
  if (typeof connection === 'string') return connection
  const written = at(connection, 'connectionString')
  const text = (name: string) => {
    const value = at(connection, name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const url = new URL(typeof written === 'string' && written !== '' ? written : 'postgres://localhost')
  if (url.pathname.length <= 1) {
    url.hostname = text('host') || 'localhost'
    url.port = text('port')
    url.pathname = `/${encodeURIComponent(text('database'))}`
    url.username = encodeURIComponent(text('user'))
    url.password = encodeURIComponent(text('password'))
  }
  const schema = text('schema')
  if (schema !== '' && schema !== 'public') url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}
