import { ApiError, validationError } from '@content-api/engine/errors'
import { firstActionsOf } from '@content-api/strapi-tables/schema'
import { insertRoleRow, lockRoles, readRoleRows } from '@content-api/strapi-tables/accounts'
import type { Reader } from '@content-api/engine/database'
import { capitalised } from '@content-api/capabilities/accounts/roles'
import type { AnyService } from '@content-api/core/composition/service'
import { expectBcrypt, hashPasswordWithBcrypt, longestBcryptPassword } from '@content-api/core/secrets/password-hash'
import type { AccountStore } from '@content-api/capabilities/accounts/account-store'
import type { StoreParts } from '@content-api/capabilities/accounts/install'
import { registrationIssues } from '@content-api/capabilities/accounts/register'
import type { Caller } from '@content-api/core/entries/caller'
import type { WriteScope } from '../documents/context.js'
import { documentApiTokens } from './document-api-tokens.js'
import { documentAccountTables } from './document-account-tables.js'
import { createDocumentReader } from './document-reader.js'
import { createDocumentUsers } from './document-users.js'
import { createSignUpSettings } from './sign-up-settings.js'

interface DocumentStoreOptions {
  /** Returns what writes depend on, such as the hooks of rows. */
  readonly writeScope: (caller: Caller) => WriteScope
  /** `apiToken.salt` of `config/admin`; null if it isn't known. */
  readonly apiTokenSalt: string | null
}

/** A configuration that lists what visitors may read doesn't take sign-in away from them. */
function withFirstActions(permissions: Readonly<Record<string, readonly string[]>>) {
  const roles = Object.entries(permissions)
  return Object.fromEntries(roles.map(([type, actions]) => [type, [...firstActionsOf(type), ...actions]]))
}

/** Creates the roles of the configuration, without actions: those of the configuration count in their place. */
async function insertMissingRoles(database: AnyService['database'], wanted: readonly string[]): Promise<void> {
  const missingIn = async (reader: Reader) => {
    const existing = new Set((await readRoleRows(reader)).map(({ type }) => type))
    return wanted.filter((type) => !existing.has(type))
  }
  // Most starts change nothing.
  if ((await missingIn(database)).length === 0) return
  await database.write(async (tx) => {
    await lockRoles(tx)
    for (const type of await missingIn(tx)) {
      await insertRoleRow(tx, { type, name: capitalised(type), description: '' })
    }
  })
}

/** Opens the accounts in the tables of Strapi 5. */
export function openDocumentStore(
  { database, registry, planning, loadedConfig, grantable, open }: AnyService,
  { config, secret, epochs, sessions }: StoreParts,
  { writeScope, apiTokenSalt }: DocumentStoreOptions,
): AccountStore {
  const permissions = config.permissions && withFirstActions(config.permissions)
  const tables = documentAccountTables({
    configured: permissions,
    isAction: (action) => grantable.names.includes(action),
  })
  const signUp = createSignUpSettings(database, loadedConfig)
  const hasSessions = sessions !== null
  const reader = createDocumentReader({
    database,
    secrets: [secret, ...config.auth.jwt.previousSecrets],
    apiTokenSalt,
    permissions,
    open,
    epochs,
    hasSessions,
    settings: signUp,
  })
  // All hashes are of bcrypt, so that checks for unknown users take the same time.
  expectBcrypt()
  return {
    tables,
    users: createDocumentUsers({
      registry,
      database,
      tables,
      writeScope,
      epochs,
      hasSessions,
      context: (can) => ({ registry, can, ...planning }),
    }),
    passwords: { longest: longestBcryptPassword, hash: hashPasswordWithBcrypt, isOutdated: () => false },
    apiTokens: documentApiTokens(apiTokenSalt),
    reader,
    grantsOfRole: (role) => reader.grantsOfRole(role),
    rules: new Map(),
    checks: new Map(),
    settings: signUp,
    checkRegistration(values, allowed) {
      const unknown = Object.keys(values).filter((name) => !allowed.includes(name))
      if (unknown.length > 0) {
        throw new ApiError('ValidationError', `Invalid parameters: ${unknown.slice(0, 20).join(', ')}`)
      }
      const issues = registrationIssues(values)
      if (issues.length > 0) throw validationError(issues)
    },
    prepare: () => insertMissingRoles(database, Object.keys(permissions ?? {})),
    forget: () => reader.forget(),
  }
}
