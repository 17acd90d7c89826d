// Compares the server on PostgreSQL with the server on SQLite, or with that of another commit on SQLite. Uses
// the oracle model (packages/model/test/fixtures/oracle-model). Both servers and databases share one machine,
// and the servers alternate.
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'
import { matching, readOptions, wholeNumber } from '../options.js'
import { analyze } from './analyze.js'
import { buildCommit, resolveCommit } from './commit-build.js'
import { compareCost } from './cost.js'
import { geometricMean } from './growth.js'
import { connections } from './load.js'
import { prepareProject, startLoaded } from './oracle.js'
import { oracleWorkloads } from './oracle-workloads.js'
import { compareSides, type Side } from './sides.js'

const { seconds, rounds, requests, sqlite, chosen } = readOptions(() => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '9' },
      /** Compares the CPU time of this many requests, instead of requests per second. */
      requests: { type: 'string' },
      /** The commit of the server on SQLite; the working tree without it. */
      sqlite: { type: 'string' },
      only: { type: 'string' },
    },
  })
  return {
    seconds: wholeNumber('seconds', values.seconds),
    rounds: wholeNumber('rounds', values.rounds),
    requests: values.requests === undefined ? null : wholeNumber('requests', values.requests, connections),
    sqlite: values.sqlite === undefined ? null : resolveCommit(values.sqlite),
    chosen: matching(oracleWorkloads, values.only),
  }
})

const ofSqlite = sqlite === null ? {} : { cli: await buildCommit(sqlite) }
const postgres = await startEmbeddedPostgres()
const sides: Side[] = []
try {
  const project = await prepareProject('postgres')
  const address = `${postgres.url}/postgres`
  const content = { articles: 1_000, indexes: false }
  sides.push(
    { name: 'SQLite', ...(await startLoaded(project, `${project}/data.db`, content, ofSqlite)) },
    { name: 'PostgreSQL', ...(await startLoaded(project, address, content)) },
  )
  await analyze(address)
  if (requests === null) {
    const ratios = await compareSides(sides, chosen, { seconds, rounds })
    for (const [name, ratio] of ratios) console.log(`${name}: ${ratio.toFixed(2)} times the requests of SQLite`)
  } else {
    for (const [name, costs] of await compareCost(sides, chosen, { requests, rounds })) {
      const ratios = costs.map((cost) => 1 / cost)
      console.log(`SQLite ÷ ${name}: mean ${geometricMean(ratios).toFixed(2)}, least ${Math.min(...ratios).toFixed(2)}`)
    }
  }
} finally {
  await Promise.all(sides.map(({ running }) => running.stop()))
  await postgres.stop()
}
