import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { type Beside, openBeside } from '@content-api/strapi-reads/open-beside'
import type { Outcome } from '@content-api/strapi-reads/serve-reads'
import type { HttpRequest } from '@content-api/core/message/message'
import { writeProject } from '../../support/write-project.js'
import type { DatabaseAddress } from '../recorded-rows.js'
import { generated } from '../served-project.js'
import { recordedProject } from './recorded-database.js'

const version = '5.54.0'
const dependencies = ['strapi', 'plugin-users-permissions', 'plugin-graphql']

/** The configuration of the recorded project, which has strict parameters. */
const configuration = (database: DatabaseAddress, logins = 'legacy-support') => {
  const connection = database.dialect === 'sqlite' ? { filename: database.file } : { connectionString: database.url }
  return {
    'package.json': JSON.stringify({
      dependencies: Object.fromEntries(dependencies.map((name) => [`@strapi/${name}`, version])),
    }),
    'config/admin.js': `module.exports = { apiToken: { salt: 'oracle-api-token-salt' } }`,
    'config/api.js': `module.exports = {
      rest: { defaultLimit: 25, maxLimit: 100, withCount: true, strictParams: true },
      documents: { strictParams: true, strictRelations: true },
    }`,
    'config/database.js': `module.exports = ${JSON.stringify({ connection: { client: database.dialect, connection } })}`,
    'config/middlewares.js': `module.exports = ['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public']`,
    'config/plugins.js': `module.exports = {
      'users-permissions': { config: { jwtSecret: 'oracle-jwt-secret', jwtManagement: '${logins}' } },
    }`,
  }
}

/**
 * Writes the recorded project of Strapi 5 with a database.
 * @param logins `jwtManagement` of users & permissions
 */
export async function writeRecordedProject(
  folder: string,
  database: DatabaseAddress,
  logins?: 'legacy-support' | 'refresh',
): Promise<void> {
  cpSync(join(recordedProject, 'src'), join(folder, 'src'), { recursive: true })
  const apis = readdirSync(join(folder, 'src/api')).map(generated)
  await writeProject(folder, { ...configuration(database, logins), ...Object.assign({}, ...apis) })
}

/** Writes the recorded project of Strapi 5 with a database, and opens the server beside it. */
export async function openRecordedBeside(folder: string, database: DatabaseAddress): Promise<Beside> {
  await writeRecordedProject(folder, database)
  const overrides = {
    log: { level: 'silent' },
    beside: { strapi: 'http://127.0.0.1:9', timeZone: 'UTC', verify: false },
  }
  return openBeside({ project: folder, overrides })
}

/** The ids of the recorded users. Of the last one, no row exists. */
const users: Readonly<Record<string, number>> = { alice: 1, bob: 2, carol: 3, erin: 4, ghost: 999 }
const tokens: Readonly<Record<string, string>> = {
  full: 'oracle-token-full-access',
  read: 'oracle-token-read-only',
  custom: 'oracle-token-custom',
  expiredtoken: 'oracle-token-expired',
}

/** The callers whose tokens Strapi 5 has to get once an hour, to record their use. */
export const recordedTokens = ['full', 'read', 'custom']

/**
 * Returns the header of a recorded caller. Tokens have seconds: one of this second would be older than a password
 * that was changed in it, and revoked.
 */
export function authorizationOf(role: string): string | undefined {
  if (role === 'public') return undefined
  const id = users[role]
  const iat = Math.ceil(Date.now() / 1_000)
  if (id !== undefined) return `Bearer ${jwt.sign({ id, iat }, 'oracle-jwt-secret', { expiresIn: '30d' })}`
  return `Bearer ${tokens[role] ?? 'no-such-token'}`
}

/** Reads as a recorded caller. @param path with the query string */
export function readAs(beside: Beside, path: string, role = 'public'): Promise<Outcome> {
  const [name = '', query = ''] = path.split('?')
  return serveAs(beside, { method: 'GET', path: name, query }, role)
}

/** Sends an operation of GraphQL as a recorded caller. */
export function queryAs(beside: Beside, operation: object, role = 'public'): Promise<Outcome> {
  return serveAs(beside, { method: 'POST', path: '/graphql', query: '', body: JSON.stringify(operation) }, role)
}

interface Sent {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query: string
  readonly body?: string
}

function serveAs({ reads }: Beside, { body = '', ...target }: Sent, role: string): Promise<Outcome> {
  if (!reads) throw new Error('The reads are closed')
  const authorization = authorizationOf(role)
  const headers: Record<string, string> = {
    ...(authorization !== undefined && { authorization }),
    ...(body !== '' && { 'content-type': 'application/json' }),
  }
  const request: HttpRequest = {
    id: 'a-read',
    ...target,
    address: '127.0.0.1',
    header: (header) => headers[header],
    headers: () => headers,
    signal: new AbortController().signal,
    body: () => Promise.resolve(new TextEncoder().encode(body)),
    stream: () => {
      throw new Error('Reads receive no files')
    },
  }
  return reads.serve(request)
}
