import { createCipheriv, createDecipheriv, hkdfSync, randomFillSync } from 'node:crypto'

/** Ids are one block of AES, so the mode of the cipher has no effect. GCM would take five times as long. */
const algorithm = 'aes-256-ecb'
/** The parts of a block in bytes: the position, random bytes, and zeros by which a block is recognized. */
const positionBytes = 6
const randomBytes = 6
const zeroBytes = 4
const blockBytes = positionBytes + randomBytes + zeroBytes
/** The form of an id. All have the same length. */
const form = /^[A-Za-z0-9_-]{22}$/

/**
 * The ids of events. They are encrypted positions of the outbox, whose numbers would reveal how many writes
 * of hidden content types lie between two events. The same position has another id each time.
 */
export interface EventIds {
  readonly of: (position: number) => string
  /** Returns the position of an id; NaN for an id that this service didn't make. */
  readonly positionOf: (id: string) => number
}

/** @param secrets all processes share them. The first one encrypts positions, and all of them decrypt ids */
export function createEventIds(secrets: readonly [string, ...string[]]): EventIds {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'ids of live events', 32))
  // Without padding, `update` returns each block.
  const cipher = createCipheriv(algorithm, keyOf(secrets[0]), null).setAutoPadding(false)
  const deciphers = secrets.map((secret) => createDecipheriv(algorithm, keyOf(secret), null).setAutoPadding(false))
  return {
    of(position) {
      const block = Buffer.alloc(blockBytes)
      block.writeUIntBE(position, 0, positionBytes)
      randomFillSync(block, positionBytes, randomBytes)
      return cipher.update(block).toString('base64url')
    },
    positionOf(id) {
      const bytes = form.test(id) ? Buffer.from(id, 'base64url') : null
      // Several last characters stand for the same bytes, and only one of them is in an id.
      if (bytes?.toString('base64url') !== id) return Number.NaN
      const blocks = deciphers.map((decipher) => decipher.update(bytes))
      const own = blocks.find((block) => block.readUInt32BE(positionBytes + randomBytes) === 0)
      return own?.readUIntBE(0, positionBytes) ?? Number.NaN
    },
  }
}
