import {
  type ApiTokenType,
  apiTokenTypes,
  deleteApiToken,
  insertApiToken,
  readApiTokens,
  setPermissions,
} from '@content-api/engine/accounts'
import type { WriteTransaction } from '@content-api/engine/database'
import type { StoredAccounts } from '../content-store.js'
import { recordTypes, type SourceToken, type Survey } from '../strapi-source/source.js'
import type { Report } from './report.js'

/** Roles and API tokens with their permissions. */
export interface ImportedAccess {
  /** Allowed actions by the type of the role. */
  readonly roles: ReadonlyMap<string, readonly string[]>
  readonly tokens: readonly (SourceToken & { readonly type: ApiTokenType })[]
  /** Roles whose actions the configuration defines. */
  readonly configured: ReadonlySet<string>
  readonly overridden: readonly string[]
}

export function planAccess(
  survey: Survey,
  { actions, configuredRoles: configured }: StoredAccounts,
  report: Report,
): ImportedAccess {
  const known = new Set(actions)
  const keep = (list: readonly string[]) =>
    list.filter((action) => {
      if (known.has(action)) return true
      report.leftOut(`permission ${action}`, 'the service has no such action')
      return false
    })
  const roles = new Map([...readRoles(survey)].map(([type, granted]) => [type, keep(granted)]))
  const overridden = [...roles].flatMap(([type, granted]) =>
    configured.has(type)
      ? [`${type}: "permissions" in the configuration replaces its ${granted.length} imported permissions`]
      : [],
  )
  const tokens = survey.apiTokens.flatMap((token) => {
    const type = apiTokenTypes.find((one) => one === token.type)
    if (type) return [{ ...token, type, permissions: keep(token.permissions) }]
    report.leftOut(`API token ${token.name}`, `the service has no tokens of the type ${token.type}`)
    return []
  })
  return { roles, tokens, configured, overridden }
}

/** The actions of every role, by the type of the role. */
function readRoles({ records, links }: Survey): Map<string, string[]> {
  const types = new Map<number, string>()
  for (const [id, { type }] of records.get(recordTypes.role) ?? []) types.set(id, String(type))
  const roles = new Map<string, string[]>([...types.values()].map((type) => [type, []]))
  for (const [id, { action }] of records.get(recordTypes.permission) ?? []) {
    for (const { target } of links.of(recordTypes.permission, 'role', id)) {
      const granted = roles.get(types.get(target) ?? '')
      if (granted && typeof action === 'string' && !granted.includes(action)) granted.push(action)
    }
  }
  return roles
}

export async function writeAccess(
  transaction: WriteTransaction,
  { roles, tokens, configured }: ImportedAccess,
  { replace, report }: { readonly replace: boolean; readonly report: Report },
): Promise<void> {
  for (const [role, actions] of roles) {
    if (configured.has(role)) continue
    await setPermissions(transaction, role, actions)
    report.counter.roles++
  }
  const existing = new Set((await readApiTokens(transaction)).map(({ name }) => name))
  for (const { name, type, accessKey, permissions, createdAt, expiresAt } of tokens) {
    if (existing.has(name) && !replace) {
      report.mistake(`API token "${name}"`, 'already exists. Revoke it, or use --replace.')
      continue
    }
    if (existing.has(name)) await deleteApiToken(transaction, name)
    const row = { name, type, digest: accessKey, permissions, expiresAt }
    await insertApiToken(transaction, { ...row, ...(createdAt && { createdAt }) })
    existing.add(name)
    report.counter.tokens++
  }
}

/** The section `permissions` of a configuration that allows the same as the imported roles. */
export function toPermissionsSection(
  { roles }: ImportedAccess,
  { defaultActions }: StoredAccounts,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...roles].map(([type, actions]) => [
      type,
      actions.filter((action) => !defaultActions[type]?.includes(action)).toSorted(),
    ]),
  )
}
