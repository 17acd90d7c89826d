import { growthQueries } from '../server/growth-queries.js'
import { oracleWorkloads } from '../server/oracle-workloads.js'
import type { Limits } from './ratios.js'
import type { Setup } from './side.js'

export type PeerName =
  | 'strapi4'
  | 'strapi5'
  | 'directus'
  | 'postgraphile'
  | 'constant'
  | 'few-rows'
  | 'beside-strapi4'
  | 'beside-strapi5'

/** One run of this server and of a peer. */
export interface Comparison {
  readonly name: string
  readonly peer: PeerName
  /** The content of both sides. `few-rows` has that of the atlas instead. */
  readonly setup: Setup
  readonly workloads: readonly string[]
  readonly limits: Limits
}

const all = oracleWorkloads.map(({ name }) => name)
const filters = ['filtered sorted page', 'filter over two relations']
const reads = oracleWorkloads.filter(({ kind }) => kind === 'read').map(({ name }) => name)
/** Other reads whose cost grows with the number of articles. */
const growing = ['list', 'populate', 'sorted by a relation']
const each = (workloads: readonly string[], least: number) => Object.fromEntries(workloads.map((name) => [name, least]))

/** Directus has no equal of the others. */
const directusWorkloads = [
  'list',
  'list without count',
  ...filters,
  'populate',
  'sorted by a relation',
  'nested GraphQL',
  'find one',
  'create',
  'update with connect',
]

const few = { articles: 1_000, indexes: false }
const many = { articles: 50_000, indexes: false }
const indexed = { articles: 50_000, indexes: true }

/** What the server must reach. docs/server/performance.md explains the peers. */
export const comparisons: readonly Comparison[] = [
  beside('strapi4', { database: 'sqlite', ...few }, all, { mean: 28, each: 9 }),
  beside('strapi4', { database: 'sqlite', ...many }, [...growing, ...filters], {
    workloads: { ...each(growing, 12), ...each(filters, 3) },
  }),
  beside('strapi4', { database: 'sqlite', ...indexed }, filters, { each: 10 }),
  beside('strapi4', { database: 'postgres', ...few }, all, { mean: 15, each: 8, workloads: { create: 10 } }),
  beside('strapi4', { database: 'postgres', ...many }, [...growing, ...filters], {
    workloads: { ...each(growing, 8), ...each(filters, 2) },
  }),
  beside('strapi4', { database: 'postgres', ...indexed }, filters, { each: 6 }),
  // Both servers have the same database: this one reads it beside Strapi.
  beside('beside-strapi4', { database: 'sqlite', ...few }, reads, { mean: 15, each: 1 }),
  beside('beside-strapi4', { database: 'sqlite', ...indexed }, reads, { mean: 8, each: 1 }),
  beside('beside-strapi4', { database: 'postgres', ...few }, reads, { mean: 9, each: 1 }),
  beside('beside-strapi4', { database: 'postgres', ...indexed }, reads, { each: 1 }),
  beside('beside-strapi5', { database: 'sqlite', ...few }, reads, { mean: 10, each: 1 }),
  beside('beside-strapi5', { database: 'sqlite', ...indexed }, reads, { each: 1 }),
  beside('beside-strapi5', { database: 'postgres', ...few }, reads, { mean: 10, each: 1 }),
  beside('beside-strapi5', { database: 'postgres', ...indexed }, reads, { each: 1 }),
  beside('strapi5', { database: 'sqlite', ...few }, all, { each: 9 }),
  beside('directus', { database: 'postgres', ...few }, directusWorkloads, { each: 9 }),
  beside('postgraphile', { database: 'postgres', ...few }, ['list', 'list without count', 'nested GraphQL'], {
    mean: 3.5,
    each: 3,
  }),
  beside('constant', { database: 'sqlite', ...few }, ['find one'], { each: isNode22() ? 0.32 : 0.26 }),
  {
    // This server with a million rows, and with 1,000. Reads may cost 1.3 times as much.
    ...beside('few-rows', { database: 'sqlite', articles: 0, indexes: false }, growthReads(), { each: 1 / 1.3 }),
    name: 'few-rows',
  },
]

function beside(peer: PeerName, setup: Setup, workloads: readonly string[], limits: Limits): Comparison {
  const { database, articles, indexes } = setup
  const name = [peer, database, articles, ...(indexes ? ['indexes'] : [])].join('-')
  return { name, peer, setup, workloads, limits }
}

/** The reads without a count, which takes longer with more rows. */
function growthReads(): readonly string[] {
  return growthQueries.filter(({ counts }) => !counts).map(({ name }) => name)
}

/** Whether this Node has node:sqlite without a flag. */
function isNode22(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 13)
}
