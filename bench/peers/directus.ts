import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../packages/server/test/support/embedded-postgres.js'
import { jsonHeaders } from '../server/load.js'
import { articleOf, countries, type Loaded } from '../server/oracle-content.js'
import type { Call } from '../server/workloads.js'
import { node22Of, startOnNode22 } from './node22-program.js'
import { installPeer, node22, type PeerPackages } from './peer-packages.js'
import { type Say, startPostgres, timeOf } from './servers.js'
import type { Closing, Content, Setup, Side } from './side.js'
import { withoutTime } from './strapi4-interface.js'

export const directusPackages: PeerPackages = {
  name: 'Directus',
  group: 'peers',
  // The newest version whose packages npm has all.
  manifest: { dependencies: { directus: '12.4.0', ...node22 }, overrides: { '@directus/app': '18.0.0' } },
  // A build of isolated-vm would need Node's headers. See directus-stub.mjs.
  scriptsOf: ['node'],
  megabytes: 900,
}

const token = 'local-full-access'

/** Starts Directus on PostgreSQL, with collections of the same fields and relations. */
export async function startDirectus(setup: Setup, closing: Closing, say: Say): Promise<Side> {
  const folder = await installPeer(directusPackages, say)
  const database = (await startPostgres(setup, closing)) as string
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database,
    SECRET: 'local',
    TELEMETRY: 'false',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'local-admin',
    ADMIN_TOKEN: token,
  }
  const stub = fileURLToPath(new URL('directus-stub.mjs', import.meta.url))
  const cli = ['--import', stub, join(folder, 'node_modules', 'directus', 'cli.js')]
  say('Creating the database of Directus …')
  await promisify(execFile)(node22Of(folder), [...cli, 'bootstrap'], { cwd: folder, env: { ...process.env, ...env } })
  const pid = await startOnNode22(folder, [...cli, 'start'], env, new Request(`${url}/server/ping`), closing)
  const headers = { authorization: `Bearer ${token}` }
  const ids = await createContent(async (path, body) => {
    const init = { method: 'POST', headers: { ...headers, ...jsonHeaders }, body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    if (!response.ok)
      throw new Error(`Directus responds to POST ${path} with ${response.status}: ${text.slice(0, 500)}`)
    return (JSON.parse(text) as { data: unknown }).data
  }, setup.articles)
  return {
    name: 'directus',
    url,
    headers,
    processorTime: await timeOf(pid, database),
    call: (workload, n) => callOf(workload, n, ids),
    read: (workload, body) => contentOf(workload, body),
  }
}

/** The attributes of articles that REST returns, in Directus' types. */
const types = {
  title: 'string',
  slug: 'string',
  code: 'string',
  summary: 'text',
  body: 'text',
  kind: 'string',
  contactEmail: 'string',
  publishDate: 'date',
  publishTime: 'time',
  eventAt: 'timestamp',
  stampedAt: 'timestamp',
  rating: 'integer',
  views: 'bigInteger',
  score: 'float',
  price: 'decimal',
  featured: 'boolean',
  extra: 'json',
  richBlocks: 'json',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  publishedAt: 'timestamp',
  locale: 'string',
} as const

type Post = (path: string, body: unknown) => Promise<unknown>

async function createContent(post: Post, articles: number): Promise<Loaded> {
  const id = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } }
  const fieldsOf = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([field, type]) => ({ field, type, schema: {} }))
  const collection = (name: string, all: Readonly<Record<string, string>>) =>
    post('/collections', { collection: name, schema: {}, meta: {}, fields: [id, ...fieldsOf(all)] })
  await collection('categories', { name: 'string', rank: 'integer' })
  await collection('authors', { name: 'string', country: 'string' })
  await collection('tags', { name: 'string', color: 'string', weight: 'integer' })
  await collection('articles', { ...types, category: 'integer', author: 'integer' })
  await collection('articles_tags', { articles_id: 'integer', tags_id: 'integer' })
  await post('/fields/articles', { field: 'tags', type: 'alias', meta: { special: ['m2m'] } })
  const relation = (from: string, field: string, to: string, meta: object = {}) =>
    post('/relations', { collection: from, field, related_collection: to, schema: {}, meta })
  await relation('articles', 'category', 'categories')
  await relation('articles', 'author', 'authors')
  await relation('articles_tags', 'articles_id', 'articles', { one_field: 'tags', junction_field: 'tags_id' })
  await relation('articles_tags', 'tags_id', 'tags', { junction_field: 'articles_id' })
  const items = async (name: string, count: number, make: (n: number) => object) => {
    const created = await post(
      `/items/${name}?fields=id&limit=-1`,
      Array.from({ length: count }, (_, n) => make(n)),
    )
    return (created as { id: number }[]).map((one) => one.id)
  }
  const tags = await items('tags', 40, (n) => ({ name: `tag ${n}`, color: '#336699', weight: n % 10 }))
  const categories = await items('categories', 10, (n) => ({ name: `Bench category ${n}`, rank: n }))
  const authors = await items('authors', 50, (n) => ({ name: `Author ${n}`, country: countries[n % 5] }))
  const related = { tags, categories, authors }
  return { ...related, articles: await items('articles', articles, (n) => itemOf(n, related)) }
}

/** Returns the nth article with the names of Directus. */
function itemOf(n: number, ids: Omit<Loaded, 'articles'>): object {
  const { tags, category, author, ...rest } = articleOf(n, ids)
  const scalars = Object.fromEntries(Object.entries(rest).filter(([name]) => name in types))
  return { ...scalars, category, author, tags: tags.map((tag) => ({ tags_id: tag })) }
}

const scalars = ['id', ...Object.keys(types)].join(',')
const related = 'category.*,author.id,author.name,tags.tags_id.*'
const nested = `query Articles($page: Int) {
  articles(limit: 25, page: $page, sort: ["id"]) {
    id title summary kind rating score price updatedAt
    category { id name rank }
    author { id name country }
    tags(limit: 100) { tags_id { id name color } }
  }
}`

const page = (n: number) => `limit=25&page=${(n % 20) + 1}`
const list = (query: string, fields = scalars): Call => ({
  method: 'GET',
  path: `/items/articles?${query}&fields=${fields}`,
})
const at = <Id>(ids: readonly Id[], n: number) => ids[n % ids.length] as Id

const calls: Readonly<Record<string, (n: number, ids: Loaded) => Call>> = {
  list: (n) => list(`${page(n)}&sort=id&meta=filter_count`),
  'list without count': (n) => list(`${page(n)}&sort=id`),
  'filtered sorted page': (n) =>
    list(`filter[rating][_gte]=${(n % 5) + 1}&filter[kind][_eq]=news&sort=-title&${page(n % 5)}&meta=filter_count`),
  'filter over two relations': (n) =>
    list(
      `filter[author][country][_eq]=${countries[n % 5]}&filter[tags][tags_id][name][_eq]=tag ${n % 40}&${page(0)}&sort=id&meta=filter_count`,
    ),
  populate: (n) => list(`${page(n)}&sort=id&meta=filter_count`, `${scalars},${related}`),
  'sorted by a relation': (n) => list(`${page(n)}&sort=author.name,id&meta=filter_count`),
  'nested GraphQL': (n) => ({
    method: 'POST',
    path: '/graphql',
    body: { query: nested, variables: { page: (n % 20) + 1 } },
  }),
  'find one': (n, ids) => ({ method: 'GET', path: `/items/articles/${at(ids.articles, n)}?fields=${scalars}` }),
  create: (n, ids) => ({
    method: 'POST',
    path: `/items/articles?fields=${scalars}`,
    body: { ...itemOf(n, ids), slug: null, title: `Created ${n} at ${process.hrtime.bigint()}` },
  }),
  'update with connect': (n, ids) => ({
    method: 'PATCH',
    path: `/items/articles/${at(ids.articles, n)}?fields=${scalars}`,
    body: { rating: (n % 10) + 1, tags: { create: [{ tags_id: at(ids.tags, n * 7) }], update: [], delete: [] } },
  }),
}

function callOf(workload: string, n: number, ids: Loaded): Call {
  const call = calls[workload]
  if (call === undefined) throw new Error(`Directus has no workload '${workload}'.`)
  return call(n, ids)
}

interface Item {
  readonly title: string
  /** A number is the id of an entry that wasn't populated. */
  readonly category?: Named | null
  readonly author?: Named | null
  readonly tags?: readonly { readonly tags_id: Named }[]
}

interface Named {
  readonly name: string
}

function contentOf(workload: string, body: unknown): Content {
  const { data, meta } = body as { data: Item | readonly Item[]; meta?: { filter_count?: number } }
  const items = workload === 'nested GraphQL' ? (body as { data: { articles: Item[] } }).data.articles : [data].flat()
  const entries = items.map(({ title, category, author, tags }) => ({
    title: withoutTime(title),
    category: category?.name,
    author: author?.name,
    tags: tags?.map((link) => link.tags_id.name),
  }))
  return { total: meta?.filter_count, entries }
}
