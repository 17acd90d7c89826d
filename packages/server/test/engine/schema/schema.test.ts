import { describe, expect, test } from 'vitest'
import type { ContentTypeFile } from '@content-api/model'
import { createLayout } from '../../../../engine/src/layout/own-layout.js'
import { openDatabase } from '@content-api/engine/database'
import { DataLossError, describeChange, diffSchema, syncSchema } from '@content-api/engine/schema'
import {
  type Attributes,
  insert,
  project,
  title,
  toAuthor,
  type,
  values,
  withProject,
} from '../../support/article-project.js'
import { describeTables } from '../../support/describe-tables.js'
import { registry as fullModel } from '../../support/plan-context.js'
import { newDatabases } from '../../../../../tests/support/postgres.js'
import { openProject } from '../../support/project.js'

describe.each(newDatabases)('schema synchronization on %s', (_name, newDatabase) => {
  const nothing = () => Promise.resolve()

  test('an empty database gets all tables of a large model, and later starts run only one query', async () => {
    const { connection } = await newDatabase()
    const layout = createLayout(fullModel, connection.dialect)
    const database = await openDatabase({ registry: fullModel, layout, connection })
    const announced = await diffSchema(database)
    expect(await describeTables(database)).toEqual([])
    const done = await syncSchema(database)
    expect(done).toEqual(announced)
    expect(done.losses).toEqual([])
    const lines = await describeTables(database)
    for (const { name, columns, indexes } of layout.tables) {
      for (const column of columns)
        expect(lines.some((line) => line.startsWith(`column ${name}.${column.name} `))).toBe(true)
      for (const index of indexes)
        expect(lines.some((line) => line.startsWith('index ') && line.includes(index.name))).toBe(true)
    }
    const before = database.statements()
    expect((await syncSchema(database)).changes).toEqual([])
    expect(database.statements() - before).toBe(1)
    expect((await diffSchema(database)).changes).toEqual([])
    await database.close()
  })

  test("new attributes, types and indexes don't change existing data", async () => {
    const { connection } = await newDatabase()
    await withProject(connection, project({ title }), insert('articles', [{ title: 'a' }, { title: 'b' }]))
    const extended = project(
      { title, views: { type: 'integer' }, author: toAuthor('manyToOne'), editors: toAuthor('oneToMany') },
      { indexes: ['title'] },
    )
    const database = await openProject(connection, extended)
    const { changes, losses } = await syncSchema(database)
    expect(losses).toEqual([])
    expect(changes.map(describeChange)).toEqual([
      'add column articles.views (integer)',
      'add column articles.author_id (reference)',
      expect.stringMatching(/^create index articles_author_id_idx/),
      expect.stringMatching(/^create index articles_title_idx/),
      expect.stringMatching(/^create table articles_editors_links/),
      ...[1, 2, 3].map(() => expect.stringMatching(/index articles_editors_links/)),
    ])
    expect(await values(database, 'articles', 'title')).toEqual(['a', 'b'])
    expect(await values(database, 'articles', 'author_id')).toEqual([null, null])
    await database.close()
  })

  test('an index with the keys of Strapi is created, kept, changed and removed, and its name has no effect', async () => {
    const { connection } = await newDatabase()
    const changesOf = async (indexes: NonNullable<ContentTypeFile['indexes']>) => {
      const database = await openProject(connection, project({ title, views: { type: 'integer' } }, { indexes }))
      const { changes } = await syncSchema(database)
      await database.close()
      return changes.map(describeChange)
    }
    await changesOf([])
    const index = { name: 'by_views', columns: ['views', 'created_at', 'id'], type: 'index' }
    expect(await changesOf([index])).toEqual([expect.stringMatching(/^create index articles_views_createdAt_id_idx/)])
    expect(await changesOf([{ ...index, name: 'renamed', type: null }])).toEqual([])
    expect(await changesOf([{ name: 'by_views', columns: ['views'] }])).toEqual([
      expect.stringMatching(/^drop index articles_views_createdAt_id_idx/),
      expect.stringMatching(/^create index articles_views_idx/),
    ])
    // Each is created once, however often it is declared.
    expect(await changesOf([{ name: 'by_views', columns: ['views'] }, 'views'])).toEqual([])
    expect(await changesOf([])).toEqual([expect.stringMatching(/^drop index articles_views_idx/)])
  })

  test('a removed attribute without data is dropped; one with data is rejected, and the error lists the loss', async () => {
    const { connection } = await newDatabase()
    const before = project({ title, body: { type: 'text' }, notes: { type: 'text' } })
    await withProject(
      connection,
      before,
      insert('articles', [{ title: 'a', body: 'long' }, { title: 'b', body: 'longer' }, { title: 'c' }]),
    )
    await withProject(connection, project({ title, body: { type: 'text' } }), nothing)

    const database = await openProject(connection, project({ title }))
    const tables = await describeTables(database)
    const refused = syncSchema(database)
    await expect(refused).rejects.toBeInstanceOf(DataLossError)
    await expect(refused).rejects.toMatchObject({
      losses: [{ schema: 'api::article.article', attribute: 'body', rows: 2 }],
    })
    await expect(refused).rejects.toThrow(/api::article\.article body: 2 rows with data/)
    expect((await diffSchema(database)).losses).toHaveLength(1)
    expect(await describeTables(database)).toEqual(tables)
    expect(await values(database, 'articles', 'body')).toEqual(['long', 'longer', null])

    await syncSchema(database, { allowDataLoss: true })
    expect(await describeTables(database)).not.toContainEqual(expect.stringContaining('articles.body'))
    expect(await values(database, 'articles', 'title')).toEqual(['a', 'b', 'c'])
    await database.close()
  })

  test.each([
    ['integer', 'biginteger', 7, [7, null]],
    ['integer', 'float', 7, [7, null]],
    ['integer', 'string', 7, ['7', null]],
    ['biginteger', 'string', '9223372036854775807', ['9223372036854775807', null]],
    ['float', 'string', 0.1, ['0.1', null]],
    ['boolean', 'string', true, ['true', null]],
    ['date', 'text', '2024-02-29', ['2024-02-29', null]],
    ['datetime', 'string', '2024-02-29T10:00:00.000Z', ['2024-02-29T10:00:00.000Z', null]],
    ['string', 'richtext', 'a', ['a', null]],
  ])('a change from %s to %s keeps the values', async (from, to, stored, expected) => {
    const { connection } = await newDatabase()
    const schemas = (kind: string) => project({ value: { type: kind } }, { indexes: ['value'] })
    await withProject(connection, schemas(from), insert('articles', [{ value: stored }, { value: null }]))
    const kept = await withProject(connection, schemas(to), (database) => values(database, 'articles', 'value'))
    expect(kept).toEqual(expected)
  })

  test.each([
    ['string', 'integer', 'seven'],
    ['biginteger', 'integer', '9223372036854775807'],
    ['float', 'integer', 0.5],
    ['string', 'json', 'no json'],
    ['datetime', 'date', '2024-02-29T10:00:00.000Z'],
  ])('%s to %s is rejected while there are values; allowDataLoss empties them', async (from, to, stored) => {
    const { connection } = await newDatabase()
    await withProject(connection, project({ value: { type: from } }), insert('articles', [{ value: stored }]))
    const narrowed = project({ value: { type: to } })
    await expect(withProject(connection, narrowed, nothing)).rejects.toThrow(
      'api::article.article value: 1 row with data',
    )
    const left = await withProject(connection, narrowed, (database) => values(database, 'articles', 'value'), {
      allowDataLoss: true,
    })
    expect(left).toEqual([null])
  })

  test('a removed type is rejected while it has entries; allowDataLoss drops it with its components and links', async () => {
    const { connection } = await newDatabase()
    const seo = { type: 'component', component: 'shared.seo' }
    const before = project({ title, seo })
    const contentTypes = {
      ...before.contentTypes,
      ...type('note', { about: { type: 'relation', relation: 'morphToOne' } }),
    }
    await withProject(connection, { ...before, contentTypes }, async (database) => {
      await insert('articles', [{ title: 'a' }])(database)
      await insert('notes', [
        { about_id: 1, about_type: 'api::article.article' },
        { about_id: 1, about_type: 'api::author.author' },
      ])(database)
      const owner = { owner_type: 'api::article.article', owner_id: 1, owner_field: 'seo', position: 0 }
      await insert(database.layout.schema('shared.seo').table, [{ title: 's', ...owner }])(database)
    })
    const { 'api::article.article': _, ...left } = contentTypes
    const after = { ...before, contentTypes: left }
    const refused = withProject(connection, after, nothing)
    await expect(refused).rejects.toThrow('api::article.article: 1 row\n')
    await expect(refused).rejects.toThrow('api::article.article seo: 1 row with data')
    await withProject(
      connection,
      after,
      async (database) => {
        expect(await values(database, database.layout.schema('shared.seo').table, 'title')).toEqual([])
        expect(await values(database, 'notes', 'about_type')).toEqual([null, 'api::author.author'])
      },
      { allowDataLoss: true },
    )
  })

  test('a new target of a relation is rejected while there are links', async () => {
    const { connection } = await newDatabase()
    const to = (target: string) => project({ person: { type: 'relation', relation: 'manyToOne', target } })
    await withProject(connection, to('api::author.author'), async (database) => {
      await insert('authors', [{ name: 'Ann' }])(database)
      await insert('articles', [{ person_id: 1 }])(database)
    })
    await expect(withProject(connection, to('api::editor.editor'), nothing)).rejects.toThrow(
      'api::article.article person_id: 1 row',
    )
    const left = await withProject(
      connection,
      to('api::editor.editor'),
      (database) => values(database, 'articles', 'person_id'),
      { allowDataLoss: true },
    )
    expect(left).toEqual([null])
  })

  test('a relation that gets an inverse keeps its links, ordered by id on the other side', async () => {
    const { connection } = await newDatabase()
    const tags = { type: 'relation', relation: 'manyToMany', target: 'api::author.author' }
    await withProject(connection, project({ tags }), async (database) => {
      await insert('authors', [{ name: 'Ann' }])(database)
      await insert('articles', [{}, {}])(database)
      await insert('articles_tags_links', [
        { source_id: 2, target_id: 1, source_order: 1 },
        { source_id: 1, target_id: 1, source_order: 1 },
      ])(database)
    })
    const both = project({ tags: { ...tags, inversedBy: 'articles' } })
    const articles = { type: 'relation', relation: 'manyToMany', target: 'api::article.article', mappedBy: 'tags' }
    const after = {
      ...both,
      contentTypes: { ...both.contentTypes, ...type('author', { name: { type: 'string' }, articles }) },
    }
    await withProject(connection, after, async (database) => {
      expect(await values(database, 'articles_tags_links', 'source_id')).toEqual([2, 1])
      expect(await values(database, 'articles_tags_links', 'target_order')).toEqual([1, 2])
    })
  })

  test('a new unique attribute with duplicate values is rejected with its name, even with allowDataLoss', async () => {
    const { connection } = await newDatabase()
    await withProject(
      connection,
      project({ title }),
      insert('articles', [{ title: 'a' }, { title: 'a' }, { title: null }, { title: null }]),
    )
    const unique = project({ title: { ...title, unique: true } })
    const message = "articles title can't be unique: 1 value is present more than once."
    await expect(withProject(connection, unique, nothing, { allowDataLoss: true })).rejects.toThrow(message)
    await withProject(connection, project({ title }), (database) =>
      database.write((transaction) => transaction.update('articles', [2], { title: 'b' })),
    )
    await withProject(connection, unique, nothing)
  })

  test('a table of another application is not changed', async () => {
    const { connection } = await newDatabase()
    await withProject(connection, { contentTypes: {} }, (database) =>
      database.write((transaction) => transaction.query({ sql: 'CREATE TABLE articles (theirs INTEGER)', values: [] })),
    )
    await expect(withProject(connection, project({ title }), nothing, { allowDataLoss: true })).rejects.toThrow(
      /The table articles already exists and belongs to another application/,
    )
    const { 'api::article.article': _, ...others } = project({}).contentTypes ?? {}
    await withProject(connection, { contentTypes: others }, async (database) => {
      expect(await describeTables(database)).toContainEqual(expect.stringContaining('column articles.theirs '))
    })
  })

  test('the database of a Strapi 4 application is recognized', async () => {
    const { connection } = await newDatabase()
    await withProject(connection, { contentTypes: {} }, (database) =>
      database.write(async (transaction) => {
        await transaction.query({ sql: 'CREATE TABLE strapi_core_store_settings (id INTEGER)', values: [] })
        await transaction.query({ sql: 'CREATE TABLE articles (id INTEGER)', values: [] })
      }),
    )
    await expect(withProject(connection, project({ title }), nothing)).rejects.toThrow(
      /^The database belongs to a Strapi 4 application.*set --database/,
    )
  })

  test('a dropped table is created again', async () => {
    const { connection } = await newDatabase()
    await withProject(connection, project({ title }), (database) =>
      database.write((transaction) => transaction.query({ sql: 'DROP TABLE articles', values: [] })),
    )
    await withProject(connection, project({ title, more: { type: 'text' } }), async (database) => {
      expect(await values(database, 'articles', 'more')).toEqual([])
    })
  })

  test('entries of a type that gets drafts and locales stay published, each with one localization', async () => {
    const { connection } = await newDatabase()
    await withProject(
      connection,
      project({ title }),
      insert('articles', [{ title: 'a', createdAt: '2020-01-02T03:04:05.678Z' }]),
    )
    const localized = { pluginOptions: { i18n: { localized: true } } }
    const after = project({ title: { ...title, ...localized } }, { options: { draftAndPublish: true }, ...localized })
    await withProject(
      connection,
      after,
      async (database) => {
        expect(await values(database, 'articles', 'publishedAt')).toEqual(['2020-01-02T03:04:05.678Z'])
        expect(await values(database, 'articles', 'locale')).toEqual(['pt'])
        expect(await values(database, 'articles', 'localization_group')).toEqual([1])
      },
      { defaultLocale: 'pt' },
    )
  })

  test('a rebuilt table keeps its ids and the rows that reference it', async () => {
    const { connection } = await newDatabase()
    const schemas = (name: Attributes) => {
      const files = project({ author: toAuthor('manyToOne') })
      return { ...files, contentTypes: { ...files.contentTypes, ...type('author', name) } }
    }
    await withProject(connection, schemas({ name: { type: 'string' }, age: { type: 'integer' } }), async (database) => {
      await insert('authors', [
        { name: 'Ann', age: 1 },
        { name: 'Bob', age: 2 },
        { name: 'Cid', age: 3 },
      ])(database)
      await insert('articles', [{ author_id: 1 }, { author_id: 2 }])(database)
      await database.write((transaction) => transaction.query({ sql: 'DELETE FROM authors WHERE id = 3', values: [] }))
    })
    await withProject(
      connection,
      schemas({ age: { type: 'string' } }),
      async (database) => {
        expect(await values(database, 'articles', 'author_id')).toEqual([1, 2])
        expect(await database.write((transaction) => transaction.insert('authors', { age: '4' }))).toMatchObject({
          id: 4,
        })
        await database.write((transaction) =>
          transaction.query({ sql: 'DELETE FROM authors WHERE id = 1', values: [] }),
        )
        expect(await values(database, 'articles', 'author_id')).toEqual([null, 2])
        await expect(
          database.write((transaction) => transaction.insert('articles', { author_id: 99 })),
        ).rejects.toMatchObject({ status: 400 })
      },
      { allowDataLoss: true },
    )
  })
})
