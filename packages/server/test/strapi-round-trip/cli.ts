import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ContentApi, createContentApi, exportToStrapi, importStrapi, type StrapiImport } from '../../src/index.js'
import { openDatabase } from '../replay/replay-database.js'
import { recordedModel } from '../replay/server.js'
import { writeArchive, writeSqlite, writeUploads } from '../strapi-content/sources.js'
import { startImported } from './imported-strapi.js'

// Imports what Strapi stored into this server, exports it for Strapi, and imports the export with `strapi
// import` into a new project. `compare` must then find only expected differences in all types. Strapi is
// installed once, as for `pnpm strapi`; STRAPI_PACKAGES names a folder that has it.

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

/** Everybody may read everything: Strapi has no API tokens before an administrator signs in. */
const permissions = {
  public: [
    ...Object.values(collections).flatMap((name) =>
      ['find', 'findOne'].map((action) => `api::${name}.${name}.${action}`),
    ),
    ...singles.map((name) => `api::${name}.${name}.find`),
  ],
}

/** The source that each round trip imports from, and the database of this server that it imports into. */
const trips = [
  { from: 'archive', database: 'sqlite' },
  { from: 'SQLite file', database: 'postgres' },
] as const

type Trip = (typeof trips)[number]

async function open(
  { from, database }: Trip,
  folder: string,
): Promise<{ api: ContentApi; close: () => Promise<void> }> {
  const { connection, close } = await openDatabase(database)
  const config = {
    permissions,
    i18n: { locales: ['fr'] },
    upload: { directory: join(folder, 'uploads') },
    auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
  }
  const api = await createContentApi({ project: recordedModel, database: connection, config })
  const { entries, files } = await importInto(api, from, folder)
  process.stdout.write(`${database}: ${entries} entries and ${files} files imported from the ${from}\n`)
  return {
    api,
    async close() {
      await api.close()
      await close()
    },
  }
}

async function importInto(api: ContentApi, from: Trip['from'], folder: string): Promise<StrapiImport> {
  if (from === 'archive') return importStrapi(api, await writeArchive(folder, 'export.tar.gz'))
  return importStrapi(api, await writeSqlite(folder), { uploads: writeUploads(folder) })
}

function compare(strapi: string, here: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'compare', strapi, here, '--type', ...types], (error, out, err) => {
      process.stdout.write(`${out}${err}`)
      resolve(error === null)
    })
  })
}

async function roundTrip(trip: Trip, folder: string): Promise<boolean> {
  await mkdir(folder)
  const { api, close } = await open(trip, folder)
  try {
    const archive = join(folder, 'content.tar.gz')
    const { entries, files } = await exportToStrapi(api, archive)
    process.stdout.write(`${trip.database}: ${entries} entries and ${files} files exported\n`)
    const packages = process.env['STRAPI_PACKAGES']
    const strapi = await startImported(join(folder, 'strapi'), { schemas: recordedModel, archive, packages })
    try {
      const { url } = await api.listen({ port: 0 })
      return await compare(strapi.url, url)
    } finally {
      await strapi.close()
    }
  } finally {
    await close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'content-api-round-trip-'))
const counts = { passed: 0, failed: 0 }
try {
  for (const trip of trips) {
    const passed = await roundTrip(trip, join(folder, trip.database))
    counts[passed ? 'passed' : 'failed']++
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`)
process.exitCode = counts.failed === 0 ? 0 : 1
