import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Connection, isInMemory } from '@content-api/engine/database'

/** The name, time and size of a snapshot. */
export interface SnapshotInfo {
  readonly name: string
  /** The time when it was saved (ISO 8601). */
  readonly savedAt: string
  /** The number of uploaded files in it. */
  readonly files: number
}

export interface FolderOptions {
  readonly project: string | undefined
  readonly connection: Connection
}

/** The folder that holds the snapshots of one database. */
export interface SnapshotFolder {
  readonly path: string
  /** Whether the folder is deleted when the service closes. */
  readonly temporary: boolean
}

/**
 * Opens the folder of a database. Services with different databases can share a project: each has its own
 * snapshots.
 */
export async function openFolder({ project, connection }: FolderOptions): Promise<SnapshotFolder> {
  const inMemory = isInMemory(connection)
  if (project === undefined || inMemory) {
    return { path: await mkdtemp(join(tmpdir(), 'content-api-snapshots-')), temporary: true }
  }
  return { path: join(project, '.tmp', 'snapshots', databaseKey(connection)), temporary: false }
}

function databaseKey(connection: Connection): string {
  const { place, name } =
    connection.dialect === 'sqlite'
      ? { place: connection.file, name: basename(connection.file) }
      : server(connection.url)
  const hash = createHash('sha256').update(place).digest('hex').slice(0, 8)
  return `${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${hash}`
}

/** Returns the address and name of a database without user and password, which may change. */
function server(url: string) {
  const { host, pathname } = new URL(url)
  return { place: host + pathname, name: pathname.slice(1) }
}

export const infoFile = 'snapshot.json'

/** Reads the information about the snapshots in a folder, the newest first. */
export async function readInfos(folder: string): Promise<SnapshotInfo[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const infos: SnapshotInfo[] = []
  // The names of unfinished snapshots begin with a dot.
  for (const name of names.filter((name) => !name.startsWith('.'))) {
    const text = await readFile(join(folder, name, infoFile), 'utf8').catch(() => null)
    if (text !== null) infos.push(JSON.parse(text) as SnapshotInfo)
  }
  return infos.toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
}

export const removeFolder = (path: string) => rm(path, { recursive: true, force: true })
