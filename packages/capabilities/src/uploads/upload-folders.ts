import { mkdtempSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'content-api-upload-'

/** Containers that share a temporary folder may have the same process ids, but have different host names. */
const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '_')

/**
 * Creates the temporary folder of an upload or import. Its name contains the host and process that use it. It
 * is synchronous, because the multipart parser doesn't wait for promises.
 */
export function createUploadFolder(): string {
  return mkdtempSync(join(tmpdir(), `${prefix}${host}-${process.pid}-`))
}

/** Removes the folders that processes of this host have left behind, for example after a crash. */
export async function removeAbandonedFolders(): Promise<void> {
  const own = `${prefix}${host}-`
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(own))) {
    const path = join(tmpdir(), name)
    const pid = Number(/^(\d+)-/.exec(name.slice(own.length))?.[1])
    // Removing may fail because another user owns the folder.
    if (await isAbandoned(path, pid)) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function isAbandoned(path: string, pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid)) return false
  if (pid !== process.pid) return !isRunning(pid)
  // After a restart of a container, its process has the same id as the previous process.
  const started = Date.now() - process.uptime() * 1_000
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtimeMs < started
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
