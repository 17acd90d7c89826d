import { isDeepStrictEqual } from 'node:util'
import { readOptions } from '../options.js'
import { prepareDatabases } from './databases.js'
import { geometricMean, measureGrowth } from './growth.js'
import { jsonHeaders, measure, type Measured } from './load.js'
import { measureLogins } from './logins.js'
import { compareOracle, medians } from './oracle.js'
import { type Running, startHandwritten, startReference } from './processes.js'
import { runOptions } from './run-options.js'
import { table } from './table.js'
import type { Workload } from './workloads.js'

const options = readOptions(() => runOptions(process.argv.slice(2)))
/** V8 releases unused memory 30 to 50 seconds after the last request. */
const idleSeconds = 60
if (options.model === 'oracle') {
  await compareOracle(options)
  process.exit()
}
const { peers, seconds, rounds, chosen } = options
const databases = await prepareDatabases()
const reference = await startReference(databases.project, databases.full, '/api/regions')
console.log(
  `Reference server: first response after ${reference.bootMs.toFixed(0)} ms, ${(await reference.memory()).toFixed(0)} MB resident memory`,
)
const handwritten = await startHandwritten(databases.project, databases.handwritten)

try {
  if (chosen.length > 0) await measureWorkloads()
  if (options.logins) await measureLogins(reference, { seconds, rounds })
} finally {
  await Promise.all([reference.stop(), handwritten.stop()])
}
if (options.growth) await measureGrowth(databases)

async function measureWorkloads(): Promise<void> {
  for (const workload of chosen)
    if (workload.kind === 'read') await assertSameResponses(workload, reference, handwritten)
  const constant = await measure(handwritten.url, () => ({ method: 'GET', path: '/constant' }), seconds)
  console.log(`Express with a constant response: ${constant.perSecond.toFixed(0)} requests per second\n`)
  await compare(chosen, constant)
  const used = await reference.memory()
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000))
  console.log(
    `Reference server: ${used.toFixed(0)} MB resident memory after the load, ${(await reference.memory()).toFixed(0)} MB after ${idleSeconds} seconds without requests\n`,
  )
}

async function compare(list: readonly Workload[], constant: Measured): Promise<void> {
  const rows: string[][] = []
  const ratios: number[] = []
  for (const workload of list) {
    const sides = [{ name: 'ours', url: reference.url }, { name: 'handwritten', url: handwritten.url }, ...peers]
    const results = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]))
    // Warm-up: code that a server compiles at run time is compiled before the measurement.
    for (const { url } of sides) await measure(url, (n) => workload.call(n), Math.min(seconds, 2))
    for (let round = 0; round < rounds; round++) {
      for (const { name, url } of sides) results.get(name)?.push(await measure(url, (n) => workload.call(n), seconds))
    }
    const figures = new Map([...results].map(([name, measured]) => [name, medians(measured)]))
    const ours = figures.get('ours') as Measured
    const handwrittenFigures = figures.get('handwritten') as Measured
    const ratio = ours.perSecond / handwrittenFigures.perSecond
    if (workload.kind === 'read') ratios.push(ratio)
    for (const [name, { perSecond, p50, p99, failed }] of figures) {
      rows.push([
        name === 'ours' ? workload.name : '',
        name,
        perSecond.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        name === 'ours' ? '' : (ours.perSecond / perSecond).toFixed(2),
        name === 'handwritten' ? (handwrittenFigures.perSecond / constant.perSecond).toFixed(2) : '',
        failed > 0 ? `${failed} failed` : '',
      ])
    }
    const minimum = workload.atLeast ?? (workload.kind === 'read' ? 0.5 : null)
    if (minimum !== null && ratio < minimum)
      rows.push(['', `ratio below the required ${minimum}`, '', '', '', '', '', ''])
  }
  console.log(table(['workload', 'server', 'req/s', 'p50 ms', 'p99 ms', 'ours ÷ it', 'it ÷ constant', ''], rows))
  if (ratios.length > 1) console.log(`\nReads, ours ÷ handwritten, geometric mean: ${geometricMean(ratios).toFixed(2)}`)
}

/** Throws unless both servers return the same JSON for a workload. */
async function assertSameResponses(workload: Workload, ours: Running, theirs: Running): Promise<void> {
  for (const n of [0, 1, 7, 30]) {
    const { method, path, body } = workload.call(n)
    const sent = body === undefined ? {} : { headers: jsonHeaders, body: JSON.stringify(body) }
    const [a, b] = await Promise.all(
      [ours, theirs].map(async ({ url }) => (await fetch(`${url}${encodeURI(path)}`, { method, ...sent })).json()),
    )
    if (!isDeepStrictEqual(a, b)) {
      throw new Error(
        `The servers differ on ${workload.name}:\n${JSON.stringify(a).slice(0, 2000)}\n${JSON.stringify(b).slice(0, 2000)}`,
      )
    }
  }
}
