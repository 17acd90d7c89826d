import { parseArgs } from 'node:util'
import { matching, rejectUnused, wholeNumber } from '../options.js'
import type { OracleOptions, Peer } from './oracle.js'
import { oracleWorkloads } from './oracle-workloads.js'
import { type Workload, workloads } from './workloads.js'

interface AtlasOptions {
  readonly peers: readonly Peer[]
  readonly seconds: number
  readonly rounds: number
  /** Empty with `--no-workloads`. */
  readonly chosen: readonly Workload[]
  readonly growth: boolean
  readonly logins: boolean
}

type RunOptions = ({ readonly model: 'atlas' } & AtlasOptions) | ({ readonly model: 'oracle' } & OracleOptions)

const options = {
  /** `name=url` of another server with the content types of `model`. */
  peer: { type: 'string', multiple: true },
  /** The duration of each measurement. */
  seconds: { type: 'string', default: '4' },
  /** For the model `oracle`: the number of requests of each measurement, instead of its duration. */
  requests: { type: 'string' },
  /** The number of measurements of each server. The servers alternate. */
  rounds: { type: 'string', default: '3' },
  /**
   * `atlas`: the content of examples/atlas, compared with the handwritten server. `oracle`: 1,000 articles
   * with components and relations (packages/model/test/fixtures/oracle-model), compared only with peers.
   */
  model: { type: 'string', default: 'atlas' },
  /** For the model `oracle`: `sqlite` (the default), or the address of an empty PostgreSQL database. */
  database: { type: 'string' },
  /** For the model `oracle`: PostgreSQL databases whose statistics are updated after the content is loaded. */
  analyze: { type: 'string', multiple: true },
  /** For the model `oracle`: the number of articles, in whole thousands. */
  articles: { type: 'string' },
  /** For the model `oracle`: adds the index that the filtered and sorted page needs to the content type. */
  indexes: { type: 'boolean' },
  /** For the model `oracle`: `name=database` of a peer, to copy articles there; `name=id` of its process. */
  'peer-database': { type: 'string', multiple: true },
  'peer-process': { type: 'string', multiple: true },
  /** For the model `oracle`: the bearer token for peers. */
  'peer-token': { type: 'string' },
  /** For the model `oracle`: the file for a bar chart of the ratios to the first peer. */
  svg: { type: 'string' },
  /** A part of the names of the workloads to measure. */
  only: { type: 'string' },
  /** For the model `atlas`, as are the next two. `--no-workloads` leaves out all workloads. */
  workloads: { type: 'boolean' },
  growth: { type: 'boolean' },
  logins: { type: 'boolean' },
} as const

/**
 * Reads the options of `pnpm bench`.
 *
 * @throws Error for an unknown option or an invalid value, and for an option that would have no effect
 */
export function runOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({ args: [...args], options, allowNegative: true })
  const peers = readPeers(values)
  const seconds = wholeNumber('seconds', values.seconds)
  const rounds = wholeNumber('rounds', values.rounds)
  if (values.model === 'oracle') {
    rejectUnused(values, ['workloads', 'growth', 'logins'], 'with', '--model oracle')
    if (peers.length === 0) rejectUnused(values, ['svg', ...ofPeers], 'without', '--peer')
    const { database = 'sqlite', analyze: analyzed = [], svg, 'peer-token': token } = values
    if (database !== 'sqlite') expectPostgres('database', database)
    for (const address of analyzed) expectPostgres('analyze', address)
    const chosen = matching(oracleWorkloads, values.only)
    const content = {
      articles: wholeNumber('articles', values.articles ?? '1000', 1000),
      indexes: values.indexes ?? false,
    }
    const length = values.requests === undefined ? seconds : { requests: wholeNumber('requests', values.requests, 16) }
    return { model: 'oracle', content, peers, token, database, analyzed, length, seconds, rounds, chosen, svg }
  }
  if (values.model !== 'atlas') throw new Error(`--model must be atlas or oracle, not '${values.model}'.`)
  const ofOracle = ['database', 'analyze', 'articles', 'indexes', 'requests', 'svg', ...ofPeers]
  rejectUnused(values, ofOracle, 'without', '--model oracle')
  const { growth = true, logins = true } = values
  if (values.workloads === false) rejectUnused(values, ['only', 'peer'], 'with', '--no-workloads')
  const chosen = values.workloads === false ? [] : matching(workloads, values.only)
  return { model: 'atlas', peers, seconds, rounds, chosen, growth, logins }
}

/** Names of servers that the benchmark starts itself. */
const ownNames = ['ours', 'handwritten']

const ofPeers = ['peer-database', 'peer-process', 'peer-token']

function readPeers(values: {
  readonly peer?: readonly string[]
  readonly 'peer-database'?: readonly string[]
  readonly 'peer-process'?: readonly string[]
}): Peer[] {
  const peers: Peer[] = []
  const databases = byName('peer-database', values['peer-database'])
  const processes = byName('peer-process', values['peer-process'])
  for (const entry of values.peer ?? []) {
    const [, given, url] = /^(?:([^=:/]+)=)?(https?:\/\/.+?)\/?$/.exec(entry) ?? []
    if (url === undefined || !URL.canParse(url))
      throw new Error(`--peer must be name=url, such as strapi=http://127.0.0.1:1337, not '${entry}'.`)
    const name = given ?? url
    if ([...ownNames, ...peers.map((one) => one.name)].includes(name))
      throw new Error(`--peer has the name '${name}' of another server. Choose another name.`)
    const pid = processes.get(name)
    const process = pid === undefined ? undefined : wholeNumber('peer-process', pid)
    peers.push({ name, url, database: databases.get(name), process })
  }
  return peers
}

function byName(option: string, entries: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    entries.map((entry) => {
      const [, name, value] = /^([^=]+)=(.+)$/.exec(entry) ?? []
      if (name === undefined || value === undefined) throw new Error(`--${option} must be name=value, not '${entry}'.`)
      return [name, value]
    }),
  )
}

function expectPostgres(name: string, address: string): void {
  if (/^postgres(ql)?:\/\//.test(address)) return
  const other = name === 'database' ? 'sqlite or ' : ''
  throw new Error(`--${name} must be ${other}the address of a PostgreSQL database (postgres://…), not '${address}'.`)
}
