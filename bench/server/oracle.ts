import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyze } from './analyze.js'
import { geometricMean, median } from './growth.js'
import { type Length, measure, type Measured } from './load.js'
import { type Loaded, loadContent, type Target } from './oracle-content.js'
import { type OracleWorkload, oracleWorkloads } from './oracle-workloads.js'
import { multiplyArticles } from './multiply-articles.js'
import { postgresProcessorTime } from './postgres-processor-time.js'
import { processorMilliseconds, type ReferenceOptions, type Running, startReference } from './processes.js'
import { svgBars } from './svg-bars.js'
import { table } from './table.js'

/** Another server to compare with. */
export interface Peer {
  readonly name: string
  readonly url: string
  /** Its database, in which the articles are copied; absent if it has them already. */
  readonly database: string | undefined
  /** The id of its process on this machine; absent if its processor time isn't measured. */
  readonly process: number | undefined
}

export interface OracleOptions {
  readonly content: OracleContent
  readonly peers: readonly Peer[]
  /** The bearer token for peers. */
  readonly token: string | undefined
  /** `sqlite`, or the address of an empty PostgreSQL database. */
  readonly database: string
  /** PostgreSQL databases whose statistics are updated after the load. */
  readonly analyzed: readonly string[]
  /** The length of each measurement of a workload. Slow servers need a number of requests. */
  readonly length: Length
  readonly seconds: number
  readonly rounds: number
  readonly chosen: readonly OracleWorkload[]
  readonly svg: string | undefined
}

/** The content of the benchmarks with the oracle model. */
export interface OracleContent {
  readonly articles: number
  /** Whether the type has the index that the filtered and sorted page needs; or more indexes that it has. */
  readonly indexes: boolean | readonly SchemaIndex[]
}

interface Side extends Target {
  readonly name: string
  readonly ids: Loaded
  /** Milliseconds; NaN if they aren't measured. */
  processorTime(): Promise<number>
}

/**
 * Compares this server with peers. The peers must have the content types of the oracle model
 * (packages/model/test/fixtures/oracle-model). The servers alternate.
 */
export async function compareOracle(options: OracleOptions): Promise<void> {
  const { content, token, peers } = options
  const folder = await prepareProject('oracle', {}, content)
  const file = options.database === 'sqlite' ? join(folder, 'data.db') : options.database
  const { running: ours, ids } = await startLoaded(folder, file, content)
  try {
    const headers: Target['headers'] = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const sides: Side[] = [{ name: 'ours', ...ours, headers: {}, ids }]
    for (const { name, url, database, process: pid } of peers) {
      const loaded = await loadContent({ url, headers })
      if (database !== undefined) await multiplyArticles(database, content.articles)
      const own = pid === undefined ? async () => NaN : () => processorMilliseconds(pid)
      sides.push({ name, url, headers, ids: loaded, processorTime: await withDatabase(own, database) })
    }
    for (const url of options.analyzed) await analyze(url)
    await compare(sides, options)
    await compareReadsDuringWrites(sides[0] as Side, options)
    console.log(`\nours: ${(await ours.memory()).toFixed(0)} MB resident memory after the load`)
  } finally {
    await ours.stop()
  }
}

/** Starts the reference server with the content. Its processor time includes that of a PostgreSQL server. */
export async function startLoaded(
  project: string,
  database: string,
  { articles }: OracleContent,
  build: ReferenceOptions = {},
): Promise<{ readonly running: Running; readonly ids: Loaded }> {
  const start = async () => {
    const running = await startReference(project, database, '/api/tags', build)
    return { ...running, processorTime: await withDatabase(() => running.processorTime(), database) }
  }
  const first = await start()
  const ids = await loadContent({ url: first.url, headers: {} })
  if (articles <= ids.articles.length) return { running: first, ids }
  await first.stop()
  await multiplyArticles(database, articles)
  return { running: await start(), ids }
}

/** Adds the processor time of the database's server, if it has one. */
async function withDatabase(
  processorTime: () => Promise<number>,
  database: string | undefined,
): Promise<() => Promise<number>> {
  if (!database?.startsWith('postgres')) return processorTime
  const ofDatabase = await postgresProcessorTime(database)
  return async () => (await processorTime()) + (await ofDatabase())
}

async function compare(sides: readonly Side[], options: OracleOptions): Promise<void> {
  const { chosen } = options
  const rows: string[][] = []
  const ratios = new Map<string, number[]>()
  for (const workload of chosen) {
    const { figures, costs } = await measureSides(workload, sides, options)
    const own = figures.get('ours') as Measured
    const ownCost = costs.get('ours') as number
    for (const [name, { perSecond, p50, p99, failed }] of figures) {
      const ratio = own.perSecond / perSecond
      const cost = costs.get(name) as number
      if (name !== 'ours') ratios.set(name, [...(ratios.get(name) ?? []), ratio])
      rows.push([
        name === 'ours' ? workload.name : '',
        name,
        perSecond.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        Number.isNaN(cost) ? '' : cost.toFixed(0),
        name === 'ours' ? '' : ratio.toFixed(1),
        name === 'ours' || Number.isNaN(cost) ? '' : (cost / ownCost).toFixed(1),
        failed > 0 ? `${failed} failed` : '',
      ])
    }
  }
  console.log(table(['workload', 'server', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'ours ÷ it', 'CPU ÷ ours', ''], rows))
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

/** Returns for each side the measured figures and the processor time per request in microseconds. */
async function measureSides(workload: OracleWorkload, sides: readonly Side[], options: OracleOptions) {
  const results = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]))
  const used = new Map<string, number[]>(sides.map(({ name }) => [name, []]))
  const { length } = options
  const run = ({ url, headers, ids }: Side, long: Length) => measure(url, (n) => workload.call(n, ids), long, headers)
  // Warm-up: code that a server compiles at run time is compiled before the measurement.
  for (const side of sides) await run(side, typeof length === 'number' ? Math.min(length, 2) : length)
  for (let round = 0; round < options.rounds; round++) {
    for (const side of sides) {
      const before = await side.processorTime()
      const measured = await run(side, length)
      results.get(side.name)?.push(measured)
      const milliseconds = (await side.processorTime()) - before
      const requests = typeof length === 'number' ? measured.perSecond * length : length.requests
      used.get(side.name)?.push((milliseconds * 1000) / requests)
    }
  }
  const figures = new Map([...results].map(([name, measured]) => [name, medians(measured)]))
  return { figures, costs: new Map([...used].map(([name, costs]) => [name, median(costs)])) }
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

/** An index of a schema file. */
export interface SchemaIndex {
  readonly name: string
  readonly columns: readonly string[]
}

/** Strapi 4 creates the same indexes from this key. */
const recommended: readonly SchemaIndex[] = [
  { name: 'articles_news', columns: ['locale', 'kind', 'title', 'rating', 'published_at'] },
]

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Creates a project with the oracle model and `config`. Returns its folder, which contains no database. */
export async function prepareProject(
  name = 'oracle',
  config: object = {},
  { indexes }: Pick<OracleContent, 'indexes'> = { indexes: false },
): Promise<string> {
  const folder = here(`../.data/${name}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(here('../../packages/model/test/fixtures/oracle-model/src'), join(folder, 'src'), { recursive: true })
  await writeFile(
    join(folder, 'content-api.config.json'),
    JSON.stringify({ i18n: { locales: ['en', 'fr'] }, ...config }),
  )
  if (indexes) {
    const file = join(folder, 'src/api/article/content-types/article/schema.json')
    const all = [...recommended, ...(indexes === true ? [] : indexes)]
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), indexes: all }))
  }
  return folder
}
