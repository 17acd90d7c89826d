import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { linkOrCopy } from '../upload/link-or-copy.js'

/** Saves those stored files that exist, and returns their number. */
export async function saveFiles(keys: Iterable<string>, from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  let saved = 0
  for (const key of keys) if (await linkOrCopy(join(from, key), join(to, key))) saved += 1
  return saved
}

/** Restores saved files that are missing or were replaced. */
export async function restoreFiles(from: string, to: string): Promise<void> {
  const keys = await readdir(from)
  if (keys.length > 0) await mkdir(to, { recursive: true })
  for (const key of keys) {
    const [saved, target] = [join(from, key), join(to, key)]
    if (await isSame(saved, target)) continue
    // Files whose names begin with a dot are not served. The rename then replaces the old file in one step.
    const incoming = join(to, `.${randomUUID()}`)
    await linkOrCopy(saved, incoming)
    await rename(incoming, target)
  }
}

export async function removeFiles(keys: Iterable<string>, folder: string): Promise<void> {
  for (const key of keys) await rm(join(folder, key), { force: true })
}

/** Returns whether both paths are links to the same file. */
async function isSame(saved: string, target: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(saved), stat(target).catch(() => null)])
  if (!b) return false
  return a.ino === b.ino && a.dev === b.dev
}
