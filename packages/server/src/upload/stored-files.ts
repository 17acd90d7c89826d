import type { WriteTransaction } from '../storage/database.js'
import { readFileRow, storedKeys } from '../storage/files/read-file-row.js'
import type { PreparedFile } from './prepare-file.js'
import { translated } from './receive-form.js'
import type { UploadScope } from './upload-scope.js'

/** Stores everything of a file; when that fails nothing of it stays, unless it replaces what was there. */
export async function store({ provider }: UploadScope, { stored }: PreparedFile): Promise<void> {
  for (const { key, content } of stored) await provider.put(key, content)
}

/**
 * Stores files, does `work`, and removes them again when either fails: what no record names would stay for ever.
 * @throws ApiError InsufficientStorageError when the disk is full
 */
export async function storedWhile<Result>(
  scope: UploadScope,
  files: readonly PreparedFile[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    for (const file of files) await store(scope, file)
    return await work()
  } catch (error) {
    await removeStored(scope, keysOf(files))
    throw translated(error)
  }
}

export const keysOf = (files: readonly PreparedFile[]) => files.flatMap(({ stored }) => stored.map(({ key }) => key))

/** Removes what no record names any longer. That it fails is the operator's concern: the record is gone. */
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

/** What a record says of where its file is. */
export interface FileLocation {
  readonly hash: string
  readonly ext: string
  readonly mime: string
  readonly provider: string
  /** Every key of the file, its smaller forms included. */
  readonly keys: readonly string[]
}

/** Null when there is no such record. */
export async function locateFile(
  { type }: UploadScope,
  id: number,
  tx: WriteTransaction,
): Promise<FileLocation | null> {
  const row = await readFileRow(tx, type, id)
  if (!row) return null
  const { hash, ext, mime, provider } = row
  return { hash, ext, mime, provider, keys: storedKeys(row).filter((key) => key !== '') }
}
