// `pnpm bench:files` lists the files of this repository with a function that runs during one GET with filters
// and populate, as V8's precise coverage counts them. The request has run once before, so that its plan is
// in the cache; with `--cold` its plan isn't there yet.
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContentApi } from '../../packages/server/dist/index.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const path =
  '/api/countries?filters[name][$startsWith]=S&populate[region]=true&populate[cities][fields][0]=name&sort=name&pagination[pageSize]=5'
const isCold = process.argv.includes('--cold')

const folder = mkdtempSync(join(tmpdir(), 'content-api-read-files-'))
const api = await createContentApi({
  project: join(root, 'examples/atlas'),
  database: join(folder, 'data.db'),
  config: { auth: { jwt: { secret: 'a secret that only this measurement uses' } } },
})
const session = new Session()
session.connect()
try {
  const { url } = await api.listen({ host: '127.0.0.1', port: 0 })
  await api.loadModules()
  const read = async (address: string) => {
    const response = await fetch(url + address)
    if (!response.ok) throw new Error(`${address} responds with ${response.status}: ${await response.text()}`)
    await response.text()
  }
  await read(isCold ? '/api/countries?pagination[pageSize]=1' : path)
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await read(path)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = result
    .filter((script) => /\/packages\/[^/]+\/dist\//.test(script.url))
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count))
    .map((script) => relative(root, fileURLToPath(script.url)).replace('/dist/', '/src/').replace(/\.js$/, '.ts'))
    .toSorted()
  for (const file of files) process.stdout.write(`${file}\n`)
  process.stdout.write(`${files.length} files ran during ${isCold ? 'the first' : 'a repeated'} GET ${path}\n`)
} finally {
  session.disconnect()
  await api.close()
  rmSync(folder, { recursive: true, force: true })
}
