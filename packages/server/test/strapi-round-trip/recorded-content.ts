import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntryLine } from '@content-api/migrate/entries'
import type { ContentApi } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'
import { openDatabase } from '../replay/replay-database.js'
import { recordedModel } from '../replay/server.js'
import { readSeed, seedLines } from '../replay/seed.js'

/** Opens a service with the recorded content on a new database. Creates `folder/uploads` for its files. */
export async function openRecorded(
  database: 'sqlite' | 'postgres',
  folder: string,
  permissions: Record<string, string[]>,
): Promise<{ api: ContentApi; close: () => Promise<void> }> {
  const { connection, close } = await openDatabase(database)
  const uploads = join(folder, 'uploads')
  await mkdir(uploads)
  const config = {
    permissions,
    i18n: { locales: ['fr'] },
    upload: { directory: uploads },
    auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
  }
  const api = await createContentApi({ project: recordedModel, database: connection, config })
  await api.importEntries(seedLines(readSeed(), api.registry), { replace: true })
  await api.exportEntries((line) => writeFiles(JSON.parse(line) as EntryLine, uploads))
  return {
    api,
    async close() {
      await api.close()
      await close()
    },
  }
}

interface StoredFile {
  readonly hash: string
  readonly ext: string
  readonly formats?: Readonly<Record<string, StoredFile>>
}

/** Writes placeholders for a file and its image formats, because the recording contains only their records. */
async function writeFiles({ type, attributes }: EntryLine, folder: string): Promise<void> {
  if (type !== 'plugin::upload.file') return
  const record = attributes as unknown as StoredFile
  for (const { hash, ext } of [record, ...Object.values(record.formats ?? {})]) {
    await writeFile(join(folder, `${hash}${ext}`), 'a file')
  }
}
