import { describe, expect, it } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { createLayout } from '../../../engine/src/layout/own-layout.js'
import { postgresDatabase, sqliteDatabase } from '../../../../tests/support/postgres.js'

const info = (name: string) => ({ singularName: name, pluralName: `${name}s` })
const options = {
  contentTypes: {
    'api::tag.tag': { info: info('tag'), attributes: { name: { type: 'string' } } },
    'api::article.article': {
      info: info('article'),
      attributes: {
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
        quotes: { type: 'component', component: 'shared.quote', repeatable: true },
      },
    },
  },
  components: { 'shared.quote': { attributes: { text: { type: 'string' } } } },
}
const tag = (id: number) => ({ type: 'api::tag.tag', id, attributes: { name: `tag ${id}` } })
const article = (id: number, tags: number[]) => ({
  type: 'api::article.article',
  id,
  attributes: { tags, quotes: [{ text: 'We went north.' }] },
})

describe.each([
  ['an in-memory database', () => ':memory:'],
  ['a database file', () => sqliteDatabase().connection],
])('a snapshot of %s', (_, database) => {
  it('restores all rows, repeatedly', async () => {
    const api = await createContentApi({ ...options, database: database() })
    const ask = async (method: string, path: string, data?: unknown) => {
      const body = data === undefined ? {} : { body: JSON.stringify({ data }) }
      const headers = { 'content-type': 'application/json' }
      const response = await api.fetch(new Request(`http://service${path}`, { method, headers, ...body }))
      return (await response.json()) as { data: { id: number } }
    }
    const everything = async () => {
      const lines: string[] = []
      await api.exportEntries((line) => void lines.push(line))
      return lines
    }
    await api.importEntries([tag(1), tag(2), article(5, [2, 1])])
    const before = await everything()
    const restore = await api.snapshot()
    for (let round = 0; round < 2; round++) {
      await ask('DELETE', '/api/tags/2')
      await ask('PUT', '/api/articles/5', { quotes: [], tags: [] })
      const created = await ask('POST', '/api/articles', { tags: [1], quotes: [{ text: 'South.' }] })
      expect(created.data.id).toBe(6)
      expect(await everything()).not.toEqual(before)
      await restore()
      expect(await everything()).toEqual(before)
    }
    await api.importEntries([tag(9)])
    const restoreLater = await api.snapshot()
    await restore()
    expect(await everything()).toEqual(before)
    await restoreLater()
    expect(await everything()).toHaveLength(before.length + 1)
    await api.close()
  })

  it('finds the tables with rows by their id counters: every table has an id', async () => {
    const api = await createContentApi({ ...options, database: database() })
    const { tables } = createLayout(api.registry, 'sqlite')
    expect(tables.filter(({ columns }) => !columns.some(({ kind }) => kind === 'id'))).toEqual([])
    await api.close()
  })
})

it('is rejected on PostgreSQL', async () => {
  const { connection } = await postgresDatabase()
  const api = await createContentApi({ ...options, database: connection })
  await expect(api.snapshot()).rejects.toThrow('snapshot() only supports SQLite databases, not postgres.')
  await api.close()
})
