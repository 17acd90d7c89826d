import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { compareAnswers } from '../beside/compare-answers.js'
import { callOfRead, describeCall, prepareDrawing } from '../beside/draw-reads.js'
import { HttpClient } from '../beside/http-client.js'
import { type DatabaseName, recordedSecrets } from '../beside/recorded-project.js'
import { type DatabaseAddress, onSqlite } from '../beside/recorded-rows.js'
import { recordedVersions } from '../beside/recorded-versions.js'
import type { Report } from '../beside/report.js'
import { timeZone } from '../beside/two-sides.js'
import { Random } from '../strapi-starts/random.js'
import { startStrapiOn } from './boot-part.js'
import { describeDatabase, onPostgres, without } from './describe-database.js'
import { OperationDrawing } from './draw-operation.js'
import { KnownDocuments } from './known-documents.js'
import { KnownIds } from './known-ids.js'
import { LeftOut } from './left-out.js'
import { startDocuments } from './start-documents.js'
import { type OwnProject, withPair } from './with-both.js'

/** Lets Strapi open a database that this server created, and compares reads by both. */
export async function compareCreated(name: DatabaseName, reads: number, report: Report): Promise<void> {
  report.say(`\na database that this server created, ${name}`)
  await withPair(name, report.say, async ({ ours }) => {
    await emptyDatabase(ours.database)
    await fillByOurServer(ours, name)
    const created = await describeDatabase(ours.database)
    const boot = async () => {
      const strapi = await startStrapiOn(ours)
      await strapi.stop('SIGTERM')
      return describeDatabase(ours.database)
    }
    const first = await boot()
    const lost = without(created, first)
    const kinds = new Map<string, string[]>()
    for (const line of without(first, created)) kinds.set(kindOf(line), [...(kinds.get(kindOf(line)) ?? []), line])
    const added = [...kinds].map(([kind, lines]) => `${lines.length} ${kind}`).join(', ')
    report.check(
      lost.length === 0,
      `${name}: the first boot changes nothing of ours, and adds ${added} ${lost.slice(0, 3).join('; ')}`,
    )
    for (const line of (kinds.get('columns of tables of ours') ?? []).slice(0, 5)) report.say(`    ${line}`)
    const second = await boot()
    const changed = [...without(first, second), ...without(second, first)]
    report.check(changed.length === 0, `${name}: the second boot changes nothing ${changed.slice(0, 3).join('; ')}`)
    await compareReads(ours, name, reads, report)

    function kindOf(line: string): string {
      const table = /^column (\w+)\./.exec(line)?.[1]
      if (table === undefined) return line.startsWith('key') ? 'foreign keys' : 'indexes'
      return created.some((other) => other.startsWith(`column ${table}.`))
        ? 'columns of tables of ours'
        : 'columns of its own tables'
    }
  })
}

async function emptyDatabase(database: DatabaseAddress): Promise<void> {
  if (database.dialect === 'sqlite') {
    for (const end of ['', '-wal', '-shm']) await rm(`${database.file}${end}`, { force: true })
  } else await onPostgres(database.url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
}

/** Lets this server create the tables, and random content in them. */
async function fillByOurServer({ folder, database }: OwnProject, name: DatabaseName): Promise<void> {
  const registry = await recordedVersions[5].loadModel()
  const server = await startDocuments(folder, timeZone)
  const client = new HttpClient(server.url)
  try {
    await addToken(database)
    const known = new KnownDocuments()
    const drawing = new OperationDrawing(
      { random: new Random(1), registry, known, leftOut: new LeftOut(), dialect: name },
      true,
    )
    for (let n = 0; n < writes; n++) {
      // The ids in these operations are those of this server.
      const operation = new KnownIds().forTheirs(drawing.draw())
      const { status, text } = await client.send({ ...operation, caller: 'full' })
      drawing.learn(operation, status, text === '' ? null : JSON.parse(text))
    }
  } finally {
    client.close()
    await server.stop()
  }
}

/** Adds the API token of the caller `full`. */
async function addToken(database: DatabaseAddress): Promise<void> {
  const key = createHmac('sha512', recordedSecrets.apiTokenSalt).update('oracle-token-full-access').digest('hex')
  const now = database.dialect === 'sqlite' ? Date.now() : `'${new Date().toISOString()}'`
  const sql = `INSERT INTO strapi_api_tokens (name, kind, type, access_key, created_at, updated_at, published_at)
    VALUES ('full', 'content-api', 'full-access', '${key}', ${now}, ${now}, ${now})`
  if (database.dialect === 'sqlite') await onSqlite(database.file, (query) => query(sql))
  else await onPostgres(database.url, (client) => client.query(sql))
}

/** Sends the same reads to Strapi and to this server, which read the same database. */
async function compareReads(project: OwnProject, name: DatabaseName, reads: number, report: Report): Promise<void> {
  const strapi = await startStrapiOn(project)
  const theirs = new HttpClient(strapi.url)
  const server = await startDocuments(project.folder, timeZone)
  const ours = new HttpClient(server.url)
  try {
    const draw = await prepareDrawing(theirs, new Random(2), { version: 5, name }, { graphql: 0, closed: 0 })
    let equal = 0
    let successful = 0
    for (let n = 0; n < reads; n++) {
      const call = callOfRead(draw('full'))
      if (!call.path.startsWith('/api/')) continue
      const answers = [await theirs.send(call), await ours.send(call)] as const
      const [one, other] = answers.map(({ status, text }) => ({ status, text, headers: {} }))
      if (!one || !other) continue
      const isList = name === 'postgres' && !/[?&]sort[=[]/.test(call.path)
      const { differences } = compareAnswers(one, other, isList)
      if (one.status === 200) successful++
      if (differences.length === 0 || (one.status >= 400 && other.status >= 400)) equal++
      else report.fail(`${name}: ${describeCall(call)} ${differences.slice(0, 3).join('; ')}`)
    }
    report.check(
      equal >= reads * 0.9,
      `${name}: ${equal} of ${reads} reads by both are equal, ${successful} of them successful`,
    )
  } finally {
    ours.close()
    await server.stop()
    theirs.close()
    await strapi.stop('SIGTERM')
  }
}

/** The operations that fill the database. */
const writes = 400
