import {
  changeRoleRow,
  changeUserRow,
  deleteRole,
  findRoleRow,
  findStoredUser,
  findUserByAddress,
  findUserByName,
  findUserOfCode,
  findUserOfProvider,
  hasUserWithPassword,
  insertRoleRow,
  lockNames,
  lockUserCode,
  lockUserRow,
  moveUsersOfRole,
  readRoleRows,
  readStrapiPermissions,
  readUserRows,
  replacePasswordHash,
  setRolePermissions,
} from '@content-api/strapi-tables/accounts'
import type { RolePermissions } from '@content-api/engine/accounts'
import type { Reader } from '@content-api/engine/database'
import type { AccountTables } from '@content-api/capabilities/accounts/account-tables'

interface AccountTablesOptions {
  /** The actions by the `type` of a role that count in place of those in the database. */
  readonly configured: Readonly<Record<string, readonly string[]>> | undefined
  /** Returns whether an action can be granted here. Strapi stores some that every caller may do here. */
  readonly isAction: (action: string) => boolean
}

/** Returns the accounts in the tables of Strapi 5. */
export function documentAccountTables({ configured, isAction }: AccountTablesOptions): AccountTables {
  return {
    findUserById: findStoredUser,
    findUserByIdentifier: (reader, identifier) => findUserByName(reader, identifier),
    // Users of other providers have no password in Strapi, even if one is stored.
    findUserToSignIn: (reader, identifier) => findUserByName(reader, identifier, 'local'),
    findUserByEmail: findUserByAddress,
    findUserByCode: findUserOfCode,
    findUserByProviderAccount: findUserOfProvider,
    readUsers: readUserRows,
    hasPassword: hasUserWithPassword,
    lockUser: lockUserRow,
    lockEmail: (tx, email) => lockNames(tx, [email.toLowerCase()]),
    lockCode: lockUserCode,
    changeUser: changeUserRow,
    replaceHash: replacePasswordHash,
    readRoles: readRoleRows,
    findRole: findRoleRow,
    readPermissions: (reader) =>
      configured ? Promise.resolve(new Map(Object.entries(configured))) : permissionsByType(reader, isAction),
    insertRole: insertRoleRow,
    changeRole: changeRoleRow,
    setPermissions: setRolePermissions,
    moveUsers: moveUsersOfRole,
    deleteRoleRow: deleteRole,
  }
}

/** Several roles may have the same type, such as those that a program has created. */
async function permissionsByType(reader: Reader, isAction: AccountTablesOptions['isAction']): Promise<RolePermissions> {
  const { byRole } = await readStrapiPermissions(reader)
  const byType = new Map<string, string[]>()
  for (const { id, type } of await readRoleRows(reader)) {
    byType.set(type, [...(byType.get(type) ?? []), ...(byRole.get(id) ?? []).filter(isAction)])
  }
  return byType
}
