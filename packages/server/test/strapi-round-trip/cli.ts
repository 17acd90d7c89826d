import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EntryLine } from '../../src/entries/transfer/entry-line.js'
import { createContentApi, type ContentApi } from '../../src/server.js'
import { openDatabase } from '../replay/replay-database.js'
import { recordedModel } from '../replay/server.js'
import { readSeed, seedLines } from '../replay/seed.js'
import { exportToStrapi } from '../../src/strapi-export/export-to-strapi.js'
import { createStrapiProject, type StrapiProject } from './strapi-project.js'

// The recorded content → an archive → `strapi import` into a new project → `compare` of all types: no differences but decided
// ones. STRAPI_MODULES: the node_modules of a Strapi 4.26.2 project, which otherwise npm installs in some minutes.

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

const collections: Readonly<Record<string, string>> = {
  articles: 'article',
  authors: 'author',
  categories: 'category',
  details: 'detail',
  memos: 'memo',
  'menu-items': 'menu-item',
  notes: 'note',
  specimens: 'specimen',
  tags: 'tag',
}
const singles = ['homepage', 'setting']
const types = [...Object.keys(collections), ...singles]

/** Everybody may read everything: Strapi has no API token before somebody signs in to its administration. */
const permissions = {
  public: [
    ...Object.values(collections).flatMap((name) =>
      ['find', 'findOne'].map((action) => `api::${name}.${name}.${action}`),
    ),
    ...singles.map((name) => `api::${name}.${name}.find`),
  ],
}

async function open(
  database: 'sqlite' | 'postgres',
  folder: string,
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

function compare(strapi: string, here: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'compare', strapi, here, '--type', ...types], (error, out, err) => {
      process.stdout.write(`${out}${err}`)
      resolve(error === null)
    })
  })
}

async function roundTrip(database: 'sqlite' | 'postgres', folder: string): Promise<boolean> {
  await mkdir(folder)
  const { api, close } = await open(database, folder)
  try {
    const archive = join(folder, 'content.tar.gz')
    const { entries, files } = await exportToStrapi(api, archive)
    process.stdout.write(`${database}: ${entries} entries and ${files} files\n`)
    const modules = process.env['STRAPI_MODULES']
    const project: StrapiProject = await createStrapiProject(join(folder, 'strapi'), recordedModel, modules)
    await project.import(archive)
    const strapi = await project.start()
    try {
      const { url } = await api.listen({ port: 0 })
      return await compare(strapi.url, url)
    } finally {
      await strapi.stop()
    }
  } finally {
    await close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'content-api-round-trip-'))
const counts = { passed: 0, failed: 0 }
try {
  for (const database of ['sqlite', 'postgres'] as const) {
    const passed = await roundTrip(database, join(folder, database))
    counts[passed ? 'passed' : 'failed']++
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`)
process.exitCode = counts.failed === 0 ? 0 : 1
