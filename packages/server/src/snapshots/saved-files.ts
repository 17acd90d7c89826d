import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Saves stored files, those that exist. Links where possible: stored files are replaced, never changed, so that a link keeps
 * the content without a copy.
 */
export async function saveFiles(keys: Iterable<string>, from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  let saved = 0
  for (const key of keys) if (await place(join(from, key), join(to, key))) saved += 1
  return saved
}

/** Puts saved files back in place of missing and replaced ones. */
export async function restoreFiles(from: string, to: string): Promise<void> {
  const keys = await readdir(from)
  if (keys.length > 0) await mkdir(to, { recursive: true })
  for (const key of keys) {
    const [saved, target] = [join(from, key), join(to, key)]
    if (await isSame(saved, target)) continue
    // The dot keeps it from being served before it is in its place.
    const incoming = join(to, `.${randomUUID()}`)
    await place(saved, incoming)
    await rename(incoming, target)
  }
}

export async function removeFiles(keys: Iterable<string>, folder: string): Promise<void> {
  for (const key of keys) await rm(join(folder, key), { force: true })
}

/** @returns whether the file exists */
async function place(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Links of one file, or copies that nobody has replaced since. */
async function isSame(saved: string, target: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(saved), stat(target).catch(() => null)])
  if (!b) return false
  return a.ino === b.ino && a.dev === b.dev
}
