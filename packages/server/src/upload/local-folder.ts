import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadProvider } from '../config/upload-provider.js'

/** What records of files in the local folder say of their provider. */
export const localProvider = 'local'

/** Where the service answers with the files of a local folder. */
export const servedPath = '/uploads'

const key = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9]+)?$/

/** Whether a file of the folder may have this name. Imported records may hold any. */
export const isKey = (name: string): boolean => key.test(name)

/** Keeps files in a folder of this machine, made when the first one comes. */
export function localFolder(directory: string): UploadProvider {
  const pathOf = (name: string) => {
    if (!isKey(name)) throw new Error(`"${name}" is no key of a stored file`)
    return join(directory, name)
  }
  return {
    name: localProvider,
    async put(name, { path }) {
      const target = pathOf(name)
      await mkdir(directory, { recursive: true })
      // Written beside its place and moved there whole; the dot keeps it from being served.
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

/** What a client is told to be stored outlives a power failure. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
