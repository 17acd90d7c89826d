import { randomBytes, timingSafeEqual } from 'node:crypto'
import { digest } from '@content-api/core/secrets/digest'
import type { StoredUser } from '@content-api/engine/accounts'

/**
 * A code that is sent by mail. Only its digest is stored. The code contains its expiry time and a fingerprint
 * of the account, so the digest covers both.
 */
export interface OneTimeCode {
  readonly code: string
  readonly digest: string
}

type Account = Pick<StoredUser, 'email' | 'password' | 'confirmed' | 'blocked' | 'tokensValidFrom'>

/** The state of an account for which a code is made. The code is only valid while the state stays the same. */
export type CodeState = (account: Account) => readonly unknown[]

/**
 * A code for a new password belongs to the address and the password. The time of the last revocation covers
 * blocks that were lifted.
 */
export const resetState: CodeState = ({ email, password, blocked, tokensValidFrom }) => [
  email,
  password,
  blocked === true,
  tokensValidFrom,
]

/** A confirmation code belongs to the address. A new password doesn't change who receives its mail. */
export const confirmationState: CodeState = ({ email, blocked, confirmed }) => [
  email,
  blocked === true,
  confirmed === true,
]

const form = /^[0-9a-f]{32}([0-9a-f]{32})([0-9a-f]{11})$/

/** Creates a code. @param lifetime in milliseconds */
export function newCode(lifetime: number, state: readonly unknown[]): OneTimeCode {
  const ends = (Date.now() + lifetime).toString(16).padStart(11, '0')
  const code = `${randomBytes(16).toString('hex')}${fingerprint(state)}${ends}`
  return { code, digest: digest(code) }
}

/** Returns the digest by which a code is looked up; null if the code is malformed or expired. */
export function digestOfCode(code: string): string | null {
  const ends = form.exec(code)?.[2]
  return ends !== undefined && Number.parseInt(ends, 16) > Date.now() ? digest(code) : null
}

/** Returns whether a code was made for this state. */
export function isCodeFor(code: string, state: readonly unknown[]): boolean {
  const made = form.exec(code)?.[1]
  return made !== undefined && timingSafeEqual(Buffer.from(made), Buffer.from(fingerprint(state)))
}

/** The password in the state is a salted hash, so the fingerprint in a mail reveals nothing about it. */
function fingerprint(state: readonly unknown[]): string {
  return digest(JSON.stringify(state)).slice(0, 32)
}
