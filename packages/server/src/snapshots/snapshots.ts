import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Queue } from '@content-api/engine/concurrency'
import { ApiError } from '@content-api/engine/errors'
import { fileContentType } from '@content-api/engine/plan'
import { type AnyDatabase, type SnapshotPlace, takeSnapshot } from '@content-api/engine/database'
import { readFileRows, storedKeys } from '@content-api/engine/files'
import { isKey, localProvider } from '@content-api/capabilities/uploads/local-folder'
import {
  type FolderOptions,
  infoFile,
  openFolder,
  readInfos,
  removeFolder,
  type SnapshotFolder,
  type SnapshotInfo,
} from './snapshot-folder.js'
import { linkOrCopy } from '@content-api/capabilities/uploads/revertible-store'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'

/** Named snapshots of all content, accounts and uploaded files, for tests and development. */
export interface Snapshots {
  /** Saves the current state. Replaces an existing snapshot of the same name. */
  save(name?: string): Promise<SnapshotInfo>
  /**
   * Restores the saved state, including the counters of ids. Waits for running writes first. Files that were
   * uploaded after the snapshot are removed.
   * @throws ApiError NotFoundError if there is no such snapshot; ApplicationError if it was saved with other
   * schemas
   */
  restore(name?: string): Promise<SnapshotInfo>
  /** Lists the snapshots, the newest first. */
  list(): Promise<readonly SnapshotInfo[]>
}

interface SnapshotsOptions extends FolderOptions {
  readonly database: AnyDatabase
  /** The folder of uploaded files; null if a provider stores them elsewhere. */
  readonly uploads: string | null
  /** Runs `work` while no other request writes. */
  readonly runExclusively: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Resolves when all pending mail has been sent. Sending mail may write to the database. */
  readonly settled: () => Promise<void>
  /** Called after a restore has replaced the rows of the database. */
  readonly restored: () => Promise<void>
}

/** The name of a snapshot if the caller passes none. */
const defaultName = 'default'
const pattern = /^[a-z0-9][a-z0-9-]{0,29}$/

export function createSnapshots(options: SnapshotsOptions): Snapshots & { close(): Promise<void> } {
  const { database, uploads } = options
  let opening: Promise<SnapshotFolder> | undefined
  const folder = () => (opening ??= openFolder(options))
  const queue = new Queue()
  const oneAtATime = <Result>(work: () => Promise<Result>) =>
    queue.run(() => options.runExclusively(() => options.settled().then(work)), {
      rejection: () => new ApiError('ServiceUnavailableError'),
    })
  return {
    save: (name = defaultName) => oneAtATime(async () => save(options, await pathOf(await folder(), name), name)),
    restore: (name = defaultName) =>
      oneAtATime(async () => {
        const path = await pathOf(await folder(), name)
        const info = (await readInfos((await folder()).path)).find((one) => one.name === name)
        if (!info) throw new ApiError('NotFoundError', `There is no snapshot "${name}"`)
        const before = uploads === null ? null : await storedFiles(database)
        await database.restoreSnapshot(placeIn(path, name))
        await options.restored()
        if (uploads !== null && before) await restoreUploads(before, await storedFiles(database), { path, uploads })
        return info
      }),
    list: async () => readInfos((await folder()).path),
    async close() {
      const opened = await opening
      if (!opened?.temporary) return
      for (const { name } of await readInfos(opened.path)) {
        await database.dropSnapshot(placeIn(join(opened.path, name), name))
      }
      await removeFolder(opened.path)
    },
  }
}

async function pathOf({ path }: SnapshotFolder, name: string): Promise<string> {
  if (pattern.test(name)) return join(path, name)
  const rule = 'up to 30 small letters, digits and hyphens, beginning with a letter or digit'
  throw new ApiError('ValidationError', `"${name.slice(0, 100)}" is not a valid name of a snapshot. Use ${rule}`)
}

const placeIn = (path: string, name: string): SnapshotPlace => ({ name, file: join(path, 'data.db') })

/** Saves a snapshot. Its rows and files are saved completely before they replace an existing one. */
async function save(options: SnapshotsOptions, path: string, name: string): Promise<SnapshotInfo> {
  // Folders whose names begin with a dot are not listed.
  const hidden = () => join(path, '..', `.${name}-${randomUUID()}`)
  const [next, previous] = [hidden(), hidden()]
  let info: SnapshotInfo
  try {
    info = await saveTo(next, name, options)
    await rename(path, previous).catch(ignoreMissing)
    await rename(next, path)
  } catch (error) {
    // The first error is the one to report.
    await remove(options, next, name)
    throw error
  }
  for (const remains of await remove(options, previous, name)) {
    process.emitWarning(
      `The snapshot "${name}" is saved, but a part of the replaced one is left: delete it yourself. ${remains}`,
      'SnapshotWarning',
    )
  }
  return info
}

/** Removes a snapshot from the database and the file system. Returns a message about each part that is left. */
async function remove({ database }: SnapshotsOptions, folder: string, name: string): Promise<string[]> {
  const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
  const remains: string[] = []
  // The database first, because the folder holds the name of the schema on PostgreSQL.
  await database.dropSnapshot(placeIn(folder, name)).catch((error: unknown) => remains.push(reason(error)))
  await removeFolder(folder).catch((error: unknown) =>
    remains.push(`The folder "${folder}" could not be removed: ${reason(error)}`),
  )
  return remains
}

async function saveTo(folder: string, name: string, { database, uploads }: SnapshotsOptions): Promise<SnapshotInfo> {
  // It contains password hashes, so only the owner may read it.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await database.saveSnapshot(placeIn(folder, name))
  const keys = uploads === null ? [] : await storedFiles(database)
  const files = uploads === null ? 0 : await saveFiles(keys, uploads, join(folder, 'uploads'))
  const info: SnapshotInfo = { name, savedAt: new Date().toISOString(), files }
  await writeFile(join(folder, infoFile), JSON.stringify(info))
  return info
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Returns the names of the files that belong to this database: those in its records. Other services may keep
 * files in the same folder.
 */
async function storedFiles(database: AnyDatabase): Promise<Set<string>> {
  const rows = await database.write((transaction) => readFileRows(transaction, fileContentType(database.registry)))
  const local = rows.filter(({ provider }) => provider === localProvider)
  return new Set(local.flatMap(storedKeys).filter(isKey))
}

async function restoreUploads(
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

/** Saves those stored files that exist, and returns their number. */
async function saveFiles(keys: Iterable<string>, from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  let saved = 0
  for (const key of keys) if (await linkOrCopy(join(from, key), join(to, key))) saved += 1
  return saved
}

/** Restores saved files that are missing or were replaced. */
async function restoreFiles(from: string, to: string): Promise<void> {
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

async function removeFiles(keys: Iterable<string>, folder: string): Promise<void> {
  for (const key of keys) await rm(join(folder, key), { force: true })
}

/** Returns whether both paths are links to the same file. */
async function isSame(saved: string, target: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(saved), stat(target).catch(() => null)])
  if (!b) return false
  return a.ino === b.ino && a.dev === b.dev
}

/** Takes a snapshot. Waits until pending mail is sent before it takes the snapshot, and before it restores it. */
export async function snapshotInMemory(database: AnyDatabase, accounts: Accounts): Promise<() => Promise<void>> {
  await accounts.settled()
  const restore = await takeSnapshot(database)
  return async () => {
    await accounts.settled()
    await restore()
    accounts.forget()
  }
}
