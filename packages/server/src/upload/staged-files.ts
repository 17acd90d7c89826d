import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreparedFile } from './prepare-file.js'
import { linkOrCopy } from './link-or-copy.js'
import { flush, requireKey } from './local-folder.js'

/**
 * Copies of files in the upload folder, under names that are not served. Each can then be stored by a rename,
 * which takes no longer for a large file.
 */
export class StagedFiles {
  readonly #directory: string
  /** The paths of the copies, by key. */
  readonly #copies = new Map<string, string>()

  /** @param directory the upload folder */
  constructor(directory: string) {
    this.#directory = directory
  }

  async stage({ stored }: PreparedFile): Promise<void> {
    await mkdir(this.#directory, { recursive: true })
    for (const { key, content } of stored) {
      requireKey(key)
      const copy = this.#hiddenPath()
      this.#copies.set(key, copy)
      await copyFile(content.path, copy)
      await flush(copy)
    }
  }

  /** Stores the copy of a key, and keeps the copy, because a transaction may run more than once. */
  async put(key: string): Promise<void> {
    const incoming = this.#hiddenPath()
    try {
      await linkOrCopy(this.#copies.get(key) ?? '', incoming)
      await flush(incoming)
      await rename(incoming, join(this.#directory, key))
      await flush(this.#directory)
    } catch (error) {
      await rm(incoming, { force: true })
      throw error
    }
  }

  /** Removes the copies. */
  async remove(): Promise<void> {
    for (const copy of this.#copies.values()) await rm(copy, { force: true })
  }

  #hiddenPath(): string {
    return join(this.#directory, `.${randomUUID()}`)
  }
}
