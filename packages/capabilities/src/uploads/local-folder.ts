import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@content-api/engine/errors'
import type { UploadProvider } from '@content-api/core/config/upload'

/** The `provider` in the records of files in the local folder. */
export const localProvider = 'local'

/** The path under which the service serves the files of a local folder. */
export const servedPath = '/uploads'

const key = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9]+)?$/
/** The limit of most file systems. S3 accepts 1,024 bytes, of which the prefix may need some. */
const longestKey = 255

/** Returns whether a file in the folder may have this name. Imported records may contain any name. */
export const isKey = (name: string): boolean => name.length <= longestKey && key.test(name)

/** @throws ApiError ApplicationError for a name that a file in the folder may not have */
export function requireKey(name: string): void {
  if (isKey(name)) return
  const shown = JSON.stringify(name.slice(0, 100))
  throw new ApiError(
    'ApplicationError',
    `${shown} is not a valid name of a stored file. Delete it, and upload a new one`,
  )
}

/** Returns a provider that stores files in a local folder. The folder is created with the first file. */
export function localFolder(directory: string): UploadProvider {
  const pathOf = (name: string) => {
    requireKey(name)
    return join(directory, name)
  }
  return {
    name: localProvider,
    async put(name, { path }) {
      const target = pathOf(name)
      await mkdir(directory, { recursive: true })
      // Written under a temporary name and then renamed, so that no partial file is served: the dot excludes
      // it from serving.
      const incoming = join(directory, `.${randomUUID()}`)
      try {
        await copyFile(path, incoming)
        await flush(incoming)
        await rename(incoming, target)
        await flush(directory)
      } catch (error) {
        await rm(incoming, { force: true })
        throw error
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
    url: (name) => `${servedPath}/${name}`,
  }
}

/** Flushes to disk, so that files that a response confirms survive a power failure. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
