import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { createContentApi, surviveProjectCode } from '@content-api/server'
import { developmentToken } from './development-token.mjs'

/** Loads the atlas on the first start, and serves it on every start. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '1337' },
    database: { type: 'string' },
    'load-only': { type: 'boolean', default: false },
  },
})
const project = fileURLToPath(new URL('.', import.meta.url))
const api = await createContentApi({
  project,
  development: true,
  extendLater: true,
  config: { port: Number(values.port) },
  ...(values.database !== undefined && { database: values.database }),
})
surviveProjectCode(project, api.logger)
const ending = new AbortController()
// Not only once: npm forwards Ctrl-C, so it arrives twice.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort())

if (await isEmpty()) await loadContent()
// An ended import leaves no entries.
if (ending.signal.aborted || values['load-only']) {
  await api.close()
} else {
  const end = () => void api.close().then(() => process.exit(0))
  ending.signal.addEventListener('abort', end, { once: true })
  const token = await developmentToken(api)
  const { url } = await api.listen()
  console.log(`
The atlas is served at ${url}/api: regions, languages, currencies, countries, cities.

  Explorer:      ${url}/#token=${api.developmentToken}
  API reference: ${url}/openapi
  GraphQL:       ${url}/graphql

Everybody may read. Requests to try:

  curl -g '${url}/api/countries?filters[region][name][$eq]=Europe&populate[borders][fields][0]=name&sort=area:desc&pagination[pageSize]=3'
  curl -g '${url}/api/cities?filters[name][$startsWithi]=san&filters[country][region][name]=Americas&populate=country&pagination[pageSize]=5'
  curl -g '${url}/api/countries?filters[code]=CHE&populate[facts][populate]=*&populate[languages]=true&populate[currencies]=true&locale=fr'
  curl '${url}/api/countries/CHE/statistics'

Writing takes the token of this copy, kept in .data/token:

  curl '${url}/api/cities' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
    -d '{ "data": { "name": "Atlantis", "latitude": 31.5, "longitude": -24.5 } }'

Ctrl-C ends it; the next start keeps the data.`)
  // Loads GraphQL with its extension now that REST responds, instead of on the first request.
  await setTimeout(500)
  await api.loadModules()
}

async function loadContent() {
  const { copyFlags, loadAtlas } = await import('./load.mjs')
  const loaded = await loadAtlas(api, ending.signal).catch((error) => {
    if (!ending.signal.aborted) throw error
  })
  if (!loaded) return
  const countries = (await import('world-countries')).default
  await copyFlags(countries.map(({ cca3 }) => cca3))
  console.log(`Loaded ${loaded.entries.toLocaleString('en')} entries in ${loaded.seconds.toFixed(1)} s.`)
}

async function isEmpty() {
  const response = await api.fetch(new Request('http://atlas/api/regions?pagination[pageSize]=1'))
  const { meta } = await response.json()
  return meta.pagination.total === 0
}
