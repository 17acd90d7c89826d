import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import { type ComparedRead, compareRecorded } from './compare-recorded.js'
import { fillSqlite, recordedQueries } from './recorded-database.js'
import { openRecordedBeside, queryAs, readAs } from './served-project.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-queries-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

it.each(['sqlite', 'postgres'] as const)(
  'recorded queries have the responses of Strapi 5 or are forwarded, on %s',
  async (dialect) => {
    const reads = recordedQueries(dialect).map(
      ({ id, role, operation, body }): ComparedRead => ({
        id,
        shown: JSON.stringify(operation),
        body: body === null ? null : JSON.parse(body),
        send: (beside) => queryAs(beside, operation, role),
      }),
    )
    const { different, successful, served } = await compareRecorded(dialect, reads, { inOrder: true })
    expect(different).toEqual([])
    expect(successful).toBeGreaterThan(90)
    expect(served).toBeGreaterThan(0.85)
  },
)

it('leaves everything else to Strapi', async () => {
  const beside = await openRecordedBeside(join(folder, 'others'), await fillSqlite(mkdtempSync(join(folder, 'db-'))))
  const query = '{ tags { name } }'
  const { url } = await beside.listen({ host: '127.0.0.1', port: 0 })
  const body = JSON.stringify({ query })
  const served = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  expect(await served.text()).toMatch(/^\{"data":\{"tags":\[.*\]\}\}\n$/)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'x-served-by': 'content-api',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    vary: 'Origin',
  })
  const article = 'article(documentId: "article00000000000000001")'
  const forwarded = [
    { query: 'mutation { deleteTag(documentId: "tag000000000000000000001") { documentId } }' },
    { query: `${query} mutation B { deleteSetting { documentId } }`, operationName: '' },
    { query: 'query A { tags { name } } mutation B { deleteSetting { documentId } }', operationName: 'A' },
    { query: '{ __schema { queryType { name } } }' },
    { query: '{ __type(name: "Tag") { name } }' },
    { query: '{ me { username } }' },
    { query: '{ i18NLocales { code } }' },
    { query: `{ ${article} { secret } }` },
    { query: `{ ${article} { stampedAt } }` },
    { query: `{ ${article} { internalNote } }` },
    { query: `{ ${article} { memo { text } } }` },
    { query: '{ memos { text } }' },
    { query: '{ notes { subject { __typename } } }' },
    { query: '{ uploadFiles { name } }' },
    { query: '{ articles(filters: { secret: { startsWith: "$2" } }) { title } }' },
    { query: '{ articles(filters: { memo: { text: { notNull: true } } }) { title } }' },
    { query: '{ articles(sort: "internalNote") { title } }' },
    { query: '{ articles(sort: "secret") { title } }' },
    { query: '{ articles(status: DRAFT, filters: { publishedAt: { notNull: true } }) { title } }' },
    { query: '{ categories(publicationFilter: MODIFIED) { articles(filters: { title: { eq: "a" } }) { title } } }' },
    { query: '{ articles(filters: { eventAt: { in: ["2024-01-01T00:00:00.000Z"] } }) { title } }' },
    { query: '{ articles(filters: { stampedAt: { in: ["2024-01-01T00:00:00.000Z"] } }) { title } }' },
    { query: '{ categories { articles_connection(sort: "author.name") { __typename } } }' },
    { query: '{ categories { articles(sort: "author.name") { title } } }' },
    { query: '{ details(sort: "article.title") { note } }' },
    { query, variables: '{}' },
    { query, extensions: { persistedQuery: { version: 1 } } },
    [{ query }],
    {},
  ]
  const ofPlugins = [
    '{ i18NLocales { code } }',
    '{ i18NLocales_connection { nodes { code } } }',
    '{ uploadFolders { name } }',
    '{ usersPermissionsRoles { name } }',
  ]
  // The first request with a token goes to Strapi, which records its use.
  expect((await queryAs(beside, { query }, 'full')).kind).toBe('forwarded')
  expect((await queryAs(beside, { query }, 'full')).kind).toBe('response')
  const kinds: string[] = []
  for (const operation of ofPlugins) kinds.push((await queryAs(beside, { query: operation }, 'full')).kind)
  for (const operation of forwarded) kinds.push((await queryAs(beside, operation)).kind)
  kinds.push((await readAs(beside, `/graphql?query=${encodeURIComponent(query)}`)).kind)
  await beside.close()
  expect(kinds).toEqual([...ofPlugins, ...forwarded, query].map(() => 'forwarded'))
})
