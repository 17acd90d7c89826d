// `pnpm bench:files` lists the files of this repository with a function that runs during a GET with filters
// and populate, a GraphQL list and a create, as V8's precise coverage counts them. The project has no code.
// Each request has run three times before: its plan is in the cache, and the total of its list is known. With
// `--cold`, it runs for the first time.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContentApi } from '../../packages/server/dist/index.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isCold = process.argv.includes('--cold')
const json = { 'Content-Type': 'application/json' }

/** Returns what `fetch` sends; each create has other values. */
const requests: Readonly<Record<string, (run: number) => readonly [path: string, init?: RequestInit]>> = {
  GET: () => [
    '/api/countries?filters[name][$startsWith]=S&populate[region]=true&populate[cities][fields][0]=name&sort=name&pagination[pageSize]=5',
  ],
  'GraphQL list': () => {
    const query =
      '{ countries(filters: { name: { startsWith: "S" } }, sort: "name", pagination: { pageSize: 5 }) { data { id attributes { name region { data { attributes { name } } } cities { data { attributes { name } } } } } meta { pagination { total } } } }'
    return ['/graphql', { method: 'POST', headers: json, body: JSON.stringify({ query }) }]
  },
  create: (run) => {
    const data = { name: `Language ${run}`, code: `aa${run}` }
    return ['/api/languages', { method: 'POST', headers: json, body: JSON.stringify({ data }) }]
  },
}

const folder = mkdtempSync(join(tmpdir(), 'content-api-read-files-'))
const project = join(folder, 'project')
// Only the schemas.
const isSchema = (file: string) => !/\.[^/]+$/.test(file) || file.endsWith('.json')
cpSync(join(root, 'examples/atlas/src'), join(project, 'src'), { recursive: true, filter: isSchema })
const readable = ['region', 'language', 'currency', 'country', 'city']
const permissions = [
  ...readable.flatMap((name) => [`api::${name}.${name}.find`, `api::${name}.${name}.findOne`]),
  'api::language.language.create',
]
const api = await createContentApi({
  project,
  database: join(folder, 'data.db'),
  config: {
    auth: { jwt: { secret: 'a secret that only this measurement uses' } },
    i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
    permissions: { public: permissions },
  },
})
const session = new Session()
session.connect()
try {
  const { url } = await api.listen({ host: '127.0.0.1', port: 0 })
  await api.loadModules()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  for (const [name, requestOf] of Object.entries(requests)) {
    const send = async (run: number) => {
      const [path, init] = requestOf(run)
      const response = await fetch(url + path, init)
      const text = await response.text()
      if (!response.ok || text.includes('"errors"'))
        throw new Error(`${path} responds with ${response.status}: ${text}`)
    }
    for (let run = isCold ? 3 : 0; run < 3; run += 1) await send(run)
    await session.post('Profiler.takePreciseCoverage')
    await send(3)
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files = result
      .filter((script) => /\/packages\/[^/]+\/dist\//.test(script.url))
      .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count))
      .map((script) => relative(root, fileURLToPath(script.url)).replace('/dist/', '/src/').replace(/\.js$/, '.ts'))
      .toSorted()
    for (const file of files) process.stdout.write(`${file}\n`)
    process.stdout.write(`${files.length} files ran during ${isCold ? 'the first' : 'a repeated'} ${name}\n\n`)
  }
} finally {
  session.disconnect()
  await api.close()
  rmSync(folder, { recursive: true, force: true })
}
