import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createContentApi, surviveProjectCode } from '@content-api/server'
import { loadAtlas } from '../atlas/load.mjs'
import { createSite } from './src/site.ts'

/** Starts the service of the atlas and the site. Loads the content of the atlas if the database is empty. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    'api-port': { type: 'string', default: '1338' },
    database: { type: 'string' },
    empty: { type: 'boolean', default: false },
  },
})
const project = fileURLToPath(new URL('../atlas/', import.meta.url))
const { permissions } = JSON.parse(await readFile(new URL('../atlas/content-api.config.json', import.meta.url), 'utf8'))
const api = await createContentApi({
  project,
  database: values.database ?? fileURLToPath(new URL('.data/atlas.db', import.meta.url)),
  development: true,
  config: {
    port: Number(values['api-port']),
    // Adds to the public permissions: logged-in users may add cities.
    permissions: {
      ...permissions,
      authenticated: ['api::city.city.create', 'plugin::users-permissions.user.me', 'api::country.country.find'],
    },
  },
})
surviveProjectCode(project, api.logger)
if (!values.empty && (await isEmpty())) await loadAtlas(api)
const { url: baseURL } = await api.listen()

const site = createSite({ baseURL })
site.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`The site is at http://127.0.0.1:${site.address().port}, the atlas behind it at ${baseURL}/api`)
})
// Not only once: npm forwards Ctrl-C, so it arrives twice.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    site.closeAllConnections()
    site.close(() => void api.close().then(() => process.exit(0)))
  })
}

async function isEmpty() {
  const response = await api.fetch(new Request('http://atlas/api/regions?pagination[pageSize]=1'))
  const { meta } = await response.json()
  return meta.pagination.total === 0
}
