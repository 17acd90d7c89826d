import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from '../../packages/server/test/support/embedded-postgres.js'
import { jsonHeaders } from '../server/load.js'
import { articleOf, countries } from '../server/oracle-content.js'
import type { Call } from '../server/workloads.js'
import { startOnNode22 } from './node22-program.js'
import { installPeer, node22, type PeerPackages } from './peer-packages.js'
import { type Say, startPostgres, timeOf } from './servers.js'
import type { Closing, Content, Setup, Side } from './side.js'

export const postgraphilePackages: PeerPackages = {
  name: 'PostGraphile',
  group: 'peers',
  manifest: { dependencies: { postgraphile: '5.1.5', ...node22 } },
  megabytes: 480,
}

/** Starts PostGraphile on tables with the same articles. */
export async function startPostgraphile(setup: Setup, closing: Closing, say: Say): Promise<Side> {
  const folder = await installPeer(postgraphilePackages, say)
  const database = (await startPostgres(setup, closing)) as string
  await createTables(database, setup.articles)
  const port = await freePort()
  const cli = join(folder, 'node_modules', 'postgraphile', 'dist', 'cli-run.js')
  const options = ['--preset', 'postgraphile/presets/amber', '--connection', database]
  const url = `http://127.0.0.1:${port}`
  const probe = new Request(`${url}/graphql`, {
    method: 'POST',
    headers: jsonHeaders,
    body: '{"query":"{__typename}"}',
  })
  const args = [cli, ...options, '--host', '127.0.0.1', '--port', String(port)]
  const pid = await startOnNode22(folder, args, { GRAPHILE_ENV: 'production' }, probe, closing)
  return {
    name: 'postgraphile',
    url,
    headers: {},
    processorTime: await timeOf(pid, database),
    call: (workload, n) => callOf(workload, n),
    read: (_, body) => contentOf(body as Body),
  }
}

/** The attributes of articles that REST returns, in PostgreSQL's types. */
const columns = {
  title: 'text NOT NULL',
  slug: 'text UNIQUE',
  code: 'text UNIQUE',
  summary: 'text',
  body: 'text',
  kind: 'text',
  contactEmail: 'text',
  publishDate: 'date',
  publishTime: 'time',
  eventAt: 'timestamptz',
  stampedAt: 'timestamptz',
  rating: 'int',
  views: 'bigint',
  score: 'float',
  price: 'numeric',
  featured: 'boolean',
  extra: 'jsonb',
  richBlocks: 'jsonb',
  createdAt: 'timestamptz DEFAULT now()',
  updatedAt: 'timestamptz DEFAULT now()',
  publishedAt: 'timestamptz DEFAULT now()',
  locale: `text DEFAULT 'en'`,
} as const

const tables = `
  CREATE TABLE categories (id serial PRIMARY KEY, name text, rank int);
  CREATE TABLE authors (id serial PRIMARY KEY, name text, country text);
  CREATE TABLE tags (id serial PRIMARY KEY, name text, color text, weight int);
  CREATE TABLE articles (id serial PRIMARY KEY,
    ${Object.entries(columns)
      .map(([name, type]) => `"${name}" ${type}`)
      .join(', ')},
    category_id int REFERENCES categories, author_id int REFERENCES authors);
  CREATE INDEX ON articles (category_id);
  CREATE INDEX ON articles (author_id);
  CREATE TABLE links (id serial PRIMARY KEY, article_id int REFERENCES articles, tag_id int REFERENCES tags);
  CREATE INDEX ON links (article_id);
  CREATE INDEX ON links (tag_id);
`

async function createTables(url: string, articles: number): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(tables)
  const insert = async (table: string, row: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(row).map((name) => `"${name}"`)
    const marks = names.map((_, index) => `$${index + 1}`)
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')}) RETURNING id`
    return (await client.query<{ id: number }>(sql, Object.values(row))).rows[0]?.id as number
  }
  const many = async (count: number, make: (n: number) => Promise<number>) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) ids.push(await make(n))
    return ids
  }
  await client.query('BEGIN')
  const tags = await many(40, (n) => insert('tags', { name: `tag ${n}`, color: '#336699', weight: n % 10 }))
  const categories = await many(10, (n) => insert('categories', { name: `Bench category ${n}`, rank: n }))
  const authors = await many(50, (n) => insert('authors', { name: `Author ${n}`, country: countries[n % 5] }))
  await many(articles, async (n) => {
    const article = articleOf(n, { tags, categories, authors })
    const scalars = Object.entries(article).filter(([name]) => name in columns)
    const links = { category_id: article.category, author_id: article.author }
    const id = await insert('articles', { ...Object.fromEntries(scalars), ...links })
    for (const tag of article.tags) await insert('links', { article_id: id, tag_id: tag })
    return id
  })
  await client.query('COMMIT')
  await client.end()
}

const scalars = Object.keys(columns).join(' ')
const related = `categoryByCategoryId { rowId name rank } authorByAuthorId { rowId name country }
  linksByArticleId { nodes { tagByTagId { rowId name color } } }`

/** Queries with variables in place of the numbers, so that PostGraphile keeps their plans. */
const list = (fields: string, total = '') =>
  `query Articles($first: Int, $offset: Int) { allArticles(first: $first, offset: $offset, orderBy: PRIMARY_KEY_ASC) { ${total} nodes { rowId ${fields} } } }`

const queries: Readonly<Record<string, string>> = {
  list: list(scalars, 'totalCount'),
  'list without count': list(scalars),
  'nested GraphQL': list(`title summary kind rating score price updatedAt ${related}`),
}

function callOf(workload: string, n: number): Call {
  const query = queries[workload]
  if (query === undefined) throw new Error(`PostGraphile has no workload '${workload}'.`)
  return { method: 'POST', path: '/graphql', body: { query, variables: { first: 25, offset: (n % 20) * 25 } } }
}

interface Named {
  readonly name: string
}

interface Body {
  readonly data: {
    readonly allArticles: {
      readonly totalCount?: number
      readonly nodes: readonly {
        readonly title: string
        readonly categoryByCategoryId?: Named
        readonly authorByAuthorId?: Named
        readonly linksByArticleId?: { readonly nodes: readonly { readonly tagByTagId: Named }[] }
      }[]
    }
  }
}

function contentOf({ data: { allArticles } }: Body): Content {
  return {
    total: allArticles.totalCount,
    entries: allArticles.nodes.map((node) => ({
      title: node.title,
      category: node.categoryByCategoryId?.name,
      author: node.authorByAuthorId?.name,
      tags: node.linksByArticleId?.nodes.map(({ tagByTagId }) => tagByTagId.name),
    })),
  }
}
