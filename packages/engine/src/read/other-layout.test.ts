import { expect, test } from 'vitest'
import { createRegistry } from '@content-api/model'
import { strict } from '../../../server/test/support/plan-context.js'
import { planList } from '../../../core/src/query/plan.js'
import type { WriteTransaction } from '../database/database.js'
import { sqlite } from '../dialects/sqlite.js'
import { openDatabase } from '../drivers/open.js'
import type { Layout, LinkLayout } from '../layout/layout.js'
import { sqliteFormats } from '../layout/sqlite-formats.js'
import { stringOf } from '../plan/json-text.js'
import { compileRead } from './read.js'

const info = (name: string) => ({ info: { singularName: name, pluralName: `${name}s` } })
const registry = createRegistry({
  contentTypes: {
    'api::book.book': {
      ...info('book'),
      options: { draftAndPublish: true },
      attributes: {
        fullTitle: { type: 'string' },
        authors: { type: 'relation', relation: 'manyToMany', target: 'api::author.author' },
      },
    },
    'api::author.author': { ...info('author'), attributes: { fullName: { type: 'string' } } },
  },
})

const links: Readonly<Record<string, LinkLayout>> = {
  authors: {
    kind: 'join',
    table: 'books_authors_links',
    source: 'book_id',
    target: 'author_id',
    order: 'author_order',
    inverseOrder: null,
  },
}

/** Tables of another application: other names of tables and columns, and dates as milliseconds. */
const other: Layout = {
  formats: {
    ...sqliteFormats,
    json: (kind, column, nullText) =>
      kind === 'datetime' ? sqliteFormats.instant(column, nullText) : sqliteFormats.json(kind, column, nullText),
    bind: (kind, placeholder, value) =>
      kind === 'datetime' ? `(unixepoch(${placeholder}) * 1000)` : sqliteFormats.bind(kind, placeholder, value),
  },
  schema: (uid) => ({
    table: uid === 'api::book.book' ? 'old_books' : 'old_authors',
    column: (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    startsIndex: () => false,
    link: (name) => {
      const link = links[name]
      if (!link) throw new Error(`No link ${name}`)
      return link
    },
  }),
}

test('reads tables of another application through its layout', async () => {
  const database = await openDatabase({ registry, connection: { dialect: 'sqlite', file: ':memory:' } })
  await database.migrate((transaction) =>
    transaction.execute([
      'CREATE TABLE old_books (id INTEGER PRIMARY KEY, full_title TEXT, created_at INTEGER, updated_at INTEGER, published_at INTEGER)',
      'CREATE TABLE old_authors (id INTEGER PRIMARY KEY, full_name TEXT, created_at INTEGER, updated_at INTEGER)',
      'CREATE TABLE books_authors_links (book_id INTEGER, author_id INTEGER, author_order REAL)',
      "INSERT INTO old_books VALUES (1, 'Sea', 0, 0, 1500), (2, 'Land', 0, 0, NULL), (3, 'Sky', 0, 0, 9000)",
      "INSERT INTO old_authors VALUES (1, 'Ann', 0, 0), (2, 'Ben', 0, 0)",
      'INSERT INTO books_authors_links VALUES (1, 2, 1), (1, 1, 2), (3, 1, 1)',
    ]),
  )
  const plan = planList(
    registry.contentType('api::book.book'),
    {
      filters: { authors: { fullName: 'Ann' }, publishedAt: { $lt: '1970-01-01T00:00:05Z' } },
      fields: ['fullTitle', 'publishedAt'],
      populate: { authors: { fields: 'fullName', sort: 'fullName:desc' } },
    },
    { ...strict, registry },
  )
  const text = await database.read(compileRead(plan, other, sqlite))
  expect(JSON.parse(stringOf(text ?? ''))).toEqual({
    data: [
      {
        id: 1,
        attributes: {
          fullTitle: 'Sea',
          publishedAt: '1970-01-01T00:00:01.500Z',
          authors: {
            data: [
              { id: 2, attributes: { fullName: 'Ben' } },
              { id: 1, attributes: { fullName: 'Ann' } },
            ],
          },
        },
      },
    ],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
  })
  await database.close()
})

test('the types reject writes through a layout that only has what reads need', () => {
  // @ts-expect-error: it has no tables, and no columns for owners and localization groups
  const layout: WriteTransaction['layout'] = other
  expect(layout).not.toHaveProperty('tables')
})
