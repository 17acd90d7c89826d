import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import sqlite3 from 'sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadProject, type Registry } from '@content-api/model'
import {
  isMissingTableOrColumn,
  openReadOnlyDatabase,
  type ReadDatabase,
  type ReadOnlyConnection,
  type Reader,
  tryIndexes,
} from '@content-api/engine/database'
import type { StatementLimits } from '../../../engine/src/database/database.js'
import { findStrapiApiToken } from '@content-api/strapi-tables/accounts'
import { sqlite } from '../../../engine/src/dialects/sqlite.js'
import type { Statement } from '../../../engine/src/dialects/statement.js'
import { compileRead } from '../../../engine/src/read/read.js'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { missingColumns } from '@content-api/strapi-tables/source-tables'
import { lackingIndexes } from '@content-api/strapi-reads/indexes/recommended-indexes'
import { planList } from '@content-api/core/query/plan'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { postgresDatabase } from '../../../../tests/support/postgres.js'
import { recordedModel } from '../replay/server.js'
import { fillPostgres, switchToWal, writeSqlite } from '../strapi-content/sources.js'
import { strict } from '../support/plan-context.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-read-only-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

const registry: Registry = await loadProject(recordedModel)
function openTables(connection: ReadOnlyConnection, limits?: StatementLimits): Promise<ReadDatabase> {
  const layout = createStrapiLayout(registry, { dialect: connection.dialect, timeZone: 'UTC' })
  return openReadOnlyDatabase({ registry, layout, connection, ...(limits && { limits }) })
}

async function open(connection: ReadOnlyConnection, limits?: StatementLimits): Promise<ReadDatabase> {
  const database = await openTables(connection, limits)
  onTestFinished(() => database.close())
  return database
}

/** A database of Strapi, and a function that changes it as Strapi would. */
interface Strapi {
  readonly connection: ReadOnlyConnection
  readonly change: (sql: string) => Promise<void>
}

const newFolder = () => mkdtempSync(join(folder, 'strapi-'))

async function onSqlite(): Promise<Strapi & { readonly file: string }> {
  const file = await writeSqlite(newFolder())
  await switchToWal(file)
  const handle = new sqlite3.Database(file)
  onTestFinished(() => new Promise<void>((resolve) => handle.close(() => resolve())))
  const change = (sql: string) =>
    new Promise<void>((resolve, reject) => handle.exec(sql, (error) => (error ? reject(error) : resolve())))
  return { file, connection: { dialect: 'sqlite', file }, change }
}

async function onPostgres(): Promise<Strapi & { readonly url: string }> {
  const url = await fillPostgres((await postgresDatabase()).connection.url)
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return { url, connection: { dialect: 'postgres', url }, change: async (sql) => void (await client.query(sql)) }
}

/** Returns the tables and indexes of a database. */
const catalogueOf = async (database: ReadDatabase) => {
  const sql = {
    sqlite: `SELECT json_group_array(name || coalesce(sql, '')) FROM sqlite_master`,
    postgres: `SELECT json_agg(relname ORDER BY relname)::text FROM pg_class`,
  }[database.dialect.name]
  return JSON.parse(String(await database.read({ sql, values: [] }))) as unknown
}

const tags = planList(registry.contentType('api::tag.tag'), { sort: 'id', fields: ['name'] }, { ...strict, registry })
const readTags = async (database: ReadDatabase) => String(await database.read(tags))

describe.each([
  ['sqlite', onSqlite],
  ['postgres', onPostgres],
] as const)('a database of Strapi on %s', (_, start) => {
  it('is copied to try the indexes that its lists lack, and stays unchanged', async () => {
    const { connection } = await start()
    const database = await open(connection)
    const { layout, dialect } = database
    const context = { ...strict, registry }
    const lacking = lackingIndexes(registry, { layout, context, dialect: connection.dialect })
    expect(lacking.map(({ index: { table, columns } }) => [table, columns])).toContainEqual([
      'articles',
      ['locale', 'id', 'published_at'],
    ])
    const before = await catalogueOf(database)
    const tried = await tryIndexes(lacking, { connection, layout, dialect })
    expect(tried.map(({ trial }) => trial)).toEqual(lacking)
    for (const { without, with: after } of tried) expect(Math.min(without, after)).toBeGreaterThan(0)
    expect(await catalogueOf(database)).toEqual(before)
  })

  it('has all tables and columns of the layout, and names those that disappear', async () => {
    const { connection, change } = await start()
    const database = await open(connection)
    expect(await missingColumns(database)).toEqual(new Map())
    await change('ALTER TABLE tags RENAME COLUMN name TO title; DROP TABLE articles_tags_links')
    const missing = await missingColumns(database)
    expect(missing.get('api::tag.tag')).toContain('tags.name')
    const columns = ['article_id', 'tag_id', 'tag_order'].map((column) => `articles_tags_links.${column}`)
    expect(missing.get('api::article.article')).toEqual(columns)
    expect(missing.has('api::category.category')).toBe(false)
    const error = await readTags(database).catch((reason: unknown) => reason)
    expect(isMissingTableOrColumn(error)).toBe(true)
    expect(isMissingTableOrColumn(new Error('no such table'))).toBe(false)
    // The schema is changed back: the connections go on.
    await change('ALTER TABLE tags RENAME COLUMN title TO name')
    expect(await readTags(database)).toContain('javascript')
  })

  it('finds a token with a statement that contains its permissions once', async () => {
    const database = await open((await start()).connection)
    const statements: string[] = []
    const reader: Reader = {
      registry: database.registry,
      layout: database.layout,
      dialect: database.dialect,
      read(statement: Statement) {
        statements.push(statement.sql)
        return database.read(statement)
      },
    }
    expect(await findStrapiApiToken(reader, 'unknown')).toBeNull()
    expect(statements[0]?.match(/\bactions\b/g)).toHaveLength(1)
  })

  it('rejects writes', async () => {
    const database = await open((await start()).connection)
    for (const sql of ['DELETE FROM tags RETURNING id', 'CREATE TABLE more (id integer)']) {
      await expect(database.read({ sql, values: [] })).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/readonly|read-only/) },
      })
    }
    expect(await readTags(database)).toContain('javascript')
  })

  it('rejects long statements', async () => {
    const limits = { statementMilliseconds: 50, responseBytes: 100_000 }
    const database = await open((await start()).connection, limits)
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
    await expect(database.read({ sql: numbers, values: [] })).rejects.toThrow('The query takes too long')
  })

  it('shows what Strapi has written', async () => {
    const { connection, change } = await start()
    const database = await open(connection)
    await readTags(database)
    await change(`UPDATE tags SET name = 'changed' WHERE id = 1`)
    expect(await readTags(database)).toContain('changed')
    const explained = await database.explain({ sql: 'SELECT 1 AS one', values: [] }, { analyze: true })
    expect(explained.analyzed?.rows).toBe(1)
  })
})

describe('lists of a SQLite file of Strapi', () => {
  const withIndexes = (...indexes: readonly (readonly string[])[]) => {
    const file = registry.contentType('api::article.article')
    const type = { ...file, indexes: indexes.map((attributes) => ({ name: attributes.join('_'), attributes })) }
    const types = new Map([...registry.contentTypes, [type.uid, type]])
    const layout = createStrapiLayout({ ...registry, contentTypes: types }, { dialect: 'sqlite', timeZone: 'UTC' })
    return (query: object) => compileRead(planList(type, { ...query }, { ...strict, registry }), layout, sqlite).sql
  }
  const ofLocale = ['locale', 'id', 'publishedAt']

  it('are counted by subtraction only if indexes contain the rows that are subtracted', () => {
    const hasScansOfRest = (sql: string) => sql.includes('"locale" IS NULL')
    expect(hasScansOfRest(withIndexes()({}))).toBe(false)
    expect(hasScansOfRest(withIndexes(ofLocale)({}))).toBe(false)
    expect(hasScansOfRest(withIndexes(['publishedAt'], ofLocale)({}))).toBe(true)
  })

  it('find the rows of a filter once, also with an index that contains the id', () => {
    const sql = withIndexes(ofLocale)({ filters: { tags: { name: 'javascript' } } })
    expect(sql.split('articles_tags_links')).toHaveLength(2)
  })

  it('intersect the links of a filter before they read articles', async () => {
    const database = await open((await onSqlite()).connection)
    const context = { ...strict, registry }
    const read = async (filters: object) => {
      const type = registry.contentType('api::article.article')
      const plan = planList(type, { filters, fields: ['title'], sort: 'id', pagination: { pageSize: 100 } }, context)
      const { data } = JSON.parse(String(await database.read(plan))) as { data: { id: number }[] }
      return { ids: data.map(({ id }) => id), sql: compileRead(plan, database.layout, sqlite).sql }
    }
    const filters = [{ tags: { name: { $notNull: true } } }, { author: { name: { $notNull: true } } }]
    const [tagged, written] = [await read(filters[0] as object), await read(filters[1] as object)]
    const both = await read({ $and: filters })
    expect(both.ids).toEqual(tagged.ids.filter((id) => written.ids.includes(id)))
    expect(both.ids).not.toEqual([])
    expect(both.sql.match(/t0\."id" IN/g)).toHaveLength(1)
    const either = await read({ $or: filters })
    expect(either.ids).toEqual([...new Set([...tagged.ids, ...written.ids])].toSorted((a, b) => a - b))
    const none = await read({ $not: { $and: filters } })
    expect(none.ids.filter((id) => both.ids.includes(id))).toEqual([])
  })
})

describe.each([
  // The place of links without a position is that of NULL in the order of the database.
  ['sqlite', onSqlite, ['none', 'first', 'second', 'later']],
  ['postgres', onPostgres, ['first', 'second', 'later', 'none']],
] as const)('links in a database of Strapi on %s', (_, start, expected) => {
  it('are sorted by position, then by target, and the first link of a to-one relation counts', async () => {
    const { connection, change } = await start()
    await change(`
      DELETE FROM articles_tags_links WHERE article_id = 1; DELETE FROM articles_category_links WHERE article_id = 1;
      UPDATE tags SET name = 'second' WHERE id = 3; UPDATE tags SET name = 'first' WHERE id = 2;
      UPDATE tags SET name = 'later' WHERE id = 1; UPDATE tags SET name = 'none' WHERE id = 4;
      UPDATE categories SET name = 'category ' || id;
      INSERT INTO articles_tags_links (id, article_id, tag_id, tag_order)
        VALUES (901, 1, 3, 0.5), (902, 1, 4, NULL), (903, 1, 1, 2), (904, 1, 2, 0.5);
      INSERT INTO articles_category_links (id, article_id, category_id) VALUES (901, 1, 2), (902, 1, 1)`)
    const database = await open(connection)
    const plan = planList(
      registry.contentType('api::article.article'),
      { filters: { id: 1 }, fields: 'id', populate: { tags: { fields: 'name' }, category: { fields: 'name' } } },
      { ...strict, registry },
    )
    const { data } = JSON.parse(String(await database.read(plan))) as {
      data: { attributes: { tags: { data: Named[] }; category: { data: Named } } }[]
    }
    const [{ tags, category }] = data.map(({ attributes }) => attributes) as [(typeof data)[0]['attributes']]
    expect(tags.data.map(({ attributes }) => attributes.name)).toEqual(expected)
    expect(category.data.attributes.name).toBe('category 1')
  })
})

interface Named {
  readonly attributes: { readonly name: string }
}

describe('a SQLite file of Strapi', () => {
  it('is rejected without a write-ahead log, and stays as it is', async () => {
    const file = await writeSqlite(newFolder())
    const before = readFileSync(file)
    await expect(open({ dialect: 'sqlite', file })).rejects.toThrow(
      `Cannot open the database ${file}: it has a rollback journal, with which each read would block the writes of the application. Switch it to a write-ahead log, which stays in the file: sqlite3 ${file} "PRAGMA journal_mode=WAL"`,
    )
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  // Without a lock, SQLite 3.49 of Strapi deletes the log when Strapi ends, although this process reads it.
  it.runIf(process.platform === 'linux')('stays locked when it is opened again', async () => {
    const { file, connection } = await onSqlite()
    const locks = () =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => line.includes(`:${statSync(file).ino} `)).length
    await readTags(await open(connection))
    const before = locks()
    await readTags(await open(connection))
    expect(locks()).toBe(before)
  })

  it('is not created', async () => {
    const file = join(newFolder(), 'absent.db')
    await expect(open({ dialect: 'sqlite', file })).rejects.toThrow(`Cannot open the database ${file}`)
  })

  it('keeps its bytes, those in the write-ahead log included', async () => {
    const { file, connection, change } = await onSqlite()
    await change(`UPDATE tags SET name = 'in the log' WHERE id = 1`)
    const bytes = () => [file, `${file}-wal`].map((path) => readFileSync(path).toString('base64'))
    const before = bytes()
    const database = await openTables(connection)
    expect(await readTags(database)).toContain('in the log')
    await database.close()
    expect(bytes()).toEqual(before)
  })

  it('is not read any more once it is replaced', async () => {
    const { file, connection } = await onSqlite()
    const database = await open(connection)
    renameSync(file, `${file}.old`)
    await expect(readTags(database)).rejects.toMatchObject({
      status: 503,
      cause: { message: expect.stringContaining('deleted') },
    })
    expect(() => database.checkFiles()).toThrow('The database cannot be reached')
    renameSync(`${file}.old`, file)
    expect(await readTags(database)).toContain('javascript')
  })
})

describe('a PostgreSQL database of Strapi', () => {
  it('needs a role that may only SELECT, and its schema', async () => {
    const { url, change } = await onPostgres()
    const role = `reader_${Date.now()}`
    await change(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; CREATE SCHEMA "my content"`)
    onTestFinished(() => change(`DROP OWNED BY ${role}; DROP ROLE ${role}`))
    await change(`ALTER TABLE tags SET SCHEMA "my content"; GRANT USAGE ON SCHEMA "my content" TO ${role}`)
    const own = new URL(url)
    Object.assign(own, { username: role, password: 'secret' })
    const database = await open({ dialect: 'postgres', url: own.href, schema: 'my content' })
    // Columns that the role may not read count as missing.
    expect((await missingColumns(database)).get('api::tag.tag')).toContain('tags.name')
    await change(`GRANT SELECT ON ALL TABLES IN SCHEMA "my content" TO ${role}`)
    expect(await readTags(database)).toContain('javascript')
  })
})
