import type { Service } from '@content-api/core/composition/service'
import { expectBcrypt, hashPassword, isBcrypt } from '@content-api/core/secrets/password-hash'
import { findTaken, findUsersToIndex, hasBcryptHash, readPermissions, setUserKeys } from '@content-api/engine/accounts'
import { longestPassword } from '@content-api/engine/attributes'
import type { Database, WriteTransaction } from '@content-api/engine/database'
import { validationError } from '@content-api/engine/errors'
import { accountChecks } from './account-checks.js'
import type { AccountStore } from './account-store.js'
import { unknownKeys } from './body-fields.js'
import { ownApiTokens } from './api-tokens.js'
import { createRoleGrants, everything } from './grants.js'
import { userKeys } from './identifiers.js'
import type { StoreParts } from './install.js'
import { createOwnAccounts } from './own-accounts.js'
import { ownTables } from './own-tables.js'
import { createOwnUsers } from './own-users.js'
import { registrationIssues, setByService } from './register.js'
import { ensureRoles } from './roles.js'
import { accountRules } from './user-rules.js'

/** Opens the accounts in the tables of this server. */
export function openOwnStore(service: Service, parts: StoreParts): AccountStore {
  const { database, planning, registry, hooks, open } = service
  const { config, secret, epochs, sessions, report } = parts
  const { strictParams: strict } = config.api.rest
  const roles = createRoleGrants(() => readPermissions(database))
  return {
    tables: ownTables,
    apiTokens: ownApiTokens,
    grantsOfRole: async ({ type }) => (open ? everything : roles.of(type ?? '')),
    users: createOwnUsers({
      database,
      hooks,
      strict,
      epochs,
      sessions,
      context: (can) => ({ registry, can, ...planning }),
    }),
    passwords: {
      longest: longestPassword,
      hash: hashPassword,
      isOutdated: (hash) => isBcrypt(hash) && !config.auth.keepBcrypt,
    },
    reader: createOwnAccounts({
      database,
      secrets: [secret, ...config.auth.jwt.previousSecrets],
      apiTokenSalt: config.auth.apiTokenSalt,
      roles,
      epochs,
      open,
      ignored: config.auth.ignoredSchemes,
    }),
    rules: accountRules(config, { epochs, sessions }),
    checks: accountChecks,
    settings: () => Promise.resolve(config.auth),
    checkRegistration(values, allowed) {
      const issues = [...registrationIssues(values), ...(strict ? unknownKeys(values, allowed, adviceOnAttribute) : [])]
      if (issues.length > 0) throw validationError(issues)
    },
    async prepare() {
      await ensureRoles(database, config.permissions ?? {})
      roles.forget()
      const clashing = await indexUsers(database)
      if (await hasBcryptHash(database)) expectBcrypt()
      if (clashing.length > 0) report(new Error(clash(clashing)))
    },
    forget: () => roles.forget(),
  }
}

/** Returns what to do about an attribute that a registration can't set, whether users have it or not. */
const adviceOnAttribute = (name: string): string =>
  setByService.has(name) ? '' : 'auth.register.allowedFields in the configuration allows more attributes.'

const clash = (ids: readonly number[]) =>
  `Users ${ids.join(', ')} can't sign in by their name or address: ignoring case, outer spaces, invisible characters and forms of a domain, each has the name or address of ` +
  'another user. Change their names or addresses.'

const batch = 500

/**
 * Stores the comparison keys of users that were imported without them, or that have keys of an earlier
 * version. A sign-in finds users by these keys.
 * @returns the ids of users who get no keys, because another user has the key of their name or address
 */
async function indexUsers(database: Database): Promise<number[]> {
  const clashing: number[] = []
  let last = 0
  for (;;) {
    const rows = await findUsersToIndex(database, last, batch)
    const lastRow = rows.at(-1)
    if (!lastRow) return clashing
    clashing.push(...(await database.write((transaction) => indexBatch(transaction, last))))
    last = lastRow.id
  }
}

/** Stores the keys of one batch. Reads the users again, because they may have changed before this transaction. */
async function indexBatch(transaction: WriteTransaction, last: number): Promise<number[]> {
  const clashing: number[] = []
  for (const { id, ...names } of await findUsersToIndex(transaction, last, batch)) {
    const keys = userKeys(names)
    if (await findTaken(transaction, keys, id)) clashing.push(id)
    else await setUserKeys(transaction, id, keys)
  }
  return clashing
}
