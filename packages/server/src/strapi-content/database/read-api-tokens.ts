import { datetime } from '@content-api/engine/attributes'
import type { SourceTables } from '@content-api/engine/source-tables'
import type { SourceToken } from '../source.js'
import { allRows } from './read-links.js'

/** Types whose rows become API tokens, not entries. */
export const tokenTypes: ReadonlySet<string> = new Set(['admin::api-token', 'admin::api-token-permission'])

const permissionLinks = 'strapi_api_token_permissions_token_links'

export async function readApiTokens(tables: SourceTables): Promise<SourceToken[]> {
  const existing = tables.tables.get('strapi_api_tokens') ?? []
  if (!existing.includes('access_key')) return []
  const actions = await readActions(tables)
  const tokens: SourceToken[] = []
  // The tokens of Strapi 4.4 and older don't expire.
  const columns = ['id', 'name', 'type', 'access_key', 'created_at', 'expires_at'].filter((name) =>
    existing.includes(name),
  )
  for await (const [id, name, type, accessKey, createdAt, expiresAt] of allRows(tables, 'strapi_api_tokens', columns)) {
    if (!accessKey) continue
    tokens.push({
      name: String(name),
      type: String(type),
      accessKey: String(accessKey),
      permissions: actions.get(Number(id)) ?? [],
      createdAt: dateOf(createdAt),
      expiresAt: dateOf(expiresAt),
    })
  }
  return tokens
}

function dateOf(value: unknown): Date | null {
  return value ? new Date(String(datetime.parse(value, { type: 'datetime' }, 'a time of an API token'))) : null
}

/** Returns the actions of each token of the type `custom`, by the id of the token. */
async function readActions(tables: SourceTables): Promise<Map<number, string[]>> {
  const byToken = new Map<number, string[]>()
  if (!tables.tables.has(permissionLinks)) return byToken
  const actions = new Map<number, string>()
  for await (const [id, action] of allRows(tables, 'strapi_api_token_permissions', ['id', 'action'])) {
    actions.set(Number(id), String(action))
  }
  const columns = ['api_token_permission_id', 'api_token_id']
  for await (const [permission, token] of allRows(tables, permissionLinks, columns)) {
    const action = actions.get(Number(permission))
    if (action !== undefined) byToken.set(Number(token), [...(byToken.get(Number(token)) ?? []), action])
  }
  return byToken
}
