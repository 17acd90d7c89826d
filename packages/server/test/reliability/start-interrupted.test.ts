import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentTypeFile } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src/config/connection.js'
import type { Database } from '../../src/storage/database.js'
import { describeTables } from '../support/describe-tables.js'
import { newDatabases } from '../support/postgres.js'
import { openProject } from '../support/project.js'
import { foundBroken } from './integrity.js'
import { amount, projectFolder, random, relatedIds, type ServiceProcess, startService } from './service-process.js'

const kills = amount('START_KILLS', 2)
const seed = amount('START_SEED', 16)

/** What a start leaves in the database beside entries: its tables, and the roles that must be there. */
async function madeByStart(connection: Connection): Promise<string[]> {
  const database = await openProject(connection, { contentTypes: {} })
  try {
    return [...(await describeTables(database)), ...(await rolesOf(database))]
  } finally {
    await database.close()
  }
}

function rolesOf(database: Database): Promise<string[]> {
  return database.write(async (transaction) => {
    const sql = `SELECT r.type, p.action FROM up_roles r LEFT JOIN "_role_permissions" p ON p.role = r.type`
    const rows = await transaction.query({ sql, values: [] })
    return rows.map(({ type, action }) => `role ${String(type)} ${String(action)}`).toSorted()
  })
}

interface Kill {
  /** The number of the statement that is under way. */
  readonly statement: number
  /** How many milliseconds it has been. */
  readonly after: number
}

/** In equal distances over all that a start asks of its database. */
function killsOver(statements: number): Kill[] {
  const pick = random(seed)
  return Array.from({ length: kills }, (_, index) => ({
    statement: Math.ceil(((index + 0.5) * statements) / kills),
    after: pick(20),
  }))
}

/** Has a start killed, and gives what the next one made. */
async function startAgain(project: string, connection: Connection, kill: Kill): Promise<ServiceProcess> {
  const environment = { KILL_AT_STATEMENT: String(kill.statement), KILL_AFTER: String(kill.after) }
  await startService(project, connection, { counted: true, allowDataLoss: true, environment }).then(
    // Everything else took less time than the kill.
    (service) => service.kill(),
    (error: Error) => expect(error.message).toMatch(/^The server ended with code null|^fetch failed/),
  )
  return startService(project, connection, { allowDataLoss: true })
}

/** How many statements a start gives to its database until it serves, without the request that finds that it does. */
async function statementsOf(service: ServiceProcess): Promise<number> {
  return (await service.statements()) - 1
}

/** Changes the schema of articles: an attribute comes, one goes, one gets a wider type, a relation gets another target. */
function changeArticles(project: string): void {
  const file = join(project, 'src/api/article/content-types/article/schema.json')
  const schema = JSON.parse(readFileSync(file, 'utf8')) as ContentTypeFile & { attributes: Record<string, object> }
  const { internalNote: _gone, ...attributes } = schema.attributes
  const changed = {
    ...attributes,
    subtitle: { type: 'string' },
    views: { type: 'string' },
    mainTag: { type: 'relation', relation: 'oneToOne', target: 'api::category.category' },
  }
  writeFileSync(file, JSON.stringify({ ...schema, attributes: changed }))
}

describe.each(newDatabases)(`starts on %s that are killed ${kills} times`, (name, newDatabase) => {
  const timeout = 60_000 + kills * 20_000

  it('the next one makes the tables of a new database as one that was left alone (R16)', { timeout }, async () => {
    const project = projectFolder()
    const { connection } = await newDatabase()
    const undisturbed = await startService(project, connection, { counted: true })
    const statements = await statementsOf(undisturbed)
    await undisturbed.kill()
    const expected = await madeByStart(connection)
    // A start that finds everything as it should be only looks: how long it takes doesn't hang on how far the database is.
    const again = await startService(project, connection, { counted: true })
    // Four are Sequelize's own for its first connection to PostgreSQL.
    expect(await statementsOf(again)).toBeLessThanOrEqual(11)
    await again.kill()

    const found: number[] = []
    for (const kill of killsOver(statements)) {
      const { connection } = await newDatabase()
      const service = await startAgain(project, connection, kill)
      expect(await madeByStart(connection), JSON.stringify(kill)).toEqual(expected)
      expect(await foundBroken(connection)).toEqual([])
      expect((await service.ask('POST /api/tags', { name: 'first' })).status).toBe(200)
      await service.kill()
      found.push(kill.statement)
    }
    process.stdout.write(
      `${name}: a new database, killed at statement ${found.join(', ')} of ${statements}: next start made all\n`,
    )
  })

  it('the next one changes the tables as one that was left alone, and keeps what they hold (R16)', {
    timeout,
  }, async () => {
    const before = projectFolder()
    const after = projectFolder()
    changeArticles(after)
    const undisturbed = (await newDatabase()).connection
    const tables = new Map<string, string[]>()
    let statements = 0
    for (const project of [before, after]) {
      const service = await startService(project, undisturbed, { counted: true, allowDataLoss: true })
      statements = await statementsOf(service)
      await service.kill()
      tables.set(project, await madeByStart(undisturbed))
    }
    expect(tables.get(before)).not.toEqual(tables.get(after))

    const { connection } = await newDatabase()
    let service = await startService(before, connection)
    const { id: tag } = (await service.ask('POST /api/tags', { name: 'kept' })).body.data
    const { id } = (await service.ask('POST /api/articles', { title: 'Kept', code: 'AB-1', price: 1.5, tags: [tag] }))
      .body.data
    const found: number[] = []
    // There and back again: each time the tables have to change.
    for (const [index, kill] of killsOver(statements).entries()) {
      const project = index % 2 === 0 ? after : before
      const views = String(9_007_199_254_740_990n + BigInt(index))
      expect((await service.ask(`PUT /api/articles/${id}`, { views })).status).toBe(200)
      await service.kill()
      service = await startAgain(project, connection, kill)
      expect(await madeByStart(connection), JSON.stringify(kill)).toEqual(tables.get(project))
      expect(await foundBroken(connection)).toEqual([])
      const article = await service.ask(`GET /api/articles/${id}?publicationState=preview&populate[tags][fields]=name`)
      // A number becomes text as it is; text doesn't become a number.
      const kept = { title: 'Kept', code: 'AB-1', price: 1.5, views: project === after ? views : null }
      expect(article.body.data.attributes, JSON.stringify(kill)).toMatchObject(kept)
      expect(relatedIds(article, 'tags')).toEqual([tag])
      found.push(kill.statement)
    }
    await service.kill()
    process.stdout.write(
      `${name}: tables that change, killed at statement ${found.join(', ')} of ${statements}: next start changed all, data kept\n`,
    )
  })
})
