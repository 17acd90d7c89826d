import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config/config-error.js'
import { newSecret } from '../secrets/digest.js'

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
  return project === undefined ? newSecret() : keptSecret(join(project, '.tmp', 'jwt-secret'))
}

function mistake(message: string): ConfigError {
  return new ConfigError([{ file: 'the configuration', path: 'auth.jwt.secret', message }])
}

async function keptSecret(file: string): Promise<string> {
  const kept = (await readKept(file)) ?? (await keep(file, newSecret()))
  if (Buffer.byteLength(kept) >= shortest) return kept
  throw new Error(`${file} holds no secret: delete it, a new one is made.`)
}

async function readKept(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A start that is killed meanwhile leaves no half a secret, and of two at once both get the one that is kept. */
async function keep(file: string, secret: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  const next = `${file}.${randomUUID()}`
  await writeFile(next, secret, { flag: 'wx', mode: 0o600 })
  try {
    await link(next, file)
    return secret
  } catch {
    const kept = await readKept(file)
    if (kept !== undefined) return kept
    // A file system without hard links.
    await rename(next, file)
    return secret
  } finally {
    await rm(next, { force: true })
  }
}
