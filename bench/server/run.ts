import { isDeepStrictEqual, parseArgs } from 'node:util'
import { prepareDatabases } from './databases.js'
import { geometricMean, measureGrowth } from './growth.js'
import { jsonHeaders, measure, type Measured } from './load.js'
import { measureLogins } from './logins.js'
import { compareOracle, medians } from './oracle.js'
import { type Running, startHandwritten, startReference } from './processes.js'
import { table } from './table.js'
import { type Workload, workloads } from './workloads.js'

const { values } = parseArgs({
  options: {
    /** `name=url` of another server with the content types of `model`. */
    peer: { type: 'string', multiple: true, default: [] },
    /** The duration of each measurement. */
    seconds: { type: 'string', default: '4' },
    /** The number of measurements of each server. The servers alternate. */
    rounds: { type: 'string', default: '3' },
    /**
     * `atlas`: the content of examples/atlas, compared with the handwritten server. `oracle`: 1,000 articles
     * with components and relations (packages/model/test/fixtures/oracle-model), compared only with peers.
     */
    model: { type: 'string', default: 'atlas' },
    /** For the model `oracle`: `sqlite`, or the address of an empty PostgreSQL database. */
    database: { type: 'string', default: 'sqlite' },
    /** For the model `oracle`: PostgreSQL databases whose statistics are updated after the content is loaded. */
    analyze: { type: 'string', multiple: true, default: [] },
    /** For the model `oracle`: the bearer token for peers. */
    'peer-token': { type: 'string' },
    /** For the model `oracle`: the file for a bar chart of the ratios to the first peer. */
    svg: { type: 'string' },
    only: { type: 'string' },
    growth: { type: 'boolean', default: true },
    logins: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
/** V8 releases unused memory 30 to 50 seconds after the last request. */
const idleSeconds = 60
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const chosen = workloads.filter(({ name }) => values.only === undefined || name.includes(values.only))

if (values.model === 'oracle') {
  const { database, analyze: analyzed, only, svg } = values
  const token = values['peer-token']
  await compareOracle({ peers: peersOf(values.peer), token, database, analyzed, seconds, rounds, only, svg })
  process.exit()
}
const databases = await prepareDatabases()
const reference = await startReference(databases.project, databases.full, '/api/regions')
console.log(
  `Reference server: first response after ${reference.bootMs.toFixed(0)} ms, ${(await reference.memory()).toFixed(0)} MB resident memory`,
)
const handwritten = await startHandwritten(databases.project, databases.handwritten)
const peers = peersOf(values.peer)

try {
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
  if (values.logins) await measureLogins(reference, { seconds, rounds })
} finally {
  await Promise.all([reference.stop(), handwritten.stop()])
}
if (values.growth) await measureGrowth(databases)

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

function peersOf(list: readonly string[]) {
  return list.map((entry) => {
    const [name = entry, url = entry] = entry.split(/=(.*)/s)
    return { name, url }
  })
}
