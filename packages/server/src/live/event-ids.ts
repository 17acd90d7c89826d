import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const positionBytes = 8
const tagBytes = 16
/** The form of an id. All have the same length. */
const form = /^[A-Za-z0-9_-]{48}$/

/**
 * The ids of events. They are encrypted positions of the outbox, whose numbers would reveal how many writes
 * of hidden content types lie between two events. The same position has another id each time.
 */
export interface EventIds {
  readonly of: (position: number) => string
  /** Returns the position of an id; NaN for an id that this service didn't make. */
  readonly positionOf: (id: string) => number
}

/** @param secrets all processes share them. Ids have a key of the first one, and keys of all of them open ids */
export function createEventIds(secrets: readonly [string, ...string[]]): EventIds {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'ids of live events', 32))
  const key = keyOf(secrets[0])
  const keys = secrets.map(keyOf)
  return {
    of(position) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const plain = Buffer.alloc(positionBytes)
      plain.writeBigUInt64BE(BigInt(position))
      const parts = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(parts).toString('base64url')
    },
    positionOf(id) {
      if (!form.test(id)) return Number.NaN
      const bytes = Buffer.from(id, 'base64url')
      return keys.map((one) => decrypt(bytes, one)).find((position) => position !== null) ?? Number.NaN
    },
  }
}

function decrypt(bytes: Buffer, key: Buffer): number | null {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const plain = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]
    return Number(Buffer.concat(plain).readBigUInt64BE())
  } catch {
    return null
  }
}
