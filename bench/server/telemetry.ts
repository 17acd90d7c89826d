// Measures the processor time of metrics and traces. Compares four servers: without telemetry, with metrics,
// with metrics and traces of a tenth of the requests, and with metrics and traces of all requests. Their
// databases are in memory, to exclude the disk.
import { parseArgs } from 'node:util'
import { matching, positiveNumber, readOptions, wholeNumber } from '../options.js'
import { compareCost } from './cost.js'
import { geometricMean } from './growth.js'
import { connections } from './load.js'
import { prepareProject } from './oracle.js'
import { loadContent } from './oracle-content.js'
import { oracleWorkloads } from './oracle-workloads.js'
import { startReference } from './processes.js'
import type { Side } from './sides.js'

const { requests, rounds, atMost, chosen } = readOptions(() => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '1500' },
      rounds: { type: 'string', default: '8' },
      /** The maximum ratio of processor time per request to the server without telemetry. */
      'at-most': { type: 'string', default: '1.1' },
      only: { type: 'string' },
    },
  })
  return {
    // The load generator needs a request for each of its connections.
    requests: wholeNumber('requests', values.requests, connections),
    rounds: wholeNumber('rounds', values.rounds),
    atMost: positiveNumber('at-most', values['at-most']),
    chosen: matching(oracleWorkloads, values.only),
  }
})
const preload = (ratio: number) => new URL(`./tracing.mjs?ratio=${ratio}`, import.meta.url).href
const metrics = { metrics: { port: 0 } }
const kinds = [
  { name: 'without', config: {} },
  { name: 'metrics', config: metrics },
  { name: 'metrics, a tenth traced', config: metrics, preload: preload(0.1) },
  { name: 'metrics, all traced', config: metrics, preload: preload(1) },
]

const sides: Side[] = []
try {
  for (const [index, { name, config, ...options }] of kinds.entries()) {
    const project = await prepareProject(`telemetry-${index}`, config)
    const running = await startReference(project, ':memory:', '/api/tags', options)
    sides.push({ name, running, ids: await loadContent({ url: running.url, headers: {} }) })
  }
  const ratios = await compareCost(sides, chosen, { requests, rounds })
  let failed = 0
  for (const [name, ratiosOfWorkloads] of ratios) {
    const ratio = geometricMean(ratiosOfWorkloads)
    if (!(ratio <= atMost)) failed += 1
    console.log(`${name}: ${ratio.toFixed(3)} times the processor time`)
  }
  console.log(`\n${ratios.size - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await Promise.all(sides.map(({ running }) => running.stop()))
}
