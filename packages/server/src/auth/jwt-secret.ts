import { join } from 'node:path'
import { ConfigError } from '../config/config-error.js'
import { newSecret } from '../secrets/digest.js'
import { storedSecret } from '../secrets/stored-secret.js'

/** In bytes. RFC 7518 §3.2 requires at least the length of the hash. */
const minimumLength = 32

const advice =
  'Generate one with\n\n    node -p "crypto.randomBytes(32).toString(\'base64url\')"\n\n  and set JWT_SECRET to it.'

export interface JwtSecretOptions {
  /** `auth.jwt.secret` of the configuration. */
  readonly configured: string | undefined
  /**
   * If true, the secret must be configured. If false (only the developer uses the service), it is generated
   * if absent.
   */
  readonly strict: boolean
  /** The project's folder. A generated secret is stored in it, so that tokens stay valid after a restart. */
  readonly project: string | undefined
}

/** @throws ConfigError in strict mode, if the secret is missing or too short */
export async function resolveJwtSecret({ configured, strict, project }: JwtSecretOptions): Promise<string> {
  if (configured !== undefined) {
    if (strict && Buffer.byteLength(configured) < minimumLength)
      throw mistake(`has fewer than ${minimumLength} bytes. ${advice}`)
    return configured
  }
  if (strict) throw mistake(`is missing. It signs the tokens of users. ${advice}`)
  return project === undefined ? newSecret() : storedSecret(join(project, '.tmp', 'jwt-secret'), longEnough)
}

const longEnough = {
  make: newSecret,
  isValid: (secret: string) => Buffer.byteLength(secret) >= minimumLength,
}

function mistake(message: string): ConfigError {
  return new ConfigError([{ file: 'the configuration', path: 'auth.jwt.secret', message }])
}
