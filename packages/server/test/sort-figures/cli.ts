// `pnpm bench:sort`: measures sorting by paths over relations on both databases.
import { fileURLToPath } from 'node:url'
import { loadProject } from '@content-api/model'
import { Client } from 'pg'
import type { Connection } from '@content-api/engine/database'
import { compileRead } from '../../../engine/src/read/read.js'
import { postgres } from '../../../engine/src/dialects/postgres.js'
import { createLayout } from '../../../engine/src/layout/own-layout.js'
import { createContentApi } from '../../src/index.js'
import { planList } from '@content-api/core/query/plan'
import { openDatabase } from '../replay/replay-database.js'
import { linkWeb } from '../support/link-web.js'
import { strict } from '../support/plan-context.js'

const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))
const sorts = ['name', 'articles.title', 'articles.tags.name', 'articles.tags.articles.title']
const repetitions = 5

async function milliseconds(connection: Connection): Promise<number[]> {
  const api = await createContentApi({ project, database: connection })
  try {
    await api.importEntries(linkWeb())
    const medians: number[] = []
    for (const sort of sorts) medians.push(await medianOf(() => ask(api, sort)))
    return medians
  } finally {
    await api.close()
  }
}

async function ask(api: { fetch(request: Request): Promise<Response> }, sort: string): Promise<void> {
  const url = `http://localhost/api/tags?sort=${sort}&pagination[pageSize]=1&pagination[withCount]=false`
  const response = await api.fetch(new Request(url))
  const text = await response.text()
  if (!response.ok) console.log(`${sort}: ${text}`)
}

async function medianOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < repetitions; run++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
    // One run is enough for a sort that takes this long.
    if ((times[0] ?? 0) > 2_000) break
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}

async function plannedCosts(url: string): Promise<string[]> {
  const registry = await loadProject(project)
  const layout = createLayout(registry, 'postgres')
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('ANALYZE')
    const costs: string[] = []
    for (const sort of sorts) {
      const query = { sort, pagination: { pageSize: '1', withCount: 'false' } }
      const { sql, values } = compileRead(
        planList(registry.contentType('api::tag.tag'), query, strict),
        layout,
        postgres,
      )
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...values])
      costs.push(/\.\.([\d.]+) /.exec(rows[0]?.['QUERY PLAN'] ?? '')?.[1] ?? '?')
    }
    return costs
  } finally {
    await client.end()
  }
}

async function measure(name: 'sqlite' | 'postgres') {
  const database = await openDatabase(name)
  try {
    const times = await milliseconds(database.connection)
    return { times, costs: 'url' in database.connection ? await plannedCosts(database.connection.url) : [] }
  } finally {
    await database.close()
  }
}

const sqlite = await measure('sqlite')
const onPostgres = await measure('postgres')
console.log('sort by                         SQLite, ms  PostgreSQL, ms  cost by EXPLAIN')
for (const [index, sort] of sorts.entries()) {
  const figures = [sqlite.times[index], onPostgres.times[index]].map((time) => (time ?? Number.NaN).toFixed(1))
  const cells = [...figures, onPostgres.costs[index] ?? '']
  console.log(sort.padEnd(30) + cells.map((cell, column) => cell.padStart([12, 16, 17][column] ?? 0)).join(''))
}
// The embedded server keeps handles open.
process.exit(0)
