import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Queue } from '../concurrency/queue.js'
import { ApiError } from '../errors/api-error.js'
import { fileContentType } from '../query/link-target.js'
import type { Database } from '../storage/database.js'
import { readFileRows, storedKeys } from '../storage/files/read-file-row.js'
import type { SnapshotPlace } from '../storage/snapshots/snapshot-storage.js'
import { isKey, localProvider } from '../upload/local-folder.js'
import { removeFiles, restoreFiles, saveFiles } from './saved-files.js'
import {
  type FolderOptions,
  infoFile,
  openFolder,
  readInfos,
  removeFolder,
  type SnapshotFolder,
  type SnapshotInfo,
} from './snapshot-folder.js'

/** Snapshots of all content, accounts and uploaded files, by name: for tests and development. */
export interface Snapshots {
  /** Saves everything as it is now, in place of a snapshot that has the same name. */
  save(name?: string): Promise<SnapshotInfo>
  /**
   * Brings everything back as it was, the counters of ids included. Writes that have begun end before it; files that were
   * uploaded since are removed.
   * @throws ApiError NotFoundError where there is no such snapshot; ApplicationError for one of other schemas
   */
  restore(name?: string): Promise<SnapshotInfo>
  /** Returns what is known of each, the newest first. */
  list(): Promise<readonly SnapshotInfo[]>
}

export interface SnapshotsOptions extends FolderOptions {
  readonly database: Database
  /** The folder of uploaded files; null when they are kept elsewhere. */
  readonly uploads: string | null
  /** Runs work while no other request writes. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Resolves when mail that is under way has been sent, which may write. */
  readonly settled: () => Promise<void>
  /** Called when the database has other rows than before. */
  readonly restored: () => Promise<void>
}

/** The name of a snapshot for which none is given. */
const usual = 'default'
const pattern = /^[a-z0-9][a-z0-9-]{0,29}$/

export function createSnapshots(options: SnapshotsOptions): Snapshots & { close(): Promise<void> } {
  const { database, uploads } = options
  let opening: Promise<SnapshotFolder> | undefined
  const folder = () => (opening ??= openFolder(options))
  const queue = new Queue()
  const oneAtATime = <Result>(work: () => Promise<Result>) =>
    queue.run(() => options.alone(() => options.settled().then(work)), {
      rejection: () => new ApiError('ServiceUnavailableError'),
    })
  return {
    save: (name = usual) => oneAtATime(async () => save(options, await pathOf(await folder(), name), name)),
    restore: (name = usual) =>
      oneAtATime(async () => {
        const path = await pathOf(await folder(), name)
        const info = (await readInfos((await folder()).path)).find((one) => one.name === name)
        if (!info) throw new ApiError('NotFoundError', `There is no snapshot "${name}"`)
        const before = uploads === null ? null : await storedFiles(database)
        await database.restoreSnapshot(placeIn(path, name))
        await options.restored()
        if (uploads !== null && before) await bringBack(before, await storedFiles(database), { path, uploads })
        return info
      }),
    list: async () => readInfos((await folder()).path),
    async close() {
      const opened = await opening
      if (!opened?.temporary) return
      for (const { name } of await readInfos(opened.path)) await database.dropSnapshot(placeIn(opened.path, name))
      await removeFolder(opened.path)
    },
  }
}

async function pathOf({ path }: SnapshotFolder, name: string): Promise<string> {
  if (pattern.test(name)) return join(path, name)
  const rule = 'up to 30 small letters, digits and hyphens, beginning with a letter or digit'
  throw new ApiError('ValidationError', `"${name.slice(0, 100)}" is no name of a snapshot: give it ${rule}`)
}

const placeIn = (path: string, name: string): SnapshotPlace => ({ name, file: join(path, 'data.db') })

/** Everything stands in a folder of its own before it takes the place of an older one. */
async function save({ database, uploads }: SnapshotsOptions, path: string, name: string): Promise<SnapshotInfo> {
  const next = join(path, '..', `.${name}-${randomUUID()}`)
  // Password hashes are in it.
  await mkdir(next, { recursive: true, mode: 0o700 })
  try {
    await database.saveSnapshot(placeIn(next, name))
    const keys = uploads === null ? [] : await storedFiles(database)
    const files = uploads === null ? 0 : await saveFiles(keys, uploads, join(next, 'uploads'))
    const info: SnapshotInfo = { name, savedAt: new Date().toISOString(), files }
    await writeFile(join(next, infoFile), JSON.stringify(info))
    await removeFolder(path)
    await rename(next, path)
    return info
  } catch (error) {
    await removeFolder(next)
    throw error
  }
}

/** Other services may keep files in the same folder: only what a record of this database names is its own. */
async function storedFiles(database: Database): Promise<Set<string>> {
  const rows = await database.write((transaction) => readFileRows(transaction, fileContentType(database.registry)))
  const local = rows.filter(({ provider }) => provider === localProvider)
  return new Set(local.flatMap(storedKeys).filter(isKey))
}

async function bringBack(
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
  { path, uploads }: { readonly path: string; readonly uploads: string },
): Promise<void> {
  await restoreFiles(join(path, 'uploads'), uploads)
  await removeFiles(
    [...before].filter((key) => !now.has(key)),
    uploads,
  )
}
