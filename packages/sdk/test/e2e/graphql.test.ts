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

  it('answers a document without its wrappers, JSON as it is', async () => {
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
    // A request that doesn't fit the schema is answered with 400 by Strapi.
    ['a field that is not there', '{ articles { nope } }', real ? 400 : 200],
    ['what may not be done', 'mutation { createTag(data: { name: "x" }) { data { id } } }', 200],
  ])('throws for %s', async (_, document, status) => {
    const failure = await client()
      .graphql(document)
      .catch((error: unknown) => error)
    expect(ApiError.is(failure) && failure.status).toBe(status)
  })
})
