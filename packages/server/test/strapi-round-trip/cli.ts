import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordedModel } from '../replay/server.js'
import { exportToStrapi } from '../../src/strapi-export/export-to-strapi.js'
import { openRecorded } from './recorded-content.js'
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
  const { api, close } = await openRecorded(database, folder, permissions)
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
