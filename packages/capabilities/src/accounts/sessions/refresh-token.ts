import { randomBytes } from 'node:crypto'
import type { RefreshDigests } from '@content-api/engine/accounts'
import { digest } from '@content-api/core/secrets/digest'

/**
 * A refresh token: a part that all tokens of a session share, and a part that is valid once. A token whose
 * first part is known and whose second part isn't the current one was used before.
 */
interface RefreshToken {
  readonly family: string
  readonly once: string
}

/** Bytes of each part. */
const bytes = 24
const length = (bytes / 3) * 4

const randomPart = () => randomBytes(bytes).toString('base64url')

/** Returns the first token of a session, or the next one if the current token is passed. */
export function newRefreshToken(current?: RefreshToken): RefreshToken {
  return { family: current?.family ?? randomPart(), once: randomPart() }
}

export const textOf = ({ family, once }: RefreshToken): string => `${family}.${once}`

/** Reads a token. Returns null for values that no token has, which then need no statement. */
export function readRefreshToken(value: unknown): RefreshToken | null {
  if (typeof value !== 'string' || value.length !== 2 * length + 1 || value[length] !== '.') return null
  return { family: value.slice(0, length), once: value.slice(length + 1) }
}

export const digestsOf = ({ family, once }: RefreshToken): RefreshDigests => ({
  family: digest(family),
  token: digest(once),
})
