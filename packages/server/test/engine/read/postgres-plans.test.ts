import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createContentApi, type ContentApi } from '../../../src/index.js'
import { planList } from '@content-api/core/query/plan'
import { compileRead } from '../../../../engine/src/read/read.js'
import { postgres } from '../../../../engine/src/dialects/postgres.js'
import { createLayout } from '../../../../engine/src/layout/own-layout.js'
import { createStrapiLayout } from '../../../../strapi-tables/src/layout/strapi-layout.js'
import { configure, planFor } from '../../../../engine/src/drivers/postgres/session-settings.js'
import { oracleModel } from '../../reliability/service-process.js'
import { article, registry, strict } from '../../support/plan-context.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'

const layout = createLayout(registry, 'postgres')
const strapiLayout = createStrapiLayout(registry, { dialect: 'postgres', timeZone: 'UTC' })
const { connection } = await postgresDatabase()
let api: ContentApi
const client = new Client(connection.url)
/** A connection with the settings of the server's own read connections. */
const reader = new Client(connection.url)

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Parent Relationship'?: string
  /** The columns of the node, with the option VERBOSE. */
  readonly Output?: readonly string[]
  readonly Plans?: readonly Node[]
}

/** Returns the tables that PostgreSQL scans completely for each of several rows. */
function* readAgain(node: Node, isRepeated = false): Generator<string> {
  const repeated = isRepeated || node['Parent Relationship'] === 'SubPlan'
  if (repeated && node['Node Type'] === 'Seq Scan') yield node['Relation Name'] ?? ''
  for (const part of node.Plans ?? []) yield* readAgain(part, repeated)
}

beforeAll(async () => {
  api = await createContentApi({ project: oracleModel, database: connection })
  await client.connect()
  await client.query(`INSERT INTO tags (name) SELECT 'tag ' || i FROM generate_series(1, 500) i`)
  await client.query(`INSERT INTO articles (title, locale, "publishedAt", localization_group)
    SELECT 'article ' || i, 'en', now(), i FROM generate_series(1, 500) i`)
  await client.query(`INSERT INTO articles_tags_links (source_id, target_id, source_order, target_order)
    SELECT a, (a * 31 + t * 7) % 500 + 1, t, a FROM generate_series(1, 500) a, generate_series(1, 12) t`)
  await client.query('ANALYZE')
  await reader.connect()
  configure(reader, { avoidsScans: true })
  await planFor(reader)
})
afterAll(async () => {
  await client.end()
  await reader.end()
  await api.close()
})

const queries = [
  ['a populate', { populate: { tags: { fields: ['name'] } } }],
  ['a filtered populate', { populate: { tags: { filters: { name: { $contains: '1' }, weight: { $null: true } } } } }],
  ['a populate sorted by another relation', { populate: { tags: { sort: 'articles.title', limit: 1 } } }],
  ['a sort by a relation', { sort: ['tags.name:desc', 'category.name'] }],
] as const

async function planOf(sql: string, values: readonly unknown[], options: string, on = client): Promise<Node> {
  const { rows } = await on.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
    `EXPLAIN (FORMAT JSON${options}) ${sql}`,
    [...values],
  )
  const [plan] = rows.flatMap((row) => row['QUERY PLAN'])
  if (!plan) throw new Error('EXPLAIN gave no plan')
  return plan.Plan
}

describe.each([
  ['with a plan for its parameters', ''],
  ['with a generic plan for all parameters', ', GENERIC_PLAN'],
])('%s', (_, options) => {
  it.each(queries)('%s looks up related rows by an index, and scans no table for each entry', async (_name, query) => {
    const { sql, values } = compileRead(planList(article, query, strict), layout, postgres)
    const plan = await planOf(sql, options === '' ? values : [], options)
    // PostgreSQL may scan `categories`, which is empty.
    expect([...readAgain(plan)].filter((table) => table !== 'categories')).toEqual([])
  })
})

it('cheap reads look up related rows by an index even in empty tables', async () => {
  const query = { populate: ['category', 'author', 'tags', 'related'] }
  const { sql } = compileRead(planList(article, query, strict), layout, postgres)
  expect([...readAgain(await planOf(sql, [], ', GENERIC_PLAN', reader))]).toEqual([])
})

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const part of node.Plans ?? []) yield* nodesOf(part)
}

const isSort = (node: Node) => node['Node Type'].endsWith('Sort')

it.each([
  ['entries', {}],
  ['related entries', { populate: { tags: true } }],
])('%s in the order of an index are not sorted, whatever the parameters', async (_, populate) => {
  const query = { sort: 'id', pagination: { page: 1, pageSize: 10, withCount: false }, ...populate }
  const { sql } = compileRead(planList(article, query, strict), layout, postgres)
  const nodes = [...nodesOf(await planOf(sql, [], ', GENERIC_PLAN', reader))]
  expect(nodes.filter(isSort)).toEqual([])
})

it.each(['id', 'id:desc'])('a page sorted by %s skips rows in an index, without reading them', async (sort) => {
  const query = { sort, pagination: { page: 3, pageSize: 10, withCount: false } }
  const { sql } = compileRead(planList(article, query, strict), layout, postgres)
  const nodes = [...nodesOf(await planOf(sql, [], ', GENERIC_PLAN', reader))]
  const limit = nodes.find((node) => node['Node Type'] === 'Limit')
  expect(limit?.Plans?.map((node) => node['Node Type'])).toEqual(['Index Only Scan'])
  expect(nodes.filter(isSort)).toEqual([])
})

it.each([
  ['id', 1],
  ['id:desc', 3],
] as const)('a list of Strapi sorted by %s is read by the primary key: page %i', async (sort, page) => {
  const ofStrapi = new Client(`${connection.url}?options=-c%20search_path%3Dstrapi`)
  await ofStrapi.connect()
  onTestFinished(() => ofStrapi.end())
  await ofStrapi.query(`DROP SCHEMA IF EXISTS strapi CASCADE; CREATE SCHEMA strapi;
    CREATE TABLE articles (id serial PRIMARY KEY, title text, locale text, published_at timestamp);
    CREATE TABLE articles_localizations_links (article_id integer, inv_article_id integer, article_order float);
    INSERT INTO articles (title, locale, published_at) SELECT 'article ' || i, 'en', now() FROM generate_series(1, 500) i;
    ANALYZE articles`)
  configure(ofStrapi, { avoidsScans: false })
  await planFor(ofStrapi)
  const query = { sort, fields: 'title', pagination: { page, pageSize: 10, withCount: false } }
  const { sql } = compileRead(planList(article, query, strict), strapiLayout, postgres)
  const nodes = [...nodesOf(await planOf(sql, [], ', GENERIC_PLAN', ofStrapi))]
  const limited = nodes.filter((node) => node['Node Type'] === 'Limit').flatMap(({ Plans = [] }) => Plans)
  expect(limited.map((node) => node['Node Type'])).toEqual(['Index Scan'])
})

it.each([['title'], ['author.name'], ['tags.name:desc', 'title']])(
  'a page sorted by %s, which no index serves, is sorted as ids',
  async (...sort) => {
    const query = { sort, pagination: { page: 2, pageSize: 10 } }
    const { sql } = compileRead(planList(article, query, strict), layout, postgres)
    const nodes = [...nodesOf(await planOf(sql, [], ', GENERIC_PLAN, VERBOSE', reader))]
    const limited = nodes.filter((node) => node['Node Type'] === 'Limit').flatMap(({ Plans = [] }) => Plans)
    expect(limited.filter(isSort).map(({ Output = [] }) => Output.length)).toEqual([sort.length + 1])
  },
)

it('a filtered list reads the matching rows once, for its page and its count', async () => {
  const query = { filters: { kind: 'news' }, sort: 'title', pagination: { page: 2, pageSize: 10 } }
  const { sql } = compileRead(planList(article, query, strict), layout, postgres)
  const nodes = [...nodesOf(await planOf(sql, [], ', GENERIC_PLAN', reader))]
  expect(nodes.filter((node) => node['Node Type'] === 'CTE Scan')).toHaveLength(2)
})

it('parallel workers are only planned for reads that take much longer than starting them', async () => {
  const costOf = async (on: Client) => {
    const { rows } = await on.query<{ cost: string }>(`SELECT current_setting('parallel_setup_cost') AS cost`)
    return rows
  }
  expect(await costOf(reader)).toEqual([{ cost: '10000' }])
  const own = new Client(`${connection.url}?options=-c%20parallel_setup_cost%3D7`)
  await own.connect()
  configure(own, { avoidsScans: true })
  await planFor(own)
  expect(await costOf(own)).toEqual([{ cost: '7' }])
  await own.end()
})

it('an import updates the statistics of the tables that it writes', async () => {
  await api.importEntries([{ type: 'api::tag.tag', id: 501, attributes: { name: 'imported' } }])
  const { rows } = await client.query('SELECT reltuples::integer AS rows FROM pg_class WHERE oid = $1::regclass', [
    'tags',
  ])
  expect(rows).toEqual([{ rows: 501 }])
})
