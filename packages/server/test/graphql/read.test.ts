import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { accepted, rejected } from './read-operations.js'
import { askGraphql } from '../support/ask-graphql.js'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'
import { openReadingRoom } from '../support/reading-room.js'

/** Shortens a query for a test title. */
const brief = (query: string) => (query.length > 200 ? `${query.slice(0, 200)}…` : query)

describe.each(await databases())('GraphQL on $name', ({ connection }) => {
  let api: ContentApi
  let ask: ReturnType<typeof askGraphql>

  beforeAll(async () => {
    api = await openReadingRoom(connection)
    ask = askGraphql(api)
  })
  afterAll(() => api.close())

  describe.each(Object.entries(accepted))('%s in GraphQL', (_, cases) => {
    it.each(cases.map(([query, data, variables]) => ({ query, data, variables })))(
      'returns the expected data for $query',
      async (input) => {
        const { query, data, variables } = input
        expect(await ask(query, variables)).toEqual({ data })
        // These requests use cached plans.
        expect(JSON.stringify(await ask(query, variables))).toBe(JSON.stringify(await ask(query, variables)))
      },
    )
  })

  it.each(rejected.map((row) => [brief(row[0]), ...row] as const))(
    'rejects %s',
    async (_, query, code, message, data) => {
      const { errors = [], ...rest } = await ask(query)
      expect(errors[0]).toMatchObject({ message: expect.stringContaining(message), extensions: { code } })
      expect(rest).toEqual(data === undefined ? {} : { data })
    },
  )

  it('runs one statement for each root field, however many relations it selects', async () => {
    const query =
      '{ articles { data { id attributes { title category { data { attributes { name } } } tags(sort: "name") { data { id } } zone { ... on ComponentBlocksQuote { text } } } } meta { pagination { total pageCount } } } tags { data { id } } }'
    const before = api.database.statements()
    await ask(query)
    expect(api.database.statements() - before).toBe(2)
  })

  it('returns ten lists of a hundred entries with three lists each', async () => {
    const lists = 'tags { data { id } } related { data { id } } wayTags { data { id } }'
    const list = (name: string) =>
      `${name}: articles(pagination: { limit: 100 }) { data { id attributes { ${lists} } } }`
    const { data, errors } = await ask(`{ ${Array.from({ length: 10 }, (_, index) => list(`l${index}`)).join(' ')} }`)
    expect(errors).toBeUndefined()
    expect(Object.values(data as object)).toEqual(Array.from({ length: 10 }, () => ({ data: expect.any(Array) })))
  })

  it('keeps the order of the selected keys', async () => {
    const text = JSON.stringify(await ask('{ tag(id: 1) { data { attributes { weight color name } id } } }'))
    expect(text).toBe('{"data":{"tag":{"data":{"attributes":{"weight":1,"color":null,"name":"red"},"id":"1"}}}}')
  })

  it('hides its schema outside of development', async () => {
    const { errors = [] } = await ask('{ __schema { queryType { name } } }')
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('introspection has been disabled'),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    })
    const [unknown] = (await ask('{ tag(id: 1) { data { attributes { nam } } } }')).errors ?? []
    expect(unknown?.message).toBe('Cannot query field "nam" on type "Tag".')
  })
})

describe('GraphQL in development', () => {
  it('allows introspection', async () => {
    const { connection } = sqliteDatabase()
    const api = await openReadingRoom(connection, { development: true })
    const { data } = await askGraphql(api)(
      '{ __typename __type(name: "Tag") { name kind } tag(id: 1) { data { id } } }',
    )
    await api.close()
    expect(data).toEqual({ __typename: 'Query', __type: { name: 'Tag', kind: 'OBJECT' }, tag: { data: { id: '1' } } })
  })
})
