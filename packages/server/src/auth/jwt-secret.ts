import { join } from 'node:path'
import { ConfigError } from '../config/config-error.js'
import { newSecret } from '../secrets/digest.js'
import { storedSecret } from '../secrets/stored-secret.js'

/** RFC 7518 §3.2: as long as the hash. */
const shortest = 32

const advice =
  'Make one with\n\n    node -p "crypto.randomBytes(32).toString(\'base64url\')"\n\n  and give it as JWT_SECRET.'

export interface JwtSecretOptions {
  /** `auth.jwt.secret` of the configuration. */
  readonly configured: string | undefined
  /** Whether others than the developer may rely on it: nothing is made up then. */
  readonly strict: boolean
  /** The project's folder: a secret that is made up is kept in it, so that tokens outlive a restart. */
  readonly project: string | undefined
}

/** @throws ConfigError where a secret must be configured and none or a short one is */
export async function resolveJwtSecret({ configured, strict, project }: JwtSecretOptions): Promise<string> {
  if (configured !== undefined) {
    if (strict && Buffer.byteLength(configured) < shortest) throw mistake(`has less than ${shortest} bytes. ${advice}`)
    return configured
  }
  if (strict) throw mistake(`is missing: without it anybody could make tokens. ${advice}`)
  return project === undefined ? newSecret() : storedSecret(join(project, '.tmp', 'jwt-secret'), longEnough)
}

const longEnough = {
  make: newSecret,
  isValid: (secret: string) => Buffer.byteLength(secret) >= shortest,
}

function mistake(message: string): ConfigError {
  return new ConfigError([{ file: 'the configuration', path: 'auth.jwt.secret', message }])
}
