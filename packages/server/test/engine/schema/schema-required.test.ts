import type { ScalarAttribute, SchemaSources } from '@content-api/model'
import { describe, expect, test } from 'vitest'
import { scalarBehaviours } from '@content-api/engine/attributes'
import type { Database } from '@content-api/engine/database'
import { describeFilled, describeMissing, diffSchema, syncSchema } from '@content-api/engine/schema'
import {
  type Attributes,
  insert,
  project,
  title,
  toAuthor,
  values,
  withProject,
} from '../../support/article-project.js'
import { newDatabases } from '../../../../../tests/support/postgres.js'
import { openProject } from '../../support/project.js'

const published = '2024-01-01T00:00:00.000Z'
const seo = { type: 'component', component: 'shared.seo' }
const required = { required: true }

/** Articles with drafts, whose `seo` contains a component with more attributes. */
function schemas(article: Attributes, inner: Attributes = {}): SchemaSources {
  const text = { type: 'string' }
  return {
    ...project({ title, seo, ...article }, { options: { draftAndPublish: true } }),
    components: {
      'shared.seo': { attributes: { title: text, inner: { type: 'component', component: 'shared.inner' } } },
      'shared.inner': { attributes: { text, ...inner } },
      'shared.other': { attributes: { text } },
    },
  }
}

/** Returns what the change reports. `schema diff` announces the same as the start. */
async function sync(database: Database): Promise<string[]> {
  const announced = await diffSchema(database)
  const { required, ...done } = await syncSchema(database)
  expect({ ...done, required }).toEqual(announced)
  return [...required.filled.map(describeFilled), ...required.missing.map(describeMissing)]
}

const none = (name: string, count: string) => `${name}: ${count} no value, but it is required`

describe.each(newDatabases)('attributes that become required on %s', (_name, newDatabase) => {
  test('give their default to existing entries, and are reported otherwise', async () => {
    const { connection } = await newDatabase()
    const views = { type: 'integer', default: 7 }
    await withProject(connection, schemas({ views }), async (database) => {
      await insert('articles', [
        { publishedAt: published, views: 5 },
        { publishedAt: published },
        { publishedAt: null },
      ])(database)
      const own = (type: string, id: number, field: string) => ({
        owner_type: type,
        owner_id: id,
        owner_field: field,
        position: 0,
      })
      const rowsOf = (uid: string) => database.layout.schema(uid).table
      await insert(
        rowsOf('shared.seo'),
        [2, 3].map((id) => own('api::article.article', id, 'seo')),
      )(database)
      await insert(
        rowsOf('shared.inner'),
        [1, 2].map((id) => own('shared.seo', id, 'inner')),
      )(database)
    })
    const defaults = {
      number: [{ type: 'integer', default: 0 }, '0'],
      ratio: [{ type: 'decimal', default: 1.5 }, '1.5'],
      exact: [{ type: 'biginteger', default: '9007199254740993' }, '"9007199254740993"'],
      open: [{ type: 'boolean', default: false }, 'false'],
      kind: [{ type: 'enumeration', enum: ['a', 'b'], default: 'b' }, '"b"'],
      day: [{ type: 'date', default: '2024-02-29' }, '"2024-02-29"'],
      data: [{ type: 'json', default: { a: [1] } }, '{"a":[1]}'],
    } as const
    const withDefaults = Object.fromEntries(
      Object.entries(defaults).map(([name, [attribute]]) => [name, { ...attribute, ...required }]),
    )
    const withoutDefaults = {
      author: { ...toAuthor('manyToOne'), ...required },
      editors: { ...toAuthor('manyToMany'), ...required },
      other: { type: 'component', component: 'shared.other', ...required },
      // Not every entry may have these defaults.
      code: { type: 'string', unique: true, default: 'one', ...required },
      secret: { type: 'password', default: 'Passw0rd', ...required },
    }
    const optional = { free: { type: 'integer', default: 3 } }
    const inner = { label: { ...title, ...required }, size: { type: 'integer', default: 1, ...required } }
    const article = { views: { ...views, ...required }, seo: { ...seo, ...required } }
    const after = schemas({ ...article, ...withDefaults, ...withoutDefaults, ...optional }, inner)
    const database = await openProject(connection, after)
    expect(await sync(database)).toEqual([
      // Drafts may lack a value of an attribute that isn't new.
      'api::article.article views: 1 entry gets the default',
      ...Object.keys(defaults).map((name) => `api::article.article ${name}: 3 entries get the default`),
      'shared.inner size: 2 components get the default',
      none('api::article.article seo', '1 entry has'),
      ...['author', 'other', 'code', 'secret'].map((name) => none(`api::article.article ${name}`, '2 entries have')),
      none('shared.inner label', '1 component has'),
    ])
    expect(await values(database, 'articles', 'views')).toEqual([5, 7, null])
    expect(await values(database, 'articles', 'free')).toEqual([null, null, null])
    const columns = Object.entries(defaults).map(([name, [{ type }]]) =>
      database.layout.formats.json(scalarBehaviours[type as ScalarAttribute['type']].storage, `"${name}"`),
    )
    const rows = await database.write((tx) =>
      tx.query({ sql: `SELECT ${columns.map((sql, at) => `${sql} AS c${at}`).join(', ')} FROM articles`, values: [] }),
    )
    const stored = Object.values(defaults).map(([, text]) => text)
    expect(rows.map((row) => Object.values(row).map((text) => String(text).replaceAll(' ', '')))).toEqual(
      rows.map(() => stored),
    )
    expect(rows).toHaveLength(3)
    await database.close()
  })

  test('are reported by each start until all published entries have a value, or there is a default', async () => {
    const { connection } = await newDatabase()
    const both = [{ publishedAt: published }, { publishedAt: published }, { publishedAt: null }]
    await withProject(connection, schemas({}), insert('articles', both))
    const subtitle = { ...title, ...required }
    const database = await openProject(connection, schemas({ subtitle }))
    expect(await sync(database)).toEqual([none('api::article.article subtitle', '2 entries have')])
    await database.write((tx) => tx.update('articles', [1], { subtitle: 'a' }))
    expect(await sync(database)).toEqual([none('api::article.article subtitle', '1 entry has')])
    await database.close()
    await withProject(connection, schemas({ subtitle: { ...subtitle, default: 'x' } }), async (changed) => {
      expect(await values(changed, 'articles', 'subtitle')).toEqual(['a', 'x', null])
      expect(await sync(changed)).toEqual([])
      const before = changed.statements()
      await syncSchema(changed)
      expect(changed.statements() - before).toBe(1)
    })
  })
})
