import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { contentOfPostgres } from '../strapi-content/sources.js'
import { Random } from '../strapi-starts/random.js'
import { startBeside } from './beside-process.js'
import { callOfRead, prepareDrawing } from './draw-reads.js'
import { HttpClient, servedBy } from './http-client.js'
import type { ProofTarget } from './recorded-project.js'
import { type DatabaseAddress, onSqlite } from './recorded-rows.js'
import type { Report } from './report.js'
import { timeZone, withProject } from './two-sides.js'

/** Reads of each run. */
const reads = 400

/**
 * Requires that reads change nothing in the database, neither beside a running Strapi nor without it. A
 * SQLite file must keep each byte.
 */
export async function compareDatabases(target: ProofTarget, report: Report): Promise<void> {
  const { name } = target
  report.say(`\nthe database before and after, ${name}`)
  await withProject(target, report.say, async (project) => {
    const { folder, database } = project
    // Strapi writes a few rows when it starts on the recorded content for the first time.
    const first = await project.start()
    const theirs = new HttpClient(first.url)
    const draw = await prepareDrawing(theirs, new Random(1), target)
    const calls = Array.from({ length: reads }, () => callOfRead(draw('full')))
    theirs.close()
    await first.stop('SIGTERM')

    const run = async (strapi: string) => {
      const beside = await startBeside(folder, { strapi, timeZone, settings: { verify: false } })
      const ours = new HttpClient(beside.url)
      let served = 0
      for (const call of calls) {
        const answer = await ours.send(call)
        // Without Strapi, this server itself responds to forwarded reads with 502.
        if (answer.status === 200 && servedBy(answer) === 'content-api') served++
      }
      ours.close()
      await beside.stop()
      return served
    }
    const before = { bytes: await bytesOf(database), rows: await rowsOf(database) }
    const alone = await run(first.url)
    const isSame = (await bytesOf(database)) === before.bytes
    report.check(isSame, `${name}: unchanged by a start and ${alone} of ${reads} reads served while Strapi is stopped`)
    const strapi = await project.start()
    const together = await run(strapi.url)
    await strapi.stop('SIGTERM')
    const rows = await rowsOf(database)
    const changed = [...without(before.rows, rows), ...without(rows, before.rows)].map((row) => `\n    ${row}`)
    const what = `${name}: the same rows after ${together} of ${reads} reads served beside Strapi`
    report.check(changed.length === 0, what + changed.slice(0, 6).join(''))
  })
}

/** Returns the rows that another database doesn't have. */
function without(rows: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return rows.filter((row) => !known.has(row))
}

/** Returns the digest of the file, or of all rows of a PostgreSQL database. */
async function bytesOf(database: DatabaseAddress): Promise<string> {
  if (database.dialect === 'postgres') return digest(await contentOfPostgres(database.url))
  // Moves what is in the WAL into the file, so that the file is complete.
  await onSqlite(database.file, (query) => query('PRAGMA wal_checkpoint(TRUNCATE)'))
  return digest(await readFile(database.file))
}

/** Returns all rows except the one that Strapi changes at each start. */
async function rowsOf(database: DatabaseAddress): Promise<readonly string[]> {
  const lines =
    database.dialect === 'postgres' ? await contentOfPostgres(database.url) : await rowsOfSqlite(database.file)
  return lines.split('\n').filter((line) => !line.includes('plugin_upload_metrics'))
}

const rowsOfSqlite = (file: string) =>
  onSqlite(file, async (query) => {
    const tables = await query(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    const lines: string[] = []
    for (const { name } of tables)
      for (const row of await query(`SELECT * FROM "${String(name)}" ORDER BY 1`))
        lines.push(JSON.stringify([name, row]))
    return lines.join('\n')
  })

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
