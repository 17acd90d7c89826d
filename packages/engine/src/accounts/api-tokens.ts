import { rowId } from '../layout/columns.js'
import type { AnyTransaction, Reader } from '../database/database.js'
import { quote } from '../layout/names.js'
import { apiTokenPermissions, apiTokens, quotedColumns } from '../layout/system-tables.js'
import { readObject, readObjects } from '../read/json-text.js'
import { run } from '../write/run.js'

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
  return readObjects<ApiToken>(reader, tokenColumns(reader), allTokens)
}

/** A token with the digest of its secret. */
export type StoredToken = ApiToken & { readonly digest: string }

/**
 * Returns the token whose digest is one of these. They are digests of one secret, made by different methods
 * (`grantsOfApiToken`).
 */
export function findApiToken(database: Reader, digests: readonly string[]): Promise<StoredToken | null> {
  return readObject<StoredToken>(database, storedColumns(database), (builder) => {
    const wanted = digests.map((digest) => builder.bind('text', digest))
    return `FROM ${quote(apiTokens)} t WHERE t.${token.digest} IN (${wanted.join(', ')})`
  })
}

/** Returns all tokens with their digests, for exports. */
export function readStoredTokens(reader: Reader): Promise<StoredToken[]> {
  return readObjects<StoredToken>(reader, storedColumns(reader), allTokens)
}

const token = quotedColumns(apiTokens, 'name', 'type', 'digest', 'created_at', 'expires_at')
const permission = quotedColumns(apiTokenPermissions, 'token_id', 'action')

const allTokens = () => `FROM ${quote(apiTokens)} t ORDER BY t.${rowId}`

const storedColumns = (reader: Pick<Reader, 'dialect'>) =>
  ({ ...tokenColumns(reader), digest: { kind: 'text', sql: `t.${token.digest}` } }) as const

function tokenColumns({ dialect }: Pick<Reader, 'dialect'>) {
  const action = `p.${permission.action}`
  const actions = `SELECT ${dialect.jsonString(action)} AS item FROM ${quote(apiTokenPermissions)} p WHERE p.${permission.token_id} = t.${rowId} ORDER BY ${action}`
  return {
    id: { kind: 'id', sql: `t.${rowId}` },
    name: { kind: 'text', sql: `t.${token.name}` },
    type: { kind: 'text', sql: `t.${token.type}` },
    permissions: {
      kind: 'piece',
      sql: `(SELECT concat('[', ${dialect.aggregate('item')}, ']') FROM (${actions}) actions)`,
    },
    createdAt: { kind: 'datetime', sql: `t.${token.created_at}` },
    expiresAt: { kind: 'datetime', sql: `t.${token.expires_at}` },
  } as const
}

export async function insertApiToken(transaction: AnyTransaction, token: TokenRow): Promise<void> {
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
export async function deleteApiToken(transaction: AnyTransaction, name: string): Promise<boolean> {
  const deleted = await run(
    transaction,
    (builder) =>
      `DELETE FROM ${quote(apiTokens)} WHERE ${token.name} = ${builder.bind('text', name)} RETURNING ${rowId}`,
  )
  return deleted.length > 0
}
