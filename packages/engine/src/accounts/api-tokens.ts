import type { Database, Reader, WriteTransaction } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import { quote } from '../dialects/names.js'
import { readObject, readObjects, selectObject, selectObjects } from '../read/json-text.js'
import { apiTokenPermissions, apiTokens } from '../layout/system-tables.js'
import { run } from '../write/bound.js'

/** `read-only`: every find and findOne; `full-access`: everything; `custom`: the actions it lists. */
export const apiTokenTypes = ['read-only', 'full-access', 'custom'] as const
export type ApiTokenType = (typeof apiTokenTypes)[number]

export interface ApiToken {
  readonly id: number
  readonly name: string
  readonly type: ApiTokenType
  /** The actions of a custom token. */
  readonly permissions: readonly string[]
  readonly createdAt: string
  /** ISO 8601; null if the token doesn't expire. */
  readonly expiresAt: string | null
}

export interface TokenRow {
  readonly name: string
  readonly type: ApiTokenType
  readonly digest: string
  readonly permissions: readonly string[]
  readonly createdAt?: Date
  readonly expiresAt: Date | null
}

export function readApiTokens(reader: Reader): Promise<ApiToken[]> {
  const { dialect } = reader
  return readObjects<ApiToken>(
    reader,
    selectObjects(dialect, tokenColumns(dialect), () => `FROM ${quote(apiTokens)} t ORDER BY t."id"`),
  )
}

/** A token with the digest of its secret. */
export type StoredToken = ApiToken & { readonly digest: string }

/**
 * Returns the token whose digest is one of these. They are digests of one secret, made by different methods
 * (`grantsOfApiToken`).
 */
export function findApiToken(database: Database, digests: readonly string[]): Promise<StoredToken | null> {
  const { dialect } = database
  return readObject<StoredToken>(
    database,
    selectObject(dialect, storedColumns(dialect), (builder) => {
      const wanted = digests.map((digest) => builder.bind('text', digest))
      return `FROM ${quote(apiTokens)} t WHERE t."digest" IN (${wanted.join(', ')})`
    }),
  )
}

/** Returns all tokens with their digests, for exports. */
export function readStoredTokens(reader: Reader): Promise<StoredToken[]> {
  const { dialect } = reader
  const from = () => `FROM ${quote(apiTokens)} t ORDER BY t."id"`
  return readObjects<StoredToken>(reader, selectObjects(dialect, storedColumns(dialect), from))
}

const storedColumns = (dialect: Dialect) =>
  ({ ...tokenColumns(dialect), digest: { kind: 'text', sql: 't."digest"' } }) as const

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

export async function insertApiToken(transaction: WriteTransaction, token: TokenRow): Promise<void> {
  const { name, type, digest, permissions, createdAt = new Date(), expiresAt } = token
  const { id } = await transaction.insert(apiTokens, {
    name,
    type,
    digest,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  })
  const rows = [...new Set(permissions)].map((action) => ({ token_id: id, action }))
  if (rows.length > 0) await transaction.insertMany(apiTokenPermissions, rows)
}

/**
 * Deletes a token by name.
 *
 * @returns whether the token existed
 */
export async function deleteApiToken(transaction: WriteTransaction, name: string): Promise<boolean> {
  const deleted = await run(
    transaction,
    (builder) => `DELETE FROM ${quote(apiTokens)} WHERE "name" = ${builder.bind('text', name)} RETURNING "id"`,
  )
  return deleted.length > 0
}
