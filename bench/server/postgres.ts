// Compares the server on PostgreSQL with the server on SQLite, with the oracle model
// (packages/model/test/fixtures/oracle-model). Both servers and databases share one machine, and the servers
// alternate.
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'
import { prepareProject } from './oracle.js'
import { loadContent } from './oracle-content.js'
import { oracleWorkloads } from './oracle-workloads.js'
import { startReference } from './processes.js'
import { compareSides, type Side } from './sides.js'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})

async function analyze(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query('ANALYZE')
  await client.end()
}

const postgres = await startEmbeddedPostgres()
const sides: Side[] = []
try {
  const project = await prepareProject('postgres')
  for (const [name, database] of Object.entries({
    SQLite: `${project}/data.db`,
    PostgreSQL: `${postgres.url}/postgres`,
  })) {
    const running = await startReference(project, database, '/api/tags')
    sides.push({ name, running, ids: await loadContent({ url: running.url, headers: {} }) })
  }
  // PostgreSQL runs ANALYZE by itself about a minute after the load. Until then it plans with default statistics.
  await analyze(`${postgres.url}/postgres`)
  const chosen = oracleWorkloads.filter(({ name }) => values.only === undefined || name.includes(values.only))
  const ratios = await compareSides(sides, chosen, { seconds: Number(values.seconds), rounds: Number(values.rounds) })
  for (const [name, ratio] of ratios) console.log(`${name}: ${ratio.toFixed(2)} times the requests of SQLite`)
} finally {
  await Promise.all(sides.map(({ running }) => running.stop()))
  await postgres.stop()
}
