import type { ApiToken, ApiTokenType } from '@content-api/engine/accounts'
import type { AnyTransaction, Reader } from '@content-api/engine/database'
import { readObjects } from '@content-api/engine/read'
import { rowId, run } from '@content-api/engine/write'
import { newDocumentId } from '../schema/document-id.js'
import { apiTokenColumns, contentTokens } from './api-tokens.js'
import { strapiTablesOf } from './tables-of.js'

/** The rows of Strapi 5's API tokens and of their permissions, as operators create and delete them. */

export interface ApiTokenRow {
  readonly name: string
  readonly type: ApiTokenType
  /** The HMAC of the token under the salt of the project. */
  readonly accessKey: string
  readonly permissions: readonly string[]
  readonly expiresAt: Date | null
}

/** Returns the tokens of the content API, which administrators have not made for themselves. */
export function readApiTokenRows(reader: Reader): Promise<ApiToken[]> {
  const { apiTokens } = strapiTablesOf(reader.layout)
  const { id, type, permissions, expiresAt } = apiTokenColumns(reader)
  const columns = {
    id,
    name: { kind: 'text', sql: `t.${apiTokens.name}` },
    type,
    permissions,
    createdAt: { kind: 'datetime', sql: `t.${apiTokens.createdAt}` },
    expiresAt,
  } as const
  return readObjects<ApiToken>(
    reader,
    columns,
    () => `FROM ${apiTokens.table} t WHERE ${contentTokens(reader)} ORDER BY t.${apiTokens.id}`,
  )
}

export async function insertApiTokenRow(tx: AnyTransaction, token: ApiTokenRow): Promise<void> {
  const { apiTokens, apiTokenKind, documents } = strapiTablesOf(tx.layout)
  const { name, type, accessKey, permissions, expiresAt } = token
  const now = new Date().toISOString()
  const texts: readonly (readonly [column: string, text: string])[] = [
    [documents.documentId, newDocumentId()],
    [apiTokens.name, name],
    [apiTokens.description, ''],
    [apiTokens.type, type],
    [apiTokens.accessKey, accessKey],
    ...(apiTokenKind === null ? [] : [[apiTokenKind, 'content-api'] as const]),
  ]
  const times: readonly (readonly [column: string, time: string | null])[] = [
    [apiTokens.expiresAt, expiresAt?.toISOString() ?? null],
    [documents.createdAt, now],
    [documents.updatedAt, now],
    [documents.publishedAt, now],
  ]
  const [row] = await run(tx, (builder) => {
    const columns = [...texts, ...times].map(([column]) => column)
    const values = [
      ...texts.map(([, text]) => builder.bind('text', text)),
      ...times.map(([, time]) => builder.bind('datetime', time)),
    ]
    return `INSERT INTO ${apiTokens.table} (${columns.join(', ')}) VALUES (${values.join(', ')}) RETURNING ${rowId}`
  })
  let order = 0
  for (const action of new Set(permissions)) {
    await insertTokenPermission(tx, { token: Number(row?.['id']), action, order: ++order })
  }
}

async function insertTokenPermission(
  tx: AnyTransaction,
  { token, action, order }: { readonly token: number; readonly action: string; readonly order: number },
): Promise<void> {
  const { apiTokenPermissions: permissions, apiTokenPermissionTokens: links, documents } = strapiTablesOf(tx.layout)
  const now = new Date().toISOString()
  const [row] = await run(tx, (builder) => {
    const columns = [permissions.action, ...Object.values(documents)]
    const values = [
      builder.bind('text', action),
      builder.bind('text', newDocumentId()),
      ...[now, now, now].map((time) => builder.bind('datetime', time)),
    ]
    return `INSERT INTO ${permissions.table} (${columns.join(', ')}) VALUES (${values.join(', ')}) RETURNING ${rowId}`
  })
  await run(tx, (builder) => {
    const values = [builder.bind('id', Number(row?.['id'])), builder.bind('id', token), builder.bind('double', order)]
    return `INSERT INTO ${links.table} (${links.permission}, ${links.token}, ${links.order}) VALUES (${values.join(', ')})`
  })
}

/** Deletes the tokens with a name and their permissions. Returns whether there were some. */
export async function deleteApiTokenRows(tx: AnyTransaction, name: string): Promise<boolean> {
  const { apiTokens, apiTokenPermissions: permissions, apiTokenPermissionTokens: links } = strapiTablesOf(tx.layout)
  const found = (await readApiTokenRows(tx)).filter((token) => token.name === name)
  for (const { id } of found) {
    const ofToken = await readObjects<{ readonly id: number }>(
      tx,
      { id: { kind: 'id', sql: `l.${links.permission}` } },
      (builder) => `FROM ${links.table} l WHERE l.${links.token} = ${builder.bind('id', id)}`,
    )
    const remove = (table: string, column: string, value: number) =>
      run(tx, (builder) => `DELETE FROM ${table} WHERE ${column} = ${builder.bind('id', value)}`)
    await remove(links.table, links.token, id)
    for (const permission of ofToken) await remove(permissions.table, permissions.id, permission.id)
    await remove(apiTokens.table, apiTokens.id, id)
  }
  return found.length > 0
}
