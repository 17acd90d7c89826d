// Compares the server on PostgreSQL with the server on SQLite, with the oracle model
// (packages/model/test/fixtures/oracle-model). Both servers and databases share one machine, and the servers
// alternate.
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'
import { matching, readOptions, wholeNumber } from '../options.js'
import { analyze } from './analyze.js'
import { prepareProject } from './oracle.js'
import { loadContent } from './oracle-content.js'
import { oracleWorkloads } from './oracle-workloads.js'
import { startReference } from './processes.js'
import { compareSides, type Side } from './sides.js'

const { seconds, rounds, chosen } = readOptions(() => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '9' },
      only: { type: 'string' },
    },
  })
  return {
    seconds: wholeNumber('seconds', values.seconds),
    rounds: wholeNumber('rounds', values.rounds),
    chosen: matching(oracleWorkloads, values.only),
  }
})

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
  await analyze(`${postgres.url}/postgres`)
  const ratios = await compareSides(sides, chosen, { seconds, rounds })
  for (const [name, ratio] of ratios) console.log(`${name}: ${ratio.toFixed(2)} times the requests of SQLite`)
} finally {
  await Promise.all(sides.map(({ running }) => running.stop()))
  await postgres.stop()
}
