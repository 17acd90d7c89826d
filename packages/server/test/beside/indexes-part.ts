import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { Client } from 'pg'
import { builtCli, startBeside } from './beside-process.js'
import { compareAnswers } from './compare-answers.js'
import { HttpClient, servedBy } from './http-client.js'
import type { ProofTarget, RecordedProject } from './recorded-project.js'
import { type DatabaseAddress, onSqlite } from './recorded-rows.js'
import type { Report } from './report.js'
import { timeZone, withProject } from './two-sides.js'

const articles = 30_000

const schemaFile = 'src/api/article/content-types/article/schema.json'

/** Lists that the indexes serve. Without a sort, PostgreSQL may return the entries in any order. */
const reads = (version: StrapiVersion): readonly string[] => [
  '/api/articles?sort=id',
  '/api/articles?sort=id:desc&pagination[page]=7',
  '/api/articles?sort=id&locale=fr&pagination[withCount]=false',
  '/api/articles?sort=title,id&fields=title&pagination[pageSize]=5',
  '/api/articles?sort=publishedAt,id&pagination[start]=40&pagination[limit]=30',
  `/api/articles?sort=id&${version === 5 ? 'status=draft' : 'publicationState=preview'}`,
  `/api/articles?sort=id&locale=${version === 5 ? '*' : 'all'}`,
]
const unsorted = ['/api/articles', '/api/articles?locale=fr', '/api/articles?fields=title&pagination[page]=3']

/**
 * Requires that `doctor --beside` recommends indexes on the content of a running Strapi, that Strapi creates
 * them, that they are enough, and that lists are those of Strapi with them too.
 */
export async function compareIndexed(target: ProofTarget, report: Report): Promise<void> {
  const { name, version } = target
  report.say(`\nindexes, ${name}`)
  await withProject(target, report.say, async (project) => {
    const { folder, database } = project
    await addArticles(database, version)
    const strapi = await project.start()
    const before = await indexesOf(database)
    const recommended = indexesIn(await doctor(folder))
    const [first] = recommended
    report.check(first !== undefined, `${name}: recommended: ${JSON.stringify(recommended)}`)
    report.check((await indexesOf(database)).join() === before.join(), `${name}: no index was created`)
    await strapi.stop('SIGTERM')

    await declareIndexes(folder, recommended)
    const again = await project.start()
    const after = await indexesOf(database)
    const areCreated = recommended.every((index) => after.includes(index.name))
    report.check(areCreated, `${name}: Strapi created ${recommended.length} indexes`)
    // Only on larger content, the second index is worth it beside the first one.
    const further = indexesIn(await doctor(folder)).filter((index) => after.includes(index.name))
    report.check(further.length === 0, `${name}: none of them is recommended again`)
    await compareLists({ ...target, folder, strapi: again.url }, report)
    await again.stop('SIGTERM')
  })
}

interface Index {
  readonly name: string
  readonly columns: readonly string[]
}

/** A long text, and a date of publication. */
const valuesOf = {
  sqlite: { summary: 'hex(zeroblob(700))', date: '1700000000000 + i' },
  postgres: { summary: `repeat('0', 1400)`, date: `timestamp '2024-01-01' + i * interval '1 second'` },
}

/** Adds long articles in two languages, of which half are published. */
async function addArticles(database: DatabaseAddress, version: StrapiVersion): Promise<void> {
  const { summary, date } = valuesOf[database.dialect]
  const columns = ['title', 'summary', 'locale', 'published_at', ...(version === 5 ? ['document_id'] : [])]
  const values = [
    `'many ' || i`,
    summary,
    `CASE WHEN i % 10 = 0 THEN 'fr' ELSE 'en' END`,
    `CASE WHEN i % 2 = 0 THEN ${date} END`,
    ...(version === 5 ? [`'many' || i`] : []),
  ]
  await run(
    database,
    `INSERT INTO articles (${columns.join()}) WITH RECURSIVE numbers(i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${articles}) SELECT ${values.join()} FROM numbers`,
  )
}

async function run(database: DatabaseAddress, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (database.dialect === 'sqlite') return onSqlite(database.file, (query) => query(sql))
  const client = new Client(database.url)
  await client.connect()
  try {
    return (await client.query(sql)).rows as Readonly<Record<string, unknown>>[]
  } finally {
    await client.end()
  }
}

/** Returns the names of all indexes in the database. */
async function indexesOf(database: DatabaseAddress): Promise<readonly string[]> {
  const sql =
    database.dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name`
      : `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`
  return (await run(database, sql)).map(({ name }) => String(name))
}

/** Returns what `doctor --beside` prints. */
async function doctor(project: string): Promise<string> {
  const environment = { ...process.env, NODE_ENV: 'production', TZ: timeZone }
  const args = [builtCli, 'doctor', '--beside', '--project', project]
  return (await promisify(execFile)(process.execPath, args, { env: environment })).stdout
}

/** Returns the indexes for the schema file of articles in a text of `doctor`. */
function indexesIn(text: string): readonly Index[] {
  const [, part = ''] = text.split(`${schemaFile}\n`)
  const [lines = ''] = part.split('\n\n')
  return [...lines.matchAll(/\{ "name": .*?\] \}/g)].map(([line]) => JSON.parse(line) as Index)
}

async function declareIndexes(project: RecordedProject['folder'], indexes: readonly Index[]): Promise<void> {
  const file = join(project, schemaFile)
  const schema = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...schema, indexes }, null, 2))
}

interface Lists extends ProofTarget {
  readonly folder: string
  /** The URL of Strapi. */
  readonly strapi: string
}

async function compareLists({ version, name, folder, strapi }: Lists, report: Report): Promise<void> {
  const beside = await startBeside(folder, { strapi, timeZone, settings: { verify: false } })
  const [theirs, ours] = [new HttpClient(strapi), new HttpClient(beside.url)]
  let served = 0
  const paths = [...reads(version), ...(name === 'sqlite' ? unsorted : [])]
  for (const path of paths) {
    const [expected, answer] = [await theirs.get(path, 'full'), await ours.get(path, 'full')]
    const { differences } = compareAnswers(expected, answer)
    if (differences.length > 0) report.fail(`${name}, ${path}: ${differences.slice(0, 3).join('; ')}`)
    else report.pass()
    if (servedBy(answer) === 'content-api') served++
  }
  report.check(served > paths.length / 2, `${name}: ${served} of ${paths.length} lists served with these indexes`)
  theirs.close()
  ours.close()
  await beside.stop()
}
