import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keptSecret, type SecretKind } from './kept-secret.js'

/** 128 random bits, in characters that need no escaping in a URL or a header. */
const token: SecretKind = {
  make: () => randomBytes(16).toString('base64url'),
  isValid: (text) => /^[A-Za-z0-9_-]{22}$/.test(text),
}

/**
 * Returns the token that guards the development endpoints: that of the project, which stays the same, or a new one without a
 * project.
 */
export async function developmentToken(project: string | undefined): Promise<string> {
  return project === undefined ? token.make() : keptSecret(join(project, '.tmp', 'development-token'), token)
}
