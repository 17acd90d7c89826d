import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Returns the digest that is stored for a token or code. SHA-256 is enough because tokens and codes are long
 * and random.
 */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/**
 * Returns the digest that Strapi 4 stores for an API token. `salt` is its `API_TOKEN_SALT`, used as the key
 * of an HMAC.
 */
export function strapiDigest(secret: string, salt: string): string {
  return createHmac('sha512', salt).update(secret).digest('hex')
}

/** Makes a random secret of 256 bits. Its characters need no escaping in URLs, headers and JSON. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares two digests. The time does not depend on where they differ. */
export function sameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
