import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntryLine } from '../../src/entries/transfer/entry-line.js'
import { createContentApi, type ContentApi } from '../../src/server.js'
import { openDatabase } from '../replay/replay-database.js'
import { recordedModel } from '../replay/server.js'
import { readSeed, seedLines } from '../replay/seed.js'

/** The recorded content on a new database, with its files in a new folder `uploads` of `folder`. */
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

/** The files of a record, which the recording doesn't hold. */
async function writeFiles({ type, attributes }: EntryLine, folder: string): Promise<void> {
  if (type !== 'plugin::upload.file') return
  const record = attributes as unknown as StoredFile
  for (const { hash, ext } of [record, ...Object.values(record.formats ?? {})]) {
    await writeFile(join(folder, `${hash}${ext}`), 'a file')
  }
}
