import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContentApi } from '@content-api/server'
import { atlasEntries, flagFile } from 'atlas/entries.mjs'

export const demo = { username: 'demo', email: 'demo@example.org', password: 'atlas-demo' }

/** The folder of the atlas project: its schemas, its configuration, its extension of GraphQL. */
export const atlasProject = fileURLToPath(new URL('.', import.meta.resolve('atlas/entries.mjs')))

const require = createRequire(import.meta.url)

/** The public permissions of the atlas. */
const reading = require('atlas/content-api.config.json').permissions.public

/** Logged-in users also write countries and cities and upload pictures. */
const permissions = {
  authenticated: [
    ...reading,
    'api::country.country.update',
    'api::city.city.create',
    'plugin::upload.content-api.upload',
    'plugin::users-permissions.user.me',
  ],
}

/**
 * The page of a country requests the flags of its neighbours, which exceed the default depth limit of GraphQL
 * queries.
 */
export const config = { permissions, graphql: { config: { depthLimit: 9 } } }

/**
 * Opens the atlas in a folder, with accounts that may write. A new folder is loaded with every `cityStep`th
 * city.
 */
export async function openAtlas({ folder, cityStep = 1, settings = {} }) {
  const uploads = join(folder, 'uploads')
  await mkdir(uploads, { recursive: true })
  const api = await createContentApi({
    project: atlasProject,
    development: true,
    database: join(folder, 'atlas.db'),
    config: { ...config, ...settings, upload: { directory: uploads } },
  })
  if (await isEmpty(api)) {
    await api.importEntries(entriesAndFlags(cityStep, uploads))
    await api.accounts.createUser(demo)
  }
  return api
}

async function isEmpty(api) {
  const response = await api.fetch(new Request('http://atlas/api/regions?pagination[pageSize]=1'))
  const { meta } = await response.json()
  return meta.pagination.total === 0
}

/** Returns the entries to import, and copies the pictures of the flags with their records. */
async function* entriesAndFlags(cityStep, uploads) {
  for await (const entry of atlasEntries()) {
    if (entry.type === 'api::city.city' && entry.id % cityStep !== 0) continue
    if (entry.type === 'plugin::upload.file') {
      const { name, url } = entry.attributes
      await copyFile(flagFile(basename(name, '.svg')), join(uploads, basename(url)))
    }
    yield entry
  }
}
