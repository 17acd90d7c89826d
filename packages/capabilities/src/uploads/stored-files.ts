import type { UploadProvider } from '@content-api/core/config/upload'
import { isRecord } from '@content-api/model'
import type { AnyTransaction } from '@content-api/engine/database'
import { readFileRow, storedKeys } from '@content-api/engine/files'
import { asError, type FileRecord, type StoredReplacement, type StrapiUploads, warnOfRest } from './strapi-provider.js'
import type { PreparedFile } from './prepare-file.js'
import { translateDiskFull } from './receive-form.js'
import type { UploadScope } from './upload-scope.js'

/** Stores the content and the smaller formats of a file. */
export async function store(to: Pick<UploadProvider, 'put'>, { stored }: PreparedFile): Promise<void> {
  for (const { key, content } of stored) await to.put(key, content)
}

/** A file to store, with the attributes of its record that don't describe its content. */
export interface NewFile {
  readonly file: PreparedFile
  readonly info: FileRecord
}

/** Where the content of files is. */
interface FileStore {
  /** Stores a file and its smaller formats. Returns the attributes of its record. */
  storeNew(file: PreparedFile, info: FileRecord): Promise<FileRecord>
  /**
   * Stores files at the places of others. It stores the file itself first, so that nothing has changed if that
   * fails. Smaller formats that can't be stored are missing in the record.
   */
  storeInPlace(file: PreparedFile, info: FileRecord): Promise<StoredReplacement>
  /** Removes files that no record refers to. @param records those of the files that are stored completely */
  discard(files: readonly NewFile[], records: readonly FileRecord[]): Promise<void>
  /** Removes the content of a file whose record is gone. */
  remove(location: Pick<FileLocation, 'keys' | 'record'>): Promise<void>
}

/** Returns the store of the configured provider. */
function storeOf(scope: UploadScope): FileStore {
  return scope.strapi ? strapiStore(scope.strapi, scope) : ownStore(scope)
}

function ownStore(scope: UploadScope): FileStore {
  const { provider } = scope
  return {
    async storeNew(file, info) {
      await store(provider, file)
      return { ...info, ...file.content }
    },
    async storeInPlace(file, info) {
      let failure: Error | null = null
      const forms = new Set<string>()
      for (const { form, key, content } of file.stored) {
        try {
          await provider.put(key, content)
          if (form !== null) forms.add(form)
        } catch (error) {
          if (form === null) throw error
          failure ??= asError(error)
        }
      }
      const { formats } = file.content
      const stored = formats && Object.fromEntries(Object.entries(formats).filter(([form]) => forms.has(form)))
      return { record: { ...info, ...file.content, formats: stored }, failure }
    },
    discard: (files) => removeStored(scope, keysOf(files.map(({ file }) => file))),
    remove: ({ keys }) => removeStored(scope, keys),
  }
}

function strapiStore(strapi: StrapiUploads, scope: UploadScope): FileStore {
  return {
    storeNew: async (file, info) => recordOf(scope, await strapi.store(file, info)),
    async storeInPlace(file, info) {
      const { record, failure } = await strapi.storeReplacement(file, info)
      return { record: recordOf(scope, record), failure }
    },
    async discard(_, records) {
      for (const record of records) await removeRecord(scope, record)
    },
    remove: ({ record }) => removeRecord(scope, record),
  }
}

/**
 * Stores files and runs `work` with the attributes of their records. If either fails, the files are removed.
 * @throws ApiError InsufficientStorageError if the disk is full
 */
export async function storedWhile<Result>(
  scope: UploadScope,
  files: readonly NewFile[],
  work: (records: readonly FileRecord[]) => Promise<Result>,
): Promise<Result> {
  const records: FileRecord[] = []
  const store = storeOf(scope)
  try {
    for (const { file, info } of files) records.push(await store.storeNew(file, info))
    return await work(records)
  } catch (error) {
    await store.discard(files, records)
    throw translateDiskFull(error)
  }
}

/** Stores a file at the places of another one, see `FileStore`. */
export function storeInPlace(scope: UploadScope, file: PreparedFile, info: FileRecord): Promise<StoredReplacement> {
  return storeOf(scope).storeInPlace(file, info)
}

/** Returns the attributes of the values that a provider has set. */
function recordOf({ type }: UploadScope, values: FileRecord): FileRecord {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(type.declared, name)))
}

/**
 * Removes the content of a record and of its smaller formats.
 * @param kept records of files whose content stays, even if it has the place of another one
 */
export async function removeRecord(
  { strapi }: Pick<UploadScope, 'strapi'>,
  record: FileRecord,
  kept: readonly FileRecord[] = [],
): Promise<void> {
  if (!strapi) return
  const stays = kept.flatMap(withFormats)
  for (const file of withFormats(record)) {
    if (stays.some((other) => maySharePlace(file, other))) continue
    await strapi.remove(file).catch((error: unknown) => warnOfRest(file, error))
  }
}

/** Returns a file and its smaller formats. */
const withFormats = (record: FileRecord): FileRecord[] => {
  const formats = record['formats']
  return [record, ...(isRecord(formats) ? Object.values(formats).filter(isRecord) : [])]
}

/**
 * Returns whether the content of two files may have the same place, so that deleting one deletes the other.
 * Providers find a file by its hash and extension, or by what they have noted in `provider_metadata`.
 */
function maySharePlace(file: FileRecord, other: FileRecord): boolean {
  const [own, others] = [file, other].map(({ provider_metadata: noted }) => (isRecord(noted) ? noted : null))
  const isNamedAlike = file['hash'] === other['hash'] && file['ext'] === other['ext']
  if (!own || !others) return isNamedAlike
  const isNotedAlike = Object.entries(own).some(([key, value]) => value === others[key])
  return isNamedAlike && isNotedAlike
}

export const keysOf = (files: readonly PreparedFile[]) => files.flatMap(({ stored }) => stored.map(({ key }) => key))

/** Removes the content of a file whose record is gone, if the configured provider has stored it. */
export async function removeContent(scope: UploadScope, location: FileLocation): Promise<void> {
  if (location.provider === scope.provider.name) await storeOf(scope).remove(location)
}

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
  readonly record: FileRecord
}

/** Locks the record of a file until the transaction ends, and returns its location; null if there is no such record. */
export async function locateFile({ type }: UploadScope, id: number, tx: AnyTransaction): Promise<FileLocation | null> {
  const row = await readFileRow(tx, type, id)
  if (!row) return null
  const { hash, ext, mime, provider, version, record } = row
  return { hash, ext, mime, provider, version, record, keys: storedKeys(row).filter((key) => key !== '') }
}
