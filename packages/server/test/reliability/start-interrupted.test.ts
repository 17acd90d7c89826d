import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentTypeFile } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import type { Connection, Database } from '@content-api/engine/database'
import { describeTables } from '../support/describe-tables.js'
import { newDatabases } from '../../../../tests/support/postgres.js'
import { openProject } from '../support/project.js'
import { foundBroken } from './integrity.js'
import {
  amount,
  openInProcess,
  projectFolder,
  random,
  relatedIds,
  type ServiceInProcess,
  type ServiceProcess,
  startService,
} from './service-process.js'

const kills = amount('START_KILLS', 1)
const seed = amount('START_SEED', 16)

/** Describes what a start creates in the database: its tables and the default roles. */
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
  /** The number of the running statement. */
  readonly statement: number
  /** The milliseconds since the statement was sent. */
  readonly after: number
}

/** Returns kills at equal distances over all statements of a start. */
function killsOver(statements: number): Kill[] {
  const pick = random(seed)
  return Array.from({ length: kills }, (_, index) => ({
    statement: Math.ceil(((index + 0.5) * statements) / kills),
    after: pick(20),
  }))
}

/** Kills a start in its own process, and returns the next one in this process. */
async function startAgain(project: string, connection: Connection, kill: Kill): Promise<ServiceInProcess> {
  const environment = { KILL_AT_STATEMENT: String(kill.statement), KILL_AFTER: String(kill.after) }
  await startService(project, connection, { counted: true, allowDataLoss: true, environment }).then(
    // The start ended before the kill.
    (service) => service.kill(),
    (error: Error) => expect(error.message).toMatch(/^The server ended with code null|^fetch failed/),
  )
  return openInProcess(project, connection, { allowDataLoss: true })
}

/** Returns the number of statements until the server responds, without the request that checks this. */
async function statementsOf(service: ServiceProcess): Promise<number> {
  return (await service.statements()) - 1
}

/**
 * Changes the schema of articles: adds and removes an attribute, and changes the type of another one and the
 * target of a relation.
 */
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

describe.each(newDatabases)(`a start on %s after each of ${kills} killed starts`, (name, newDatabase) => {
  const timeout = 600_000 + kills * 20_000

  it('creates the same tables in a new database as an undisturbed start (R16)', { timeout }, async () => {
    const project = projectFolder()
    const { connection } = await newDatabase()
    const undisturbed = await startService(project, connection, { counted: true })
    const statements = await statementsOf(undisturbed)
    await undisturbed.kill()
    const expected = await madeByStart(connection)
    // A start without changes only reads. The number of its reads must stay small, because each takes a round
    // trip to the database.
    const again = await startService(project, connection, { counted: true })
    // Sequelize sends four of them for its first connection to PostgreSQL. Two find out how a SQLite file is
    // written, and one which webhooks are new.
    expect(await statementsOf(again)).toBeLessThanOrEqual(14)
    await again.kill()

    const found: number[] = []
    for (const kill of killsOver(statements)) {
      const { connection } = await newDatabase()
      const service = await startAgain(project, connection, kill)
      expect(await madeByStart(connection), JSON.stringify(kill)).toEqual(expected)
      expect(await foundBroken(connection)).toEqual([])
      expect((await service.ask('POST /api/tags', { name: 'first' })).status).toBe(200)
      await service.close()
      found.push(kill.statement)
    }
    process.stdout.write(
      `${name}: a new database, killed at statement ${found.join(', ')} of ${statements}: next start made all\n`,
    )
  })

  it('changes the tables like an undisturbed start, and keeps their content (R16)', {
    timeout,
  }, async () => {
    const before = projectFolder()
    const after = projectFolder()
    changeArticles(after)
    const undisturbed = (await newDatabase()).connection
    const tables = new Map<string, string[]>()
    await (await openInProcess(before, undisturbed)).close()
    tables.set(before, await madeByStart(undisturbed))
    const change = await startService(after, undisturbed, { counted: true, allowDataLoss: true })
    const statements = await statementsOf(change)
    await change.kill()
    tables.set(after, await madeByStart(undisturbed))
    expect(tables.get(before)).not.toEqual(tables.get(after))

    const { connection } = await newDatabase()
    let service = await openInProcess(before, connection)
    const { id: tag } = (await service.ask('POST /api/tags', { name: 'kept' })).body.data
    const { id } = (await service.ask('POST /api/articles', { title: 'Kept', code: 'AB-1', price: 1.5, tags: [tag] }))
      .body.data
    const found: number[] = []
    // Alternates between both schemas, so that each start has to change the tables.
    for (const [index, kill] of killsOver(statements).entries()) {
      const project = index % 2 === 0 ? after : before
      const views = String(9_007_199_254_740_990n + BigInt(index))
      expect((await service.ask(`PUT /api/articles/${id}`, { views })).status).toBe(200)
      await service.close()
      service = await startAgain(project, connection, kill)
      expect(await madeByStart(connection), JSON.stringify(kill)).toEqual(tables.get(project))
      expect(await foundBroken(connection)).toEqual([])
      const article = await service.ask(`GET /api/articles/${id}?publicationState=preview&populate[tags][fields]=name`)
      // A number is converted to a string, but a string isn't converted to a number.
      const kept = { title: 'Kept', code: 'AB-1', price: 1.5, views: project === after ? views : null }
      expect(article.body.data.attributes, JSON.stringify(kill)).toMatchObject(kept)
      expect(relatedIds(article, 'tags')).toEqual([tag])
      found.push(kill.statement)
    }
    await service.close()
    process.stdout.write(
      `${name}: tables that change, killed at statement ${found.join(', ')} of ${statements}: next start changed all, data kept\n`,
    )
  })
})
