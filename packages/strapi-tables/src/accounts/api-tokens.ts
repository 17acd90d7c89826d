import type { Reader } from '@content-api/engine/database'
import { readObject } from '@content-api/engine/read'
import { strapiTablesOf } from './tables-of.js'

/** An API token of Strapi. */
export interface StrapiApiToken {
  readonly id: number
  /** `read-only`, `full-access` or `custom`. Strapi rejects every request with a token of another type. */
  readonly type: string | null
  readonly accessKey: string
  /** The actions of a custom token. */
  readonly permissions: readonly string[]
  /** ISO 8601; null if the token doesn't expire. */
  readonly expiresAt: string | null
  /** ISO 8601; null if Strapi has never stored a use. */
  readonly lastUsedAt: string | null
}

/** Returns the columns of tokens in the table `t`. */
export function apiTokenColumns(reader: Pick<Reader, 'layout' | 'dialect'>) {
  const tables = strapiTablesOf(reader.layout)
  const { apiTokens, apiTokenPermissions: permissions, apiTokenPermissionTokens: links } = tables
  const { dialect } = reader
  const linked = `JOIN ${links.table} l ON l.${links.permission} = p.${permissions.id}`
  const where = `WHERE l.${links.token} = t.${apiTokens.id} AND p.${permissions.action} IS NOT NULL`
  const actions = `SELECT ${dialect.jsonString(`p.${permissions.action}`)} AS item FROM ${permissions.table} p ${linked} ${where}`
  return {
    id: { kind: 'id', sql: `t.${apiTokens.id}` },
    type: { kind: 'text', sql: `t.${apiTokens.type}` },
    accessKey: { kind: 'text', sql: `t.${apiTokens.accessKey}` },
    permissions: {
      kind: 'piece',
      sql: `(SELECT concat('[', ${dialect.aggregate('item')}, ']') FROM (${actions}) actions)`,
    },
    expiresAt: { kind: 'datetime', sql: `t.${apiTokens.expiresAt}` },
    lastUsedAt: { kind: 'datetime', sql: `t.${apiTokens.lastUsedAt}` },
  } as const
}

/** Returns the condition on the table `t` for tokens of the content API. */
export function contentTokens({ layout }: Pick<Reader, 'layout'>): string {
  const { apiTokenKind: kind } = strapiTablesOf(layout)
  // Earlier versions stored no kind.
  return kind === null ? '1 = 1' : `coalesce(t.${kind}, 'content-api') = 'content-api'`
}

/** Returns the API token with this access key, the HMAC of the token under the salt of the project. */
export function findStrapiApiToken(reader: Reader, accessKey: string): Promise<StrapiApiToken | null> {
  const { apiTokens } = strapiTablesOf(reader.layout)
  return readObject<StrapiApiToken>(reader, apiTokenColumns(reader), (builder) => {
    const key = `t.${apiTokens.accessKey} = ${builder.bind('text', accessKey)}`
    return `FROM ${apiTokens.table} t WHERE ${key} AND ${contentTokens(reader)}`
  })
}
