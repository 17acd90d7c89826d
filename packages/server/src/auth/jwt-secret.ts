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
  /**
   * Whether the secret is set for this service. Secrets of Strapi's generator have 24 bytes, and users may be
   * signed in with them.
   */
  readonly isOwn?: boolean
  readonly warn?: (message: string) => void
  /** The project's folder. A generated secret is stored in it, so that tokens stay valid after a restart. */
  readonly project: string | undefined
}

/** @throws ConfigError in strict mode, if the secret is missing, or too short and set for this service */
export async function resolveJwtSecret(options: JwtSecretOptions): Promise<string> {
  const { configured, strict, project, isOwn = true, warn } = options
  if (configured !== undefined) {
    if (Buffer.byteLength(configured) < minimumLength) {
      if (strict && isOwn) throw mistake(`has fewer than ${minimumLength} bytes. ${advice}`)
      if (!isOwn) {
        warn?.(
          `The JWT secret of the Strapi project has fewer than ${minimumLength} bytes. Set auth.jwt.secret to a longer one, and auth.jwt.previousSecrets to this one, so that users stay signed in.`,
        )
      }
    }
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
