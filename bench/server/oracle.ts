import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyze } from './analyze.js'
import { geometricMean, median } from './growth.js'
import { measure, type Measured } from './load.js'
import { type Loaded, loadContent, type Target } from './oracle-content.js'
import { type OracleWorkload, oracleWorkloads } from './oracle-workloads.js'
import { type Running, startReference } from './processes.js'
import { svgBars } from './svg-bars.js'
import { table } from './table.js'

/** Another server to compare with. */
export interface Peer {
  readonly name: string
  readonly url: string
}

export interface OracleOptions {
  readonly peers: readonly Peer[]
  /** The bearer token for peers. */
  readonly token: string | undefined
  /** `sqlite`, or the address of an empty PostgreSQL database. */
  readonly database: string
  /** PostgreSQL databases whose statistics are updated after the load. */
  readonly analyzed: readonly string[]
  readonly seconds: number
  readonly rounds: number
  readonly chosen: readonly OracleWorkload[]
  readonly svg: string | undefined
}

interface Side extends Target {
  readonly name: string
  readonly ids: Loaded
}

/**
 * Compares this server with peers on 1,000 articles. The peers must have the content types of the oracle
 * model (packages/model/test/fixtures/oracle-model). The servers alternate.
 */
export async function compareOracle(options: OracleOptions): Promise<void> {
  const folder = await prepareProject()
  const file = options.database === 'sqlite' ? join(folder, 'data.db') : options.database
  const ours = await startReference(folder, file, '/api/tags')
  try {
    const peerHeaders: Target['headers'] =
      options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }
    const sides: Side[] = []
    for (const { name, url } of [{ name: 'ours', url: ours.url }, ...options.peers]) {
      const target = { url, headers: name === 'ours' ? {} : peerHeaders }
      sides.push({ name, ...target, ids: await loadContent(target) })
    }
    for (const url of options.analyzed) await analyze(url)
    await compare(ours, sides, options)
    await compareReadsDuringWrites(sides[0] as Side, options)
    console.log(`\nours: ${(await ours.memory()).toFixed(0)} MB resident memory after the load`)
  } finally {
    await ours.stop()
  }
}

async function compare(ours: Running, sides: readonly Side[], options: OracleOptions): Promise<void> {
  const { chosen } = options
  const rows: string[][] = []
  const ratios = new Map<string, number[]>()
  for (const workload of chosen) {
    const { figures, microseconds } = await measureSides(workload, ours, sides, options)
    const own = figures.get('ours') as Measured
    for (const [name, { perSecond, p50, p99, failed }] of figures) {
      const ratio = own.perSecond / perSecond
      if (name !== 'ours') ratios.set(name, [...(ratios.get(name) ?? []), ratio])
      rows.push([
        name === 'ours' ? workload.name : '',
        name,
        perSecond.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        name === 'ours' ? microseconds.toFixed(0) : '',
        name === 'ours' ? '' : ratio.toFixed(1),
        failed > 0 ? `${failed} failed` : '',
      ])
    }
  }
  console.log(table(['workload', 'server', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'ours ÷ it', ''], rows))
  for (const [name, list] of ratios) {
    console.log(
      `\nours ÷ ${name}: geometric mean ${geometricMean(list).toFixed(1)}, least ${Math.min(...list).toFixed(1)}`,
    )
  }
  const [first] = ratios
  if (options.svg !== undefined && first) {
    const bars = chosen.map(({ name }, index) => ({ name, ratio: first[1][index] as number }))
    await writeFile(options.svg, svgBars(`Requests per second, as multiples of ${first[0]}`, bars))
  }
}

async function measureSides(workload: OracleWorkload, ours: Running, sides: readonly Side[], options: OracleOptions) {
  const results = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]))
  const microseconds: number[] = []
  const run = ({ url, headers, ids }: Side, seconds: number) =>
    measure(url, (n) => workload.call(n, ids), seconds, headers)
  // Warm-up: code that a server compiles at run time is compiled before the measurement.
  for (const side of sides) await run(side, Math.min(options.seconds, 2))
  for (let round = 0; round < options.rounds; round++) {
    for (const side of sides) {
      const before = await ours.processorTime()
      const measured = await run(side, options.seconds)
      results.get(side.name)?.push(measured)
      const used = (await ours.processorTime()) - before
      if (side.name === 'ours') microseconds.push((used * 1000) / (measured.perSecond * options.seconds))
    }
  }
  const figures = new Map([...results].map(([name, measured]) => [name, medians(measured)]))
  return { figures, microseconds: median(microseconds) }
}

/** Prints the 99th percentile of the latency of a read without writes, and while 16 clients write. */
async function compareReadsDuringWrites(
  { url, headers, ids }: Side,
  { seconds, rounds }: OracleOptions,
): Promise<void> {
  const [list, create] = ['list', 'create'].map((name) => oracleWorkloads.find((one) => one.name === name)) as [
    OracleWorkload,
    OracleWorkload,
  ]
  const run = (workload: OracleWorkload) => measure(url, (n) => workload.call(n, ids), seconds, headers)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push((await run(list)).p99)
    const [read] = await Promise.all([run(list), run(create)])
    beside.push(read.p99)
  }
  const [one, other] = [median(alone), median(beside)]
  console.log(
    `\nours, list: p99 ${one.toFixed(1)} ms alone, ${other.toFixed(1)} ms while 16 clients write, ratio ${(other / one).toFixed(2)}`,
  )
}

/** Returns the medians of the measured rounds, and the sum of their failed requests. */
export function medians(measured: readonly Measured[]): Measured {
  const middle = (pick: (one: Measured) => number) => median(measured.map(pick))
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    failed: measured.reduce((sum, { failed }) => sum + failed, 0),
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Creates a project with the oracle model and `config`. Returns its folder, which contains no database. */
export async function prepareProject(name = 'oracle', config: object = {}): Promise<string> {
  const folder = here(`../.data/${name}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(here('../../packages/model/test/fixtures/oracle-model/src'), join(folder, 'src'), { recursive: true })
  await writeFile(
    join(folder, 'content-api.config.json'),
    JSON.stringify({ i18n: { locales: ['en', 'fr'] }, ...config }),
  )
  return folder
}
