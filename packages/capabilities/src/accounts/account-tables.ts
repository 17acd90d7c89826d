import type { AnyTransaction, Reader } from '@content-api/engine/database'
import type {
  CodeAttribute,
  ProviderUser,
  Role,
  RolePermissions,
  StoredUser,
  UserChange,
} from '@content-api/engine/accounts'

/** A user in a list for developers. */
export type ListedUser = Pick<StoredUser, 'id' | 'email' | 'username' | 'roleName'>

/** The rows of users, roles and permissions: in the tables of this server, or in those of Strapi. */
export interface AccountTables {
  findUserById(reader: Reader, id: number): Promise<StoredUser | null>
  /** Finds a user by the name or address that an operator writes. */
  findUserByIdentifier(reader: Reader, identifier: string): Promise<StoredUser | null>
  /** Finds a user by the name or address that a sign-in has. */
  findUserToSignIn(reader: Reader, identifier: string): Promise<StoredUser | null>
  findUserByEmail(reader: Reader, email: string): Promise<ProviderUser | null>
  findUserByCode(reader: Reader, attribute: CodeAttribute, digest: string): Promise<StoredUser | null>
  /** Finds the user who belongs to an account at a provider, by its digest. */
  findUserByProviderAccount(reader: Reader, digest: string): Promise<ProviderUser | null>
  /** Returns the first users by id that aren't blocked. */
  readUsers(reader: Reader, most: number): Promise<readonly ListedUser[]>
  hasPassword(reader: Reader): Promise<boolean>
  /** Blocks other changes of a user until the transaction ends. */
  lockUser(transaction: AnyTransaction, id: number): Promise<void>
  /** Blocks other writers of a user with this address until the transaction ends. */
  lockEmail(transaction: AnyTransaction, email: string): Promise<void>
  /** Blocks other uses of a code until the transaction ends. */
  lockCode(transaction: AnyTransaction, digest: string): Promise<void>
  /** Changes values that the service itself sets. */
  changeUser(transaction: AnyTransaction, id: number, change: UserChange): Promise<void>
  /** Replaces a hash by another one of the same password. */
  replaceHash(
    transaction: AnyTransaction,
    id: number,
    hashes: { readonly from: string; readonly to: string },
  ): Promise<void>
  readRoles(reader: Reader): Promise<readonly Role[]>
  findRole(reader: Reader, id: number): Promise<Role | null>
  /** Returns the actions that each role grants, by the role's type. */
  readPermissions(reader: Reader): Promise<RolePermissions>
  insertRole(
    transaction: AnyTransaction,
    role: { readonly type: string; readonly name: string; readonly description: string },
  ): Promise<void>
  changeRole(
    transaction: AnyTransaction,
    id: number,
    change: { readonly name?: string; readonly description?: string },
  ): Promise<void>
  /** Replaces the actions that a role grants. */
  setPermissions(transaction: AnyTransaction, role: string, actions: readonly string[]): Promise<void>
  /** Moves the users of one role to another role, or removes their role. */
  moveUsers(transaction: AnyTransaction, from: number, to: number | null): Promise<void>
  deleteRoleRow(transaction: AnyTransaction, id: number): Promise<void>
}
