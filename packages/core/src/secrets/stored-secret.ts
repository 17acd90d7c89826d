import { randomUUID, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface SecretKind {
  readonly make: () => string
  readonly isValid: (secret: string) => boolean
}

/** File mode: only the user who runs the service can read and write the file. */
const ownersOnly = 0o600

/**
 * Returns the secret in a file. The first call makes the secret and the file, so that the secret survives a
 * restart.
 * @throws Error for a file without a valid secret
 */
export async function storedSecret(file: string, { make, isValid }: SecretKind): Promise<string> {
  const secret = (await readSecret(file)) ?? (await storeSecret(file, make()))
  if (isValid(secret)) return secret
  throw new Error(`${file} holds no secret. Delete it: the next start makes a new one.`)
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    const secret = (await readFile(file, 'utf8')).trim()
    // A copy of the file may have another mode.
    await chmod(file, ownersOnly)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Stores a new secret. A process that is killed meanwhile leaves no incomplete file. If two processes store a
 * secret at the same time, both return the same one.
 */
async function storeSecret(file: string, secret: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  const next = `${file}.${randomUUID()}`
  await writeFile(next, secret, { flag: 'wx', mode: ownersOnly })
  try {
    await link(next, file)
    return secret
  } catch {
    const kept = await readSecret(file)
    if (kept !== undefined) return kept
    // The file system has no hard links.
    await rename(next, file)
    return secret
  } finally {
    await rm(next, { force: true })
  }
}

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
