import { randomUUID } from 'node:crypto'
import { rename, rm, stat, constants, copyFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredContent } from '@content-api/core/config/upload'
import { isKey } from './local-folder.js'

const force = { force: true }

interface Replaced {
  /** The path of the replaced file; null if the stored file is new. */
  readonly kept: string | null
  /** Identifies the stored file, or is `removed`; null until the file is stored or removed. */
  stored: string | null
}

const removed = 'removed'

interface Store {
  put(key: string, content: StoredContent): Promise<void>
}

/**
 * Stores files, and keeps the files that they replace until the operation ends. This works in the upload
 * folder only: other providers can't return what they store, so `revert` leaves their files as they are.
 */
export class RevertibleStore {
  /** By key. */
  readonly #replaced = new Map<string, Replaced>()

  /** @param directory the upload folder; null if `store` stores files elsewhere */
  constructor(
    private readonly store: Store,
    private readonly directory: string | null,
  ) {}

  async put(key: string, content: StoredContent): Promise<void> {
    await this.#keep(key)
    await this.store.put(key, content)
    const replaced = this.#replaced.get(key)
    if (replaced) replaced.stored = await identityOf(join(this.directory ?? '', key))
  }

  /** Removes a file from the upload folder. */
  async remove(key: string): Promise<void> {
    const replaced = await this.#keep(key)
    if (!replaced) return
    await rm(join(this.directory ?? '', key), force)
    replaced.stored = removed
  }

  /** Keeps the file that is to be replaced. */
  async #keep(key: string): Promise<Replaced | undefined> {
    // The provider rejects other keys.
    if (this.directory !== null && isKey(key) && !this.#replaced.has(key)) {
      // Files whose names begin with a dot are not served.
      const kept = join(this.directory, `.${randomUUID()}`)
      const exists = await linkOrCopy(join(this.directory, key), kept)
      this.#replaced.set(key, { kept: exists ? kept : null, stored: null })
    }
    return this.#replaced.get(key)
  }

  /**
   * Restores replaced files and removes new ones, after the operation has failed. Files that another process
   * has replaced since then stay, because that process may have confirmed them to its client.
   */
  async revert(): Promise<void> {
    for (const [key, { kept, stored }] of this.#replaced) {
      const path = join(this.directory ?? '', key)
      await warnOnFailure(`The previous state of the file "${key}" could not be restored`, async () => {
        const isOwn = stored === null || stored === ((await identityOf(path)) ?? removed)
        if (isOwn) await (kept === null ? rm(path, force) : rename(kept, path))
        // The rename does nothing if both are links to the same file.
        if (kept !== null) await rm(kept, force)
      })
    }
    this.#replaced.clear()
  }

  /** Removes replaced files, after the operation has succeeded. */
  async confirm(): Promise<void> {
    for (const { kept } of this.#replaced.values()) {
      if (kept !== null) await warnOnFailure('A replaced file could not be removed', () => rm(kept, force))
    }
    this.#replaced.clear()
  }
}

/** Returns a string that changes with each replacement of a file; null if there is no file. */
async function identityOf(path: string): Promise<string | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null)
  return stats && `${stats.ino}-${stats.mtimeNs}`
}

async function warnOnFailure(message: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // The reason of a file system names the paths.
    process.emitWarning(`${message}: ${error instanceof Error ? error.message : String(error)}`, 'UploadWarning')
  }
}

/**
 * Keeps the content of a stored file under another name. Uses a hard link if possible: stored files are
 * replaced, never changed, so that a link keeps the content without a copy. Returns false if the file doesn't
 * exist.
 */
export async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
