import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ApiError, createClient, graphql, type GraphQLDocument } from '../../src/index.js'
import type { ContentTypes } from './content-types.gen.js'
import { services, tokens } from './services.js'

interface Author {
  data: { id: string; attributes: { name: string } } | null
}
interface ArticlesData {
  articles: {
    data: { id: string; attributes: { title: string; extra: unknown; author: Author } }[]
    meta: { pagination: { total: number } }
  }
}
const Articles = parse(/* GraphQL */ `
  query Articles($sort: [String]) {
    articles(sort: $sort, filters: { author: { name: { startsWith: "Ada" } } }) {
      data { id attributes { title extra author { data { id attributes { name } } } } }
      meta { pagination { total } }
    }
  }
`) as unknown as GraphQLDocument<ArticlesData, { sort?: string[] }>

describe.each(await services())('GraphQL of $name', ({ start, real }) => {
  const url = start()
  const client = (token?: string) => createClient<ContentTypes>({ baseURL: url(), token }).with(graphql())

  it('returns data without its wrappers, and JSON unchanged', async () => {
    const { articles } = await client().graphql(Articles, { sort: ['title:asc'] })
    expect(articles.meta.pagination.total).toBe(2)
    expect(articles.data[0]).toEqual({
      id: '1',
      title: 'Alpha launch',
      extra: { a: 1, b: [1, 2, { c: null }], s: 'x' },
      author: { id: '1', name: 'Ada Archer' },
    })
    const raw = createClient({ baseURL: url() }).with(graphql({ shape: 'envelope' }))
    expect((await raw.graphql(Articles)).articles.data[0]?.attributes.author.data?.id).toBe('1')
  })

  it.each([
    ['a node', (text: string) => parse(text) as unknown as GraphQLDocument<unknown, object>],
    ['a string', (text: string) => text],
  ])('unwraps the selections of %s, but not JSON that looks the same', async (_, documentOf) => {
    const api = client(tokens.full)
    const extra = { data: { id: 1, attributes: { kept: true } } }
    const zone = [{ __component: 'blocks.quote', text: 'Said { data }', author: 1 }] as const
    const data = { title: 'With JSON', extra, zone, seo: { metaTitle: 'Seen', metaImage: 1 }, tags: [1, 2] }
    const { id } = await api.collection('articles').create(data)
    try {
      const document = documentOf(/* GraphQL */ `
        query { # of { what } comes
          found: articles(filters: { title: { eq: "With JSON", notContains: "} data {" } }) {
            ...Found
          }
          none: article(id: 999999) { data { id } }
        }
        fragment Found on ArticleEntityResponseCollection { data { id attributes { ...Article } } }
        fragment Article on Article {
          extra
          author { data { id } }
          tags(sort: "name") { data { attributes { name } } }
          seo { metaTitle metaImage { data { attributes { name } } } }
          zone { __typename ... on ComponentBlocksQuote { said: text author { data { attributes { name } } } } }
        }
      `)
      expect(await api.graphql(document)).toEqual({
        found: [
          {
            id: String(id),
            extra,
            author: null,
            tags: [{ name: 'javascript' }, { name: 'typescript' }],
            seo: { metaTitle: 'Seen', metaImage: { name: 'wide.png' } },
            zone: [{ __typename: 'ComponentBlocksQuote', said: 'Said { data }', author: { name: 'Ada Archer' } }],
          },
        ],
        none: null,
      })
    } finally {
      await api.collection('articles').delete(id)
    }
  })

  it('writes', async () => {
    const api = client(tokens.full)
    const created = (await api.graphql('mutation { createTag(data: { name: "by GraphQL" }) { data { id } } }')) as {
      createTag: { id: string }
    }
    const id = Number(created.createTag.id)
    expect((await api.collection('tags').findOne(id)).name).toBe('by GraphQL')
    await api.graphql(`mutation { deleteTag(id: ${id}) { data { id } } }`)
    await expect(api.collection('tags').findOne(id)).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    // Strapi responds with status 400 to a document that doesn't match the schema.
    ['a field that does not exist', '{ articles { nope } }', real ? 400 : 200],
    ['an action without the permission', 'mutation { createTag(data: { name: "x" }) { data { id } } }', 200],
  ])('throws for %s', async (_, document, status) => {
    const failure = await client()
      .graphql(document)
      .catch((error: unknown) => error)
    expect(ApiError.is(failure) && failure.status).toBe(status)
  })
})
