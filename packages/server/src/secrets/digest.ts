import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What is stored in place of a token or code. They are long and random, so that nothing slower than SHA-256 is needed. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** What Strapi 4 stores in place of an API token: its `API_TOKEN_SALT` is the key. */
export function strapiDigest(secret: string, salt: string): string {
  return createHmac('sha512', salt).update(secret).digest('hex')
}

/** The two kinds of digest that a token may be stored as, which differ in length: SHA-256 and Strapi's HMAC-SHA512. */
export const isTokenDigest = (text: string): boolean => /^(?:[0-9a-f]{64}|[0-9a-f]{128})$/.test(text)

/** A new secret of 256 bits, in characters that need no escaping anywhere. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Takes the same time wherever two digests differ. */
export function sameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
