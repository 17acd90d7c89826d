import { randomBytes } from 'node:crypto'
import { digest } from '../secrets/digest.js'

/**
 * A code that is sent by mail. Only its digest is stored. The code contains its expiry time, so the digest
 * covers it.
 */
export interface OneTimeCode {
  readonly code: string
  readonly digest: string
}

const form = /^[0-9a-f]{64}([0-9a-f]{11})$/

/** Creates a code. @param lifetime in milliseconds */
export function newCode(lifetime: number): OneTimeCode {
  const ends = (Date.now() + lifetime).toString(16).padStart(11, '0')
  const code = `${randomBytes(32).toString('hex')}${ends}`
  return { code, digest: digest(code) }
}

/** Returns the digest by which a code is looked up; null if the code is malformed or expired. */
export function digestOfCode(code: string): string | null {
  const ends = form.exec(code)?.[1]
  return ends !== undefined && Number.parseInt(ends, 16) > Date.now() ? digest(code) : null
}
