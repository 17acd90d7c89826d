// The tests read members of responses, for which types would only repeat the query.
// oxlint-disable typescript/no-explicit-any
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExtensionHost } from '../../../src/index.js'
import { type ExtendedService, openExtended } from '../../support/extended-service.js'
import { databases } from '../../../../../tests/support/postgres.js'

const uid = 'api::article.article'
/** An eighth of the default, so that fewer entries exceed it. */
const costLimit = 2_500
const tooMany = 'The query requests more than 2500 entries: request smaller pages or fewer relations'
const tooWide = 'Invalid parameter filters: it must not hold more than 500 conditions and relations in all'

let calls = 0

function register({ strapi }: { strapi: ExtensionHost }): void {
  const graphql = strapi.plugin('graphql')
  const { toEntityResponseCollection } = graphql.service('format').returnTypes
  let read: Promise<unknown> | undefined
  const oneOver = async (count: number): Promise<unknown[]> =>
    Array<unknown>(count).fill(await (read ??= strapi.entityService.findOne(uid, 1)))
  graphql.service('extension').use({
    typeDefs: `
      extend type Query { copies(count: Int!): [ArticleEntity] }
      extend type Article {
        similar(count: Int = 25): [ArticleEntity]
        counted(filters: ArticleFiltersInput): ArticleEntityResponseCollection
      }
    `,
    resolvers: {
      Query: { copies: (_parent: unknown, { count }: any) => oneOver(count) },
      Article: {
        similar: (_parent: unknown, { count }: any) => {
          calls += 1
          return oneOver(count)
        },
        counted: (_parent: unknown, { filters }: any) =>
          toEntityResponseCollection([], { args: { filters, pagination: { limit: 10 } }, resourceUID: uid }),
      },
    },
    resolversConfig: {
      'Query.copies': { auth: false },
      'Article.tags': {
        middlewares: [(next, parent, args, ...rest) => next(parent, { ...args, pagination: { limit: 10 } }, ...rest)],
      },
    },
  })
}

describe.each(await databases())('limits for resolvers with generated fields, on $name', ({ connection }) => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await openExtended({ database: connection, register, costLimit })
  })
  afterAll(() => service.api.close())
  beforeEach(() => void (calls = 0))

  const few = 'tags { data { id } }'
  const copies = (count: number, attributes: string) => `copies(count: ${count}) { attributes { ${attributes} } }`

  /** Root fields of a query run concurrently, so either one may exceed the limit. */
  const expectOneRefused = ({ a, b }: any, errors: unknown) => {
    expect([a, b].filter((result) => result === null)).toHaveLength(1)
    expect(errors).toMatchObject([{ message: tooMany, path: [a === null ? 'a' : 'b'] }])
  }

  it('stop resolvers that are nested in entries of other resolvers', async () => {
    const query = `{ articles { data { attributes { title similar { attributes { similar { attributes { similar(count: 1) { id } } } } } } } } ${few} }`
    const { data, errors } = await service.ask(query)
    expect(data).toEqual({ articles: null, tags: { data: expect.any(Array) } })
    expect(errors).toMatchObject([
      {
        message: tooMany,
        path: ['articles'],
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ])
    expect(calls).toBeLessThan(costLimit)
  })

  it('count an entry at every place in the response, although it is read once', async () => {
    const related = (limit: number) => copies(150, `related(pagination: { limit: ${limit} }) { data { id } }`)
    expect((await service.ask(`{ ${related(10)} }`)).errors).toBeUndefined()
    const { data, errors } = await service.ask(`{ a: ${related(10)} b: ${related(10)} ${few} }`)
    expectOneRefused(data, errors)
    expect(data.tags).toEqual({ data: expect.any(Array) })
    expect(await service.ask(`{ ${copies(228, 'related(pagination: { limit: 10 }) { data { id } }')} }`)).toMatchObject(
      {
        data: { copies: null },
        errors: [{ message: tooMany, path: ['copies'] }],
      },
    )
  })

  it('count fields again for each alias', async () => {
    const requested = (names: string) => `{ articles(pagination: { limit: 80 }) { data { attributes {
      tags(pagination: { limit: 1 }) { data { id } }
      related(pagination: { limit: 10 }) { data { attributes { ${names} } } }
    } } } }`
    expect((await service.ask(requested('title summary body a: title'))).errors).toBeUndefined()
    expect(await service.ask(requested('title a: title b: title'))).toMatchObject({
      data: { articles: null },
      errors: [{ message: tooMany, path: ['articles'] }],
    })
  })

  it('limit the errors in a response', async () => {
    const { data, errors = [] } = await service.ask(`{ ${copies(1_100, 'memo { data { id } }')} }`)
    expect(data.copies).toHaveLength(1_100)
    expect(errors).toHaveLength(1_001)
    expect(errors.at(-1)).toMatchObject({
      message: 'The response has 1100 errors. The first 1000 are reported',
      path: ['copies'],
    })
  })

  it('count relations that are read again with other arguments', async () => {
    const tags = copies(150, 'tags(pagination: { limit: 1 }) { data { id } }')
    expect((await service.ask(`{ ${tags} }`)).errors).toBeUndefined()
    const { data, errors } = await service.ask(`{ a: ${tags} b: ${tags} }`)
    expectOneRefused(data, errors)
  })

  it('count the page size and filter conditions of each collection whose total is requested', async () => {
    const counted = (count: number, filters: string) =>
      copies(count, `counted(filters: { ${filters} }) { meta { pagination { total } } }`)
    const one = 'title: { eq: "Alpha" }'
    expect((await service.ask(`{ ${counted(150, one)} }`)).errors).toBeUndefined()
    expect((await service.ask(`{ ${counted(250, one)} }`)).errors).toMatchObject([{ message: tooMany }])
    const four = `or: [${`{ ${one} } `.repeat(4)}]`
    expect((await service.ask(`{ ${counted(150, four)} ${few} }`)).errors).toMatchObject([
      { message: tooWide, path: ['copies'] },
    ])
  })

  it('apply to all operations of a batch together', async () => {
    const query = `{ ${copies(120, 'related(pagination: { limit: 10 }) { data { id } }')} }`
    const generated = { query: `{ ${few} }` }
    const response = await service.api.fetch(
      new Request('http://service.example/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([generated, { query }, { query }, generated]),
      }),
    )
    const results = (await response.json()) as { errors?: { message: string }[] }[]
    expect(results.map(({ errors = [] }) => errors.map(({ message }) => message))).toEqual([[], [], [tooMany], []])
  })
})
