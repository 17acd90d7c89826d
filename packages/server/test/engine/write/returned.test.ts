import type { ContentType } from '@content-api/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringOf } from '@content-api/engine/plan'
import { openDatabase } from '@content-api/engine/database'
import { returnedText } from '@content-api/engine/read'
import { applyCreate, applyUpdate } from '@content-api/engine/write'
import { planWrite } from '@content-api/core/query/body/plan-write'
import { planWritten } from '@content-api/core/query/plan'
import { databases } from '../../../../../tests/support/postgres.js'
import { context, WriteStore } from './store.js'

const values = {
  title: 'Quotes " and \\, ü and 😀',
  code: 'AB-1',
  publishDate: '2026-02-28',
  publishTime: '13:05:07.25',
  eventAt: '2026-02-28T13:05:07.125Z',
  stampedAt: '2026-02-28T13:05:07.125Z',
  rating: 7,
  views: '9000000000000000000',
  score: 0.1,
  price: 12_345.678_9,
  featured: true,
  extra: { a: [1.5, null, 'x'] },
  list: [1, 'two'],
}

describe.each(await databases())('the response to a write on $name', ({ connection }) => {
  let store: WriteStore
  let article: ContentType
  const read = (query: Readonly<Record<string, unknown>>) => planWritten(article, query, context)
  const plan = (data: Readonly<Record<string, unknown>>, action: 'create' | 'update') =>
    planWrite(article, data, { action, context, publishByDefault: true })

  beforeAll(async () => {
    store = await WriteStore.open(connection)
    article = store.database.registry.contentType('api::article.article')
  })

  afterAll(() => store.close())

  it.each([{}, { fields: ['price', 'views', 'title'] }])('with %j is the text that a read returns', async (query) => {
    const { database } = store
    const response = read(query)
    const returned = returnedText(response, database)
    expect(returned).not.toBeNull()
    await database.write(async (tx) => {
      const created = await applyCreate(plan({ ...values, code: null }, 'create'), tx, returned)
      expect(created.text).toContain('12345.6789')
      expect(created.text).toBe(stringOf((await tx.read(response, created.id)) ?? ''))
      const empty = Object.fromEntries(Object.keys(values).map((name) => [name, name === 'title' ? 'New' : null]))
      const updated = await applyUpdate(plan(empty, 'update'), created.id, tx, returned)
      expect(updated?.text).toBe(stringOf((await tx.read(response, created.id)) ?? ''))
      expect(updated?.text).not.toContain('12345.6789')
    })
  })

  it('belongs to the updated entry if its localizations are written together', async () => {
    const { database } = store
    const page = database.registry.contentType('api::page.page')
    const en = await store.create('page', { title: 'English', code: 'x', rating: 1 })
    const fr = (await store.localize('page', en, { title: 'French', locale: 'fr' })) as number
    const returned = returnedText(planWritten(page, { fields: ['title', 'rating'] }, context), database)
    const change = planWrite(page, { rating: 2 }, { action: 'update', context })
    const texts = await database.write(async (tx) => [
      (await applyUpdate(change, fr, tx, returned))?.text,
      (await applyUpdate(change, en, tx, returned))?.text,
    ])
    expect(texts).toEqual([expect.stringContaining('"title":"French"'), expect.stringContaining('"title":"English"')])
    expect(texts.join()).toContain('"rating":2')
    expect(await store.row('page', fr)).toMatchObject({ title: 'French', rating: 2 })
    expect(await store.row('page', en)).toMatchObject({ title: 'English', rating: 2 })
  })

  it.each([{ populate: ['category'] }, { populate: '*' }, { populate: { tags: { fields: ['name'] } } }])(
    'with %j needs a read',
    (query) => {
      expect(returnedText(read(query), store.database)).toBeNull()
    },
  )

  it('is limited like a read, and a write over the limit changes nothing', async () => {
    const limits = { statementMilliseconds: 10_000, responseBytes: 2_000 }
    const { registry } = store.database
    const database = await openDatabase({ registry, layout: store.database.layout, connection, limits })
    const returned = returnedText(read({ fields: ['extra'] }), database)
    const write = (length: number) =>
      database.write((tx) =>
        applyCreate(plan({ title: `Length ${length}`, extra: 'x'.repeat(length) }, 'create'), tx, returned),
      )
    await write(1_500)
    await expect(write(2_500)).rejects.toThrow('The response would be too large')
    const stored = await store.query(`SELECT title FROM articles WHERE title LIKE 'Length %'`)
    expect(stored).toEqual([{ title: 'Length 1500' }])
    await database.close()
  })

  it('is an error if the category is missing, and nothing is inserted', async () => {
    const { database } = store
    const category = await store.create('category', { name: 'exists' })
    const create = (categories: object) =>
      database.write((tx) => applyCreate(plan({ title: 'Missing', slug: null, ...categories }, 'create'), tx))
    await create({ category })
    await expect(create({ category: 999_999 })).rejects.toMatchObject({
      name: 'ValidationError',
      message: '1 relation(s) of type api::category.category associated with this entity do not exist: 999999',
    })
    await expect(create({ category: { connect: [category, 999_999] } })).rejects.toThrow(': 999999')
    expect(await store.query(`SELECT title FROM articles WHERE title = 'Missing'`)).toHaveLength(1)
  })

  it('takes no statement of its own', async () => {
    const { database } = store
    const returned = returnedText(read({}), database)
    const [first, second] = [
      await store.create('category', { name: 'a' }),
      await store.create('category', { name: 'b' }),
    ]
    const countOf = async (work: () => Promise<unknown>) => {
      const before = database.statements()
      await work()
      return database.statements() - before
    }
    let id = 0
    const create = await countOf(() =>
      database.write(async (tx) => {
        ;({ id } = await applyCreate(
          plan({ title: 'Counted', slug: 'counted', category: first }, 'create'),
          tx,
          returned,
        ))
      }),
    )
    const linked = await countOf(() =>
      database.write((tx) =>
        applyCreate(plan({ title: 'Linked', slug: null, category: first }, 'create'), tx, returned),
      ),
    )
    const update = await countOf(() =>
      database.write((tx) => applyUpdate(plan({ rating: 3 }, 'update'), id, tx, returned)),
    )
    const move = await countOf(() =>
      database.write((tx) => applyUpdate(plan({ category: second }, 'update'), id, tx, returned)),
    )
    const [tag] = await store.createMany('tag', 1)
    const page = database.registry.contentType('api::page.page')
    const localized = await countOf(() =>
      database.write(async (tx) => {
        const data = { title: 'First of a group', section: first, topics: [tag] }
        ;({ id } = await applyCreate(planWrite(page, data, { action: 'create', context, publishByDefault: true }), tx))
      }),
    )
    expect(await store.row('page', id)).toMatchObject({ slug: 'first-of-a-group', localization_group: id })
    expect({ create, linked, update, move, localized }).toEqual(expected[database.dialect.name])
  })
})

/**
 * - create: checks that the category exists and that the slug is free, and inserts the row
 * - linked: inserts the row; on SQLite, the same statement checks that the category exists
 * - update: reads the entry and updates its row
 * - move: also reads which category the entry had
 * - localized: checks that the category and the tag exist, looks for a free slug, and inserts the row, which
 *   starts a group of localizations, and the link to the tag
 *
 * On PostgreSQL, an update first locks the entry's row. A move locks the category's row in the same
 * statement. A generated slug takes a lock. A row with links gets its id from a statement of its own. On
 * SQLite, the id of the group is known only after the row was inserted.
 */
const expected = {
  sqlite: { create: 3, linked: 1, update: 2, move: 3, localized: 5 },
  postgres: { create: 3, linked: 2, update: 3, move: 4, localized: 6 },
}
