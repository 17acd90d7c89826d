import {
  changeRole,
  changeUser,
  deleteRoleRow,
  findProviderUserByEmailKey,
  findRole,
  findUserByCode,
  findUserById,
  findUserByKey,
  findUserByProviderAccount,
  hasPassword,
  insertRole,
  lockCode,
  lockKeys,
  lockUser,
  moveUsers,
  readPermissions,
  readRoles,
  readUsers,
  replaceHash,
  setPermissions,
  type StoredUser,
} from '@content-api/engine/accounts'
import type { WriteTransaction } from '@content-api/engine/database'
import type { AccountTables } from './account-tables.js'
import { comparisonKey, normalizeIdentifier } from './identifiers.js'

/** The accounts in the tables of this server. */
export const ownTables: AccountTables = {
  findUserById,
  findUserByIdentifier: (reader, identifier) => findUserByKey(reader, comparisonKey(identifier)),
  async findUserToSignIn(reader, identifier) {
    const found = await findUserByKey(reader, comparisonKey(identifier))
    return found && matchesSpelling(found, identifier) ? found : null
  },
  findUserByEmail: (reader, email) => findProviderUserByEmailKey(reader, comparisonKey(email)),
  findUserByCode,
  findUserByProviderAccount,
  readUsers,
  hasPassword,
  lockUser,
  lockEmail: (transaction: WriteTransaction, email) => lockKeys(transaction, { emailKey: comparisonKey(email) }),
  lockCode,
  changeUser,
  replaceHash,
  readRoles,
  findRole,
  readPermissions,
  insertRole,
  changeRole,
  setPermissions,
  moveUsers,
  deleteRoleRow,
}

/**
 * Returns whether the identifier is the user's address (ignoring case) or the user's name (in the same case),
 * as in Strapi 4.26.
 */
function matchesSpelling({ username, email }: StoredUser, identifier: string): boolean {
  if (email !== null && comparisonKey(email) === comparisonKey(identifier)) return true
  return username === normalizeIdentifier(identifier)
}
