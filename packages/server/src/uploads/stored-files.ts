import type { UploadProvider } from '../config/upload.js'
import type { WriteTransaction } from '@content-api/engine/database'
import { readFileRow, storedKeys } from '@content-api/engine/files'
import type { PreparedFile } from './prepare-file.js'
import { translateDiskFull } from './receive-form.js'
import type { UploadScope } from './upload-scope.js'

/** Stores the content and the smaller formats of a file. */
export async function store(to: Pick<UploadProvider, 'put'>, { stored }: PreparedFile): Promise<void> {
  for (const { key, content } of stored) await to.put(key, content)
}

/**
 * Stores files and runs `work`. If either fails, the files are removed, because no record refers to them.
 * @throws ApiError InsufficientStorageError if the disk is full
 */
export async function storedWhile<Result>(
  scope: UploadScope,
  files: readonly PreparedFile[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    for (const file of files) await store(scope.provider, file)
    return await work()
  } catch (error) {
    await removeStored(scope, keysOf(files))
    throw translateDiskFull(error)
  }
}

export const keysOf = (files: readonly PreparedFile[]) => files.flatMap(({ stored }) => stored.map(({ key }) => key))

/** Removes files that no record refers to. Therefore failures are only reported as warnings. */
export async function removeStored({ provider }: UploadScope, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    try {
      await provider.delete(key)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      process.emitWarning(`The stored file "${key}" could not be removed: ${reason}`, 'UploadWarning')
    }
  }
}

/** The location of a file, from its record. */
export interface FileLocation {
  readonly hash: string
  readonly ext: string
  readonly mime: string
  readonly provider: string
  /** Changes with each replacement. */
  readonly version: string
  /** The keys of the file and its smaller formats. */
  readonly keys: readonly string[]
}

/** Locks the record of a file until the transaction ends, and returns its location; null if there is no such record. */
export async function locateFile(
  { type }: UploadScope,
  id: number,
  tx: WriteTransaction,
): Promise<FileLocation | null> {
  const row = await readFileRow(tx, type, id)
  if (!row) return null
  const { hash, ext, mime, provider, version } = row
  return { hash, ext, mime, provider, version, keys: storedKeys(row).filter((key) => key !== '') }
}
