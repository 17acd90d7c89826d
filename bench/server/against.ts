// `pnpm bench:against <commit>`: compares the processor time per request with that of another commit. It uses
// the oracle model (packages/model/test/fixtures/oracle-model), on SQLite and on PostgreSQL. Both servers run
// in their bundled form and alternate.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'
import { matching, positiveNumber, readOptions, wholeNumber } from '../options.js'
import { analyze } from './analyze.js'
import { buildCommit, resolveCommit } from './commit-build.js'
import { compareCost } from './cost.js'
import { geometricMean } from './growth.js'
import { connections } from './load.js'
import { prepareProject, startLoaded } from './oracle.js'
import { oracleWorkloads } from './oracle-workloads.js'
import type { Side } from './sides.js'

const options = readOptions(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      /** `sqlite` or `postgres`; both without it. */
      database: { type: 'string' },
      requests: { type: 'string', default: '1500' },
      rounds: { type: 'string', default: '5' },
      /** The least geometric mean of the ratios, and the least ratio of a workload. */
      mean: { type: 'string', default: '0.97' },
      each: { type: 'string', default: '0.92' },
      only: { type: 'string' },
      /** The number of articles, in whole thousands. */
      articles: { type: 'string', default: '1000' },
      /** Adds the index that the filtered and sorted page needs. */
      indexes: { type: 'boolean', default: false },
    },
  })
  const [commit, ...others] = positionals
  if (commit === undefined || others.length > 0)
    throw new Error('Name one commit to compare with, such as `pnpm bench:against main~1`.')
  const databases = ['sqlite', 'postgres'].filter((name) => (values.database ?? name) === name)
  if (databases.length === 0) throw new Error(`--database must be sqlite or postgres, not '${values.database}'.`)
  return {
    hash: resolveCommit(commit),
    databases,
    // The load generator needs a request for each of its connections.
    requests: wholeNumber('requests', values.requests, connections),
    rounds: wholeNumber('rounds', values.rounds),
    leastMean: positiveNumber('mean', values.mean),
    least: positiveNumber('each', values.each),
    content: { articles: wholeNumber('articles', values.articles, 1000), indexes: values.indexes },
    chosen: matching(oracleWorkloads, values.only),
  }
})

const cli = await buildCommit(options.hash)
let failed = 0
for (const database of options.databases) {
  console.log(`\n${database}`)
  const ratios = database === 'sqlite' ? await compareOnSqlite() : await compareOnPostgres()
  const [mean, worst] = [geometricMean(ratios), Math.min(...ratios)]
  console.log(`${options.hash.slice(0, 8)} ÷ now: geometric mean ${mean.toFixed(3)}, least ${worst.toFixed(3)}`)
  if (mean < options.leastMean || worst < options.least) failed += 1
}
console.log(`\n${options.databases.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function compareOnSqlite(): Promise<readonly number[]> {
  return compare((project) => join(project, 'data.db'))
}

async function compareOnPostgres(): Promise<readonly number[]> {
  const postgres = await startEmbeddedPostgres()
  try {
    const client = new Client(`${postgres.url}/postgres`)
    await client.connect()
    for (const name of ['now', 'before']) await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return await compare((_, name) => `${postgres.url}/${name}`)
  } finally {
    await postgres.stop()
  }
}

/** Returns for each workload the processor time of the commit divided by that of the working tree. */
async function compare(databaseOf: (project: string, name: string) => string): Promise<readonly number[]> {
  const sides: Side[] = []
  try {
    for (const { name, ...build } of [{ name: 'now' }, { name: 'before', cli }]) {
      const project = await prepareProject(`against-${name}`, {}, options.content)
      const database = databaseOf(project, name)
      const { running, ids } = await startLoaded(project, database, options.content, build)
      sides.push({ name, running, ids })
      if (database.startsWith('postgres')) await analyze(database)
      const memory = await running.memory()
      console.log(
        `${name}: first response after ${running.bootMs.toFixed(0)} ms, ${memory.toFixed(0)} MB after the load`,
      )
    }
    const ratios = await compareCost(sides, options.chosen, options)
    return ratios.get('before') ?? []
  } finally {
    await Promise.all(sides.map(({ running }) => running.stop()))
  }
}
