import { constants, copyFile, link } from 'node:fs/promises'

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
