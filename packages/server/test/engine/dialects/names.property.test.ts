import type { SchemaSources } from '@content-api/model'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../../src/index.js'
import { newDatabases } from '../../../../../tests/support/postgres.js'

/** Names that the tables of the service, a database or another attribute may use too. */
const attributeNames = [
  'position',
  'owner',
  'owner_type',
  'owner_id',
  'owner_field',
  'owner_order',
  'localization_group',
  'source_id',
  'target_id',
  'source_order',
  'target_type',
  'locale',
  'publishedAt',
  'localizations',
  'ID',
  'Id',
  'created_at',
  'createdat',
  'CreatedAt',
  'createdBy_id',
  '_username_key',
  'id_',
  'ids',
  'order',
  'select',
  'group',
  'type',
  'table',
  'from',
  'user',
  'value',
  'entry',
  'json',
  'key',
  'number',
  'count',
  'xmin',
  'cmax',
  'ctid',
  'tableoid',
  'oid',
  'rowid',
  '_rowid_',
  'title',
  'Title',
  'TITLE',
  'title_id',
  'Title_id',
  'first-name',
  'two words',
  'naïve',
  '日本語',
  '1st',
  'a;b',
  "it's",
  'a/b',
  'a.b',
  'a,b',
  'c:d',
  'x[y]',
  'x]',
  '$x',
  'a&b=c',
  '#a?',
  'a*',
  'x'.repeat(63),
  'X'.repeat(63),
  'x'.repeat(80),
  `${'x'.repeat(80)}y`,
  '語'.repeat(30),
]
const tableNames = [
  'articles',
  'Articles',
  'articles_pkey',
  'articles_id_seq',
  'articles_title_key',
  'articles_title_links',
  'content_api_schema',
  '_replacement',
  '_api_tokens',
  '_api_tokens_name_key',
  'sqlite_sequence',
  'sqlite_stat1',
  'pg_class',
  'pg_type',
  'pg_locks',
  'pg_settings',
  'columns',
  'tables',
  'order',
  'select',
  'my-articles',
  'a.b',
  'a, b',
  'Ärzte',
  'x'.repeat(63),
  'x'.repeat(90),
  `${'x'.repeat(90)}y`,
]

const others = 'api::other.other'
const scalars = [
  { type: 'string' },
  { type: 'string', unique: true },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'datetime' },
]
const links = [
  ...['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'].map((relation) => ({
    type: 'relation',
    relation,
    target: others,
  })),
  { type: 'relation', relation: 'morphToOne' },
  { type: 'relation', relation: 'morphToMany' },
  { type: 'component', component: 'shared.part', repeatable: true },
]
const values: Readonly<Record<string, unknown>> = {
  integer: 7,
  boolean: true,
  datetime: '2024-02-29T13:05:00.000Z',
}

type Attribute = Readonly<Record<string, unknown>>
type Attributes = Readonly<Record<string, Attribute>>

const attributesOf = (kinds: readonly Attribute[]) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...attributeNames), fc.constantFrom(...kinds)), {
      selector: ([name]) => name,
      minLength: 4,
      maxLength: 14,
    })
    .map((entries): Attributes => Object.fromEntries(entries))

const model = fc.record({
  article: attributesOf([...scalars, ...links]),
  other: attributesOf(scalars),
  part: attributesOf([...scalars, ...links.slice(0, 4)]),
  tables: fc.uniqueArray(fc.constantFrom(...tableNames), { minLength: 3, maxLength: 3 }),
  options: fc.record({ draftAndPublish: fc.boolean() }),
  localized: fc.boolean(),
})
type Model = typeof model extends fc.Arbitrary<infer Value> ? Value : never

function sourcesOf({ article, other, part, tables, options, localized }: Model): SchemaSources {
  const contentType = (name: string, attributes: Attributes, table = 0) => ({
    collectionName: tables[table],
    info: { singularName: name, pluralName: `${name}s` },
    options,
    pluginOptions: localized ? { i18n: { localized } } : {},
    attributes,
  })
  return {
    contentTypes: { 'api::article.article': contentType('article', article), [others]: contentType('other', other, 1) },
    components: { 'shared.part': { collectionName: tables[2], attributes: part } },
  } as unknown as SchemaSources
}

/** Creates bodies whose strings all differ, because attributes may be unique. */
function createBodies() {
  let count = 0
  /** Returns a body, and the attributes of the entry that it creates. */
  return function bodyOf(declared: Attributes, part: Attributes | null = null): [body: object, stored: object] {
    const body: Record<string, unknown> = {}
    const stored: Record<string, unknown> = {}
    for (const [name, { type, relation }] of Object.entries(declared)) {
      if (type === 'component') {
        const [item, storedItem] = bodyOf(part ?? {})
        body[name] = [item]
        stored[name] = [storedItem]
      } else if (type !== 'relation') {
        stored[name] = body[name] = type === 'string' ? `text ${count++}` : values[String(type)]
      } else {
        const isMorph = String(relation).startsWith('morph')
        const isToOne = String(relation).endsWith('ToOne')
        const link = isMorph ? { id: 1, __type: others } : 1
        body[name] = isToOne ? link : [link]
        const entry = { id: 1 }
        // Components are populated without the relations in them.
        if (part) stored[name] = isMorph ? (isToOne ? entry : [entry]) : { data: isToOne ? entry : [entry] }
      }
    }
    return [body, stored]
  }
}

interface Answer {
  readonly status: number
  readonly body: { readonly data: { readonly attributes: Readonly<Record<string, unknown>> } }
}

async function ask(api: ContentApi, path: string, data?: object): Promise<Answer> {
  const response = await api.fetch(
    new Request(`http://service.example/api/${path}`, {
      ...(data && { method: 'POST', body: JSON.stringify({ data }) }),
      headers: { 'content-type': 'application/json' },
    }),
  )
  const answer = { status: response.status, body: (await response.json()) as Answer['body'] }
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}

describe.each(newDatabases)('names of a project on %s', (_name, newDatabase) => {
  it('never collide with those of the service, of the database, or with each other', async () => {
    await fc.assert(
      fc.asyncProperty(model, async (random) => {
        const { connection } = await newDatabase()
        const start = () => createContentApi({ ...sourcesOf(random), database: connection })
        const api = await start()
        try {
          const bodyOf = createBodies()
          const declared = (uid: string) => api.registry.contentType(uid).declared as unknown as Attributes
          const part = api.registry.component('shared.part').declared as unknown as Attributes
          const [body, stored] = bodyOf(declared('api::article.article'), part)
          await ask(api, 'others', bodyOf(declared(others), {})[0])
          await ask(api, 'articles', body)
          const { data } = (await ask(api, 'articles/1?populate=*')).body
          expect(data.attributes).toMatchObject(stored)
        } finally {
          await api.close()
        }
        // The tables fit the schemas, so another start changes nothing.
        await (await start()).close()
      }),
      { numRuns: Number(process.env['NAME_RUNS'] ?? 6), endOnFailure: true },
    )
  }, 120_000)
})
