import { closest } from '@content-api/model'
import { ApiError } from '../errors/api-error.js'
import { digest, newSecret, sameDigest } from '../secrets/digest.js'
import type { Database } from '../storage/database.js'
import type { Dialect } from '../storage/dialects/dialect.js'
import { quote } from '../storage/names.js'
import { readObject, readObjects, selectObject, selectObjects } from '../storage/select-json.js'
import { StatementBuilder } from '../storage/statement.js'
import { apiTokenPermissions, apiTokens } from '../storage/system-tables.js'
import { everything, type Grants, grantsOf, reading } from './grants.js'

/** `read-only`: every find and findOne; `full-access`: everything; `custom`: the actions it lists. */
export const apiTokenTypes = ['read-only', 'full-access', 'custom'] as const
export type ApiTokenType = (typeof apiTokenTypes)[number]

export interface ApiToken {
  readonly id: number
  readonly name: string
  readonly type: ApiTokenType
  /** Of a custom token. */
  readonly permissions: readonly string[]
  readonly createdAt: string
  /** ISO 8601; null: never. */
  readonly expiresAt: string | null
}

export interface NewApiToken {
  readonly name: string
  readonly type: ApiTokenType
  readonly permissions?: readonly string[]
  readonly expiresAt?: Date | null
  /** Made unless given, for example by a service that is replaced by this one. */
  readonly accessKey?: string
}

const shortestKey = 16

/** @returns the token itself, which is stored nowhere. @throws ApiError ApplicationError for a name that is taken */
export async function createApiToken(database: Database, token: NewApiToken): Promise<string> {
  const { name, type, permissions = [], expiresAt = null, accessKey = newSecret() } = token
  if (accessKey.length < shortestKey || !/^[\w~+/=-]+$/.test(accessKey)) {
    throw new ApiError('ApplicationError', `An API token must be ${shortestKey} or more letters, digits, - or _`)
  }
  await database.write(async (transaction) => {
    if ((await readObjects<ApiToken>(transaction, listStatement(transaction.dialect))).some((it) => it.name === name)) {
      throw new ApiError('ApplicationError', `There is an API token "${name}" already`)
    }
    const id = await transaction.insert(apiTokens, {
      name,
      type,
      digest: digest(accessKey),
      created_at: new Date().toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
    })
    const rows = [...new Set(permissions)].map((action) => ({ token_id: id, action }))
    if (rows.length > 0) await transaction.insertMany(apiTokenPermissions, rows)
  })
  return accessKey
}

export function listApiTokens(database: Database): Promise<ApiToken[]> {
  return readObjects<ApiToken>(database, listStatement(database.dialect))
}

/** @throws ApiError NotFoundError */
export async function revokeApiToken(database: Database, name: string): Promise<void> {
  await database.write(async (transaction) => {
    const builder = new StatementBuilder(transaction.dialect)
    const where = `WHERE "name" = ${builder.bind('text', name)} RETURNING "id"`
    const gone = await transaction.query(builder.finish(`DELETE FROM ${quote(apiTokens)} ${where}`))
    if (gone.length > 0) return
    const names = (await readObjects<ApiToken>(transaction, listStatement(transaction.dialect))).map((it) => it.name)
    const near = closest(name, names)
    throw new ApiError('NotFoundError', `There is no API token "${name}"${near ? `. Did you mean "${near}"?` : ''}`)
  })
}

/** What a token allows. @throws ApiError UnauthorizedError for one that is unknown or over */
export async function grantsOfApiToken(database: Database, accessKey: string): Promise<Grants> {
  const wanted = digest(accessKey)
  const found = await readObject<ApiToken & { digest: string }>(
    database,
    selectObject(
      database.dialect,
      { ...tokenColumns(database.dialect), digest: { kind: 'text', sql: 't."digest"' } },
      (builder) => `FROM ${quote(apiTokens)} t WHERE t."digest" = ${builder.bind('text', wanted)}`,
    ),
  )
  if (!found || !sameDigest(found.digest, wanted)) throw new ApiError('UnauthorizedError')
  if (found.expiresAt !== null && Date.parse(found.expiresAt) <= Date.now()) {
    throw new ApiError('UnauthorizedError', 'Token expired')
  }
  return grantsOfType[found.type](found.permissions)
}

const grantsOfType: Readonly<Record<ApiTokenType, (permissions: readonly string[]) => Grants>> = {
  'read-only': () => reading,
  'full-access': () => everything,
  custom: grantsOf,
}

function tokenColumns(dialect: Dialect) {
  const actions = `SELECT ${dialect.jsonString('p."action"')} AS item FROM ${quote(apiTokenPermissions)} p WHERE p."token_id" = t."id" ORDER BY p."action"`
  return {
    id: { kind: 'id', sql: 't."id"' },
    name: { kind: 'text', sql: 't."name"' },
    type: { kind: 'text', sql: 't."type"' },
    permissions: {
      kind: 'json',
      sql: `(SELECT concat('[', ${dialect.aggregate('item')}, ']') FROM (${actions}) actions)`,
    },
    createdAt: { kind: 'datetime', sql: 't."created_at"' },
    expiresAt: { kind: 'datetime', sql: 't."expires_at"' },
  } as const
}

function listStatement(dialect: Dialect) {
  return selectObjects(dialect, tokenColumns(dialect), () => `FROM ${quote(apiTokens)} t ORDER BY t."id"`)
}
