import { findUserByEmailKey, findUserByKey, type StoredUser, type UserKeys } from '../storage/accounts/users.js'
import type { Reader } from '../storage/database.js'

/** Control and format characters, joiners and the like: what two names could differ in without anyone seeing it. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const everyInvisible = new RegExp(invisible, 'gu')

/** A user name or address as it is stored: compatibility forms such as full-width letters become the plain ones. */
export function tidy(text: string): string {
  return text.normalize('NFKC').trim()
}

export function hasInvisible(text: string): boolean {
  return invisible.test(text)
}

/** What two names or addresses have in common that people would take for the same. */
export function comparisonKey(text: string): string {
  return text.normalize('NFKC').replace(everyInvisible, '').trim().toLowerCase().normalize('NFKC')
}

/** The keys of a name and an address, as far as there are such. */
export function userKeys({ username, email }: { username?: unknown; email?: unknown }): UserKeys {
  return {
    ...(typeof username === 'string' ? { usernameKey: comparisonKey(username) } : {}),
    ...(typeof email === 'string' ? { emailKey: comparisonKey(email) } : {}),
  }
}

/** Finds a user by address, then by name. */
export function findUserByIdentifier(reader: Reader, identifier: string): Promise<StoredUser | null> {
  return findUserByKey(reader, comparisonKey(identifier))
}

export function findUserByEmail(reader: Reader, email: string): Promise<StoredUser | null> {
  return findUserByEmailKey(reader, comparisonKey(email))
}
