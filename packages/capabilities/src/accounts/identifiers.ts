import { domainToASCII, domainToUnicode } from 'node:url'
import type { UserKeys } from '@content-api/engine/accounts'
import { digest } from '@content-api/core/secrets/digest'
import { isLong, normalForm } from './normal-form.js'

/**
 * Invisible characters, such as control and format characters and joiners. Names that differ only in these
 * look equal.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const everyInvisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Returns the stored form of a user name or address. Compatibility forms, such as full-width letters, become
 * plain ones.
 */
export function normalizeIdentifier(text: string): string {
  return normalForm(text, 'NFKC').trim()
}

export function withoutInvisible(text: string): string {
  return text.replace(everyInvisible, '')
}

export function hasInvisible(text: string): boolean {
  return invisible.test(text)
}

/**
 * Returns a key that ignores case, compatibility forms, invisible characters and spaces at both ends. The
 * domain of an address has one form, whether it is written in Unicode or in ASCII (RFC 5890). The key of a
 * long text is a space and a digest, because indexes of PostgreSQL hold no long texts.
 */
export function comparisonKey(text: string): string {
  const visible = normalForm(text, 'NFKC').replace(everyInvisible, '').trim()
  const key = normalForm(visible.toLowerCase(), 'NFKC')
  if (isLong(text) || isLong(key)) return ` ${digest(key)}`
  const at = key.lastIndexOf('@')
  return at === -1 ? key : `${key.slice(0, at + 1)}${unicodeDomain(key.slice(at + 1))}`
}

/** The letters of a domain that has two spellings: a label in ASCII form, or any character beyond ASCII. */
const international = /xn--|\P{ASCII}/u
const longestDomain = 253

function unicodeDomain(domain: string): string {
  if (domain.length > longestDomain || !international.test(domain)) return domain
  return domainToUnicode(domainToASCII(domain)) || domain
}

/** Returns the comparison keys of a name and an address, for those that are strings. */
export function userKeys({ username, email }: { username?: unknown; email?: unknown }): UserKeys {
  return {
    ...(typeof username === 'string' ? { usernameKey: comparisonKey(username) } : {}),
    ...(typeof email === 'string' ? { emailKey: comparisonKey(email) } : {}),
  }
}
