import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { storedSecret, type SecretKind } from './stored-secret.js'

/** 128 random bits, in characters that need no escaping in a URL or a header. */
const token: SecretKind = {
  make: () => randomBytes(16).toString('base64url'),
  isValid: (text) => /^[A-Za-z0-9_-]{22}$/.test(text),
}

/**
 * Returns the token that protects the development endpoints. A project keeps its token in a file; without a
 * project each call makes a new token.
 */
export async function developmentToken(project: string | undefined): Promise<string> {
  return project === undefined ? token.make() : storedSecret(join(project, '.tmp', 'development-token'), token)
}
