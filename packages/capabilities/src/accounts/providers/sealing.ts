import { hkdfSync } from 'node:crypto'
import type * as Jose from 'jose'
import { onDemand } from '@content-api/engine/on-demand'

export const loadJose = onDemand('encryption', (): Promise<typeof Jose> => import('jose'))

const algorithm = { alg: 'dir', enc: 'A256GCM' } as const

/** Encrypts values that clients keep for the server. All processes with the same secret can read them. */
export interface Sealing {
  /**
   * Returns an encrypted value for one purpose.
   * @param seconds its lifetime
   * @throws RangeError for a content that is too long
   */
  seal(purpose: string, content: object, seconds: number): Promise<string>
  /** Returns the value; null if it is expired, changed, or has another purpose. */
  open<Content>(purpose: string, text: string): Promise<Content | null>
}

/** Returns whether a value may be sealed, rather than a token of a provider: encrypted with a shared key. */
export function isSealed(text: string): boolean {
  const [header = '', ...parts] = text.split('.')
  return parts.length === 4 && Buffer.from(header, 'base64url').toString() === JSON.stringify(algorithm)
}

/** No sealed value is longer. */
const longest = 4_096

/** @param secret the secret of the service, from which a key of 256 bits is derived */
export function createSealing(secret: string): Sealing {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'content-api sign-in with providers', 32))
  return {
    async seal(purpose, content, seconds) {
      const { EncryptJWT } = await loadJose()
      const text = await new EncryptJWT({ content })
        .setProtectedHeader(algorithm)
        .setAudience(purpose)
        .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
        .encrypt(key)
      if (text.length > longest) throw new RangeError(`The values of a sign-in have more than ${longest} characters`)
      return text
    },
    async open<Content>(purpose: string, text: string) {
      if (text.length > longest) return null
      const { jwtDecrypt, errors } = await loadJose()
      try {
        const { payload } = await jwtDecrypt(text, key, {
          audience: purpose,
          requiredClaims: ['exp'],
          keyManagementAlgorithms: [algorithm.alg],
          contentEncryptionAlgorithms: [algorithm.enc],
        })
        return payload['content'] as Content
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
