// Compares reads on PostgreSQL by a server with one worker, with two workers, and without workers.
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'
import { positiveNumber, readOptions, wholeNumber } from '../options.js'
import { analyze } from './analyze.js'
import { prepareProject } from './oracle.js'
import { loadContent } from './oracle-content.js'
import { oracleWorkloads } from './oracle-workloads.js'
import { startReference } from './processes.js'
import { compareSides, type Side } from './sides.js'

const { seconds, rounds, atLeast } = readOptions(() => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '10' },
      /**
       * The minimum ratio of requests per second with two workers to those with one. The default is below 1
       * for machines with two cores: PostgreSQL and the load generator use both cores too. Also, two runs of
       * the same setting differ by a few hundredths.
       */
      'at-least': { type: 'string', default: '0.95' },
    },
  })
  return {
    seconds: wholeNumber('seconds', values.seconds),
    rounds: wholeNumber('rounds', values.rounds),
    atLeast: positiveNumber('at-least', values['at-least']),
  }
})

const database = await startEmbeddedPostgres()
const sides: Side[] = []
try {
  const project = await prepareProject('workers')
  for (const [name, more] of Object.entries({
    'one worker': ['--workers', '1'],
    'two workers': ['--workers', '2'],
    'no workers': [],
  })) {
    const running = await startReference(project, `${database.url}/postgres`, '/api/tags', { more })
    sides.push({ name, running, ids: await loadContent({ url: running.url, headers: {} }) })
  }
  await analyze(`${database.url}/postgres`)
  const reads = oracleWorkloads.filter(({ kind }) => kind === 'read')
  const ratios = await compareSides(sides, reads, { seconds, rounds })
  for (const [name, ratio] of ratios)
    console.log(`${name}: ${ratio.toFixed(2)} times the requests per second of one worker`)
  const isFaster = (ratios.get('two workers') ?? 0) >= atLeast
  console.log(`\n${isFaster ? '1 passed, 0 failed' : '0 passed, 1 failed'}`)
  process.exitCode = isFaster ? 0 : 1
} finally {
  await Promise.all(sides.map(({ running }) => running.stop()))
  await database.stop()
}
