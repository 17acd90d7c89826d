import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What is stored in place of a token or code. They are long and random, so that nothing slower than SHA-256 is needed. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** A new secret of 256 bits, in characters that need no escaping anywhere. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Takes the same time wherever two digests differ. */
export function sameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
