import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface SecretKind {
  readonly make: () => string
  readonly isValid: (secret: string) => boolean
}

/** Readable and writable by the user who runs the service, and by nobody else. */
const ownersOnly = 0o600

/**
 * Returns the secret in a file, which is made when it isn't there: it outlives a restart.
 * @throws Error for a file that holds something else
 */
export async function keptSecret(file: string, { make, isValid }: SecretKind): Promise<string> {
  const kept = (await readKept(file)) ?? (await keep(file, make()))
  if (isValid(kept)) return kept
  throw new Error(`${file} holds no secret: delete it, a new one is made.`)
}

async function readKept(file: string): Promise<string | undefined> {
  try {
    const secret = (await readFile(file, 'utf8')).trim()
    // It may have been copied with another mode.
    await chmod(file, ownersOnly)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A start that is killed meanwhile leaves no half a secret, and of two at once both get the one that is kept. */
async function keep(file: string, secret: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  const next = `${file}.${randomUUID()}`
  await writeFile(next, secret, { flag: 'wx', mode: ownersOnly })
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
