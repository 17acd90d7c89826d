import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '@content-api/engine/write'
import type { DocumentServer } from './served-documents.js'
import { callOfGraphql, drawGraphqlRead } from '../beside/generate-graphql.js'
import { ContentValues, type KnownContent } from '../beside/content-values.js'
import type { Drawing } from '../beside/generate-rest.js'
import { authorizationOf } from '../beside/strapi5/served-project.js'
import { Random } from '../strapi-starts/random.js'
import { openRecordedServer } from './served-documents.js'

/** Changes values that only callers with all permissions may see: private attributes, passwords, and entries. */
const hiddenChanges = [
  `UPDATE memos SET text = 'another secret'`,
  `DELETE FROM articles_memo_lnk WHERE article_id % 2 = 0`,
  `UPDATE articles SET internal_note = 'another note', secret = '$2a$10$another'`,
]

const limitedCallers = ['public', 'alice', 'custom', 'erin'] as const

async function ask(server: DocumentServer, caller: string, body: unknown): Promise<Response> {
  const authorization = authorizationOf(caller)
  return server.fetch(
    new Request('http://127.0.0.1/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(authorization !== undefined && { Authorization: authorization }),
      },
      body: JSON.stringify(body),
    }),
  )
}

/** Values that filters use, hidden ones too. */
const everything = `{
  articles(pagination: { limit: -1 }) { documentId title slug kind rating memo { documentId text } }
  tags { documentId name weight } categories { documentId name } authors { documentId name }
  menuItems { documentId label } places { documentId name } specimens { documentId str int }
}`

async function readValues(server: DocumentServer): Promise<KnownContent> {
  const values = new ContentValues()
  const text = await (await ask(server, 'full', { query: everything })).text()
  const { data } = JSON.parse(text) as { data: Record<string, { documentId: string }[]> }
  values.add(data)
  for (const hidden of ['private alpha', 'top secret', 'another note'])
    values.add({ internalNote: hidden, text: hidden })
  const ids = Object.entries(data).map(([name, rows]) => [name, rows.map(({ documentId }) => documentId)] as const)
  return { values, ids: new Map(ids) }
}

describe.each(['sqlite', 'postgres'] as const)('GraphQL of a Strapi 5 project, on %s', (dialect) => {
  let server: DocumentServer
  let changed: DocumentServer
  let drawing: Drawing

  beforeAll(async () => {
    server = await openRecordedServer(dialect)
    changed = await openRecordedServer(dialect)
    await changed.service.database.write(async (tx) => {
      for (const sql of hiddenChanges) await run(tx, () => sql)
    })
    drawing = {
      random: new Random(5),
      registry: server.service.registry,
      version: 5,
      sortsById: true,
      closed: 0.3,
      ...(await readValues(server)),
    }
  })

  it('has the same responses to limited callers whatever the values are that they may not see', async () => {
    const counts = { data: 0, errors: 0 }
    for (let index = 0; index < 300; index++) {
      const caller = limitedCallers[index % limitedCallers.length] as string
      const { body } = callOfGraphql(drawGraphqlRead(drawing))
      const [first, second] = await Promise.all([ask(server, caller, body), ask(changed, caller, body)])
      const [text, other] = await Promise.all([first.text(), second.text()])
      expect(first.status, text).toBeLessThan(500)
      expect(text, JSON.stringify([caller, body])).toBe(other)
      expect(text).not.toMatch(/top secret|other secret|private alpha|\$2[aby]\$/)
      expect(text).not.toContain('INTERNAL_SERVER_ERROR')
      counts[text.includes('"errors"') ? 'errors' : 'data'] += 1
    }
    expect(counts.data).toBeGreaterThan(50)
    expect(counts.errors).toBeGreaterThan(25)
  })

  const parents = (levels: number) => `${'parent { '.repeat(levels)} label ${'}'.repeat(levels)}`
  const doubled = (levels: number) =>
    `{ menuItems { ...F0 } } ${Array.from({ length: levels }, (_, level) => `fragment F${level} on MenuItem { a: parent { ...F${level + 1} } b: parent { ...F${level + 1} } }`).join(' ')} fragment F${levels} on MenuItem { label }`

  it.each([
    ['levels', `{ menuItem(documentId: "menuitem0000000000000005") { ${parents(320)} } }`, /^\{"data"/],
    ['aliases at each level', doubled(20), /more than 40000 entries/],
    [
      'lists without a limit in each other',
      `{ articles(pagination: { limit: -1 }) { tags(pagination: { limit: -1 }) { articles(pagination: { limit: -1 }) { tags(pagination: { limit: -1 }) { name } } } } }`,
      /more than 40000 entries/,
    ],
    ['a large page', `{ articles(pagination: { page: 2147483647, pageSize: 2147483647 }) { title } }`, /large number/],
    ['two kinds of pages', `{ tags(pagination: { page: 1, start: 2 }) { name } }`, /STRAPI_PAGINATION_ERROR/],
    ['groups without filters', `{ tags(filters: { and: [], or: [null], not: null }) { name } }`, /^\{"data"/],
  ])('limits the cost of %s', async (_name, query, expected) => {
    const response = await ask(server, 'full', { query })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toMatch(expected)
    expect(text).not.toContain('INTERNAL_SERVER_ERROR')
  })

  it.each([
    [{ documentId: 'a\u0000b', data: { title: 'abc' } }],
    [{ documentId: 'a'.repeat(5_000), data: { title: 'abc' } }],
    [{ documentId: 'article00000000000000001', locale: { a: 1 }, data: { title: 'abc' } }],
    [{ documentId: 'article00000000000000001', locale: 'e\u0000n', data: { title: 'abc' } }],
    [{ documentId: 'article00000000000000001', data: { title: 'abc', body: '\u0000', extra: ['\u0000'] } }],
    [{ documentId: 'article00000000000000001', data: { seo: { id: 'abc', metaTitle: 'x' } } }],
    [
      {
        documentId: 'article00000000000000001',
        data: { tags: Array.from({ length: 6_000 }, (_, index) => `t${index}`) },
      },
    ],
    [{ documentId: 'article00000000000000001', data: { zone: [{ __typename: 'ComponentBlocksQuote', nope: 1 }] } }],
    [{ documentId: 'article00000000000000001', data: { cover: 'none', tags: [null], category: '-1' } }],
  ])('rejects the arguments %o of a mutation without failing', async (variables) => {
    const query = `mutation($documentId: ID!, $locale: I18NLocaleCode, $data: ArticleInput!) {
      updateArticle(documentId: $documentId, locale: $locale, data: $data) { documentId }
    }`
    const response = await ask(server, 'full', { query, variables })
    expect(response.status).toBeLessThan(500)
    const text = await response.text()
    expect(text).toMatch(/"errors"|"updateArticle":null/)
    expect(text).not.toContain('INTERNAL_SERVER_ERROR')
  })

  it('writes nothing without the permission, and no relation to what the caller may not find', async () => {
    const create = `mutation { createTag(data: { name: "x" }) { name } }`
    expect(await (await ask(server, 'public', { query: create })).json()).toMatchObject({ data: { createTag: null } })
    const linked = `mutation { updateArticle(documentId: "article00000000000000002", data: { memo: "memo00000000000000000001" }) { documentId } }`
    expect((await ask(server, 'alice', { query: linked })).status).toBe(200)
    const memo = `{ article(documentId: "article00000000000000002") { memo { text } } }`
    expect(await (await ask(server, 'full', { query: memo })).json()).toEqual({ data: { article: { memo: null } } })
  })

  it('leaves out what code of the project disables', async () => {
    const register = (code: string) => ({ 'src/index.js': `module.exports = { register({ strapi }) { ${code} } }` })
    const extension = `strapi.plugin('graphql').service('extension')`
    const disabled = await openRecordedServer(dialect, register(`${extension}.shadowCRUD('api::memo.memo').disable()`))
    expect((await ask(disabled, 'full', { query: '{ memos { text } }' })).status).toBe(400)
    expect((await ask(disabled, 'full', { query: '{ tags { name } }' })).status).toBe(200)
  })

  it('shows what hooks change in the result of a mutation', async () => {
    const hooks = `module.exports = { afterCreate(event) { event.result.name = 'changed' } }`
    const hooked = await openRecordedServer(dialect, { 'src/api/tag/content-types/tag/lifecycles.js': hooks })
    const query = `mutation { createTag(data: { name: "hooked" }) { shown: name color } }`
    const body = await (await ask(hooked, 'full', { query })).json()
    expect(body).toEqual({ data: { createTag: { shown: 'changed', color: null } } })
  })
})
