import { QueryClient } from '@tanstack/query-core'
import { gql } from '@urql/core'
import { beforeAll, describe } from 'vitest'
import { createClient, type GraphQLDocument } from '../../src/index.js'
import { strapi5 } from '../../src/strapi5/index.js'
import { mutations, queries } from '../../src/tanstack-query.js'
import { createUrqlClient, flat } from '../../src/urql/index.js'
import type { ContentTypes } from '../fixtures/strapi5/content-types.gen.js'
import { editor, expect, scenario, strapi } from './strapi.js'

const api = editor()

interface Articles {
  readonly articles: readonly {
    readonly documentId: string
    readonly title: string
    readonly tags: readonly { readonly name: string }[]
    readonly zone: readonly { readonly __typename: string; readonly text?: string }[]
  }[]
  readonly articles_connection: { readonly pageInfo: { readonly total: number } }
}
const articlesDocument = gql`
  query Articles($title: String, $status: PublicationStatus) {
    articles(filters: { title: { eq: $title } }, status: $status) {
      documentId
      title
      tags { name }
      zone { __typename ... on ComponentBlocksQuote { text } }
    }
    articles_connection(filters: { title: { eq: $title } }, status: $status) { pageInfo { total } }
  }
` as unknown as GraphQLDocument<Articles, { readonly title?: string; readonly status?: 'DRAFT' | 'PUBLISHED' }>
const createTag = gql`
  mutation ($name: String!) { createTag(data: { name: $name }) { documentId name } }
` as unknown as GraphQLDocument<
  { readonly createTag: { readonly documentId: string; readonly name: string } },
  { readonly name: string }
>
const titled = { title: 'By GraphQL' }

beforeAll(async () => {
  const { documentId } = await api.collection('tags').create({ name: 'in GraphQL' })
  await api.collection('articles').create({
    ...titled,
    tags: [documentId],
    zone: [{ __component: 'blocks.quote', text: 'To be' }],
  })
})

const expected = {
  articles: [
    {
      documentId: expect.stringMatching(/^[a-z0-9]{24}$/),
      title: 'By GraphQL',
      tags: [{ name: 'in GraphQL' }],
      zone: [{ __typename: 'ComponentBlocksQuote', text: 'To be' }],
    },
  ],
  articles_connection: { pageInfo: { total: 1 } },
}

describe('GraphQL documents', () => {
  scenario('are sent by the client', async () => {
    expect(await api.graphql(articlesDocument, titled)).toEqual(expected)
    const none = await api.graphql(articlesDocument, { title: 'no such article', status: 'DRAFT' })
    expect(none).toEqual({ articles: [], articles_connection: { pageInfo: { total: 0 } } })
    const { createTag: tag } = await api.graphql(createTag, { name: 'by the client' })
    const deleted = await api.graphql('mutation ($id: ID!) { deleteTag(documentId: $id) { documentId } }', {
      id: tag.documentId,
    })
    expect(deleted).toEqual({ deleteTag: { documentId: tag.documentId } })
  })

  scenario('have errors that name the attribute', async () => {
    const rejected = api.graphql('mutation { createArticle(data: { title: "ok title", rating: 99 }) { documentId } }')
    await expect(rejected).rejects.toMatchObject({ kind: 'ValidationError', issues: [{ path: ['rating'] }] })
    await expect(api.graphql('{ articles { nme } }')).rejects.toMatchObject({ name: 'ApiError' })
  })

  scenario('are sent by urql', async () => {
    const urql = createUrqlClient({ api })
    const { data, error } = await urql.query(flat(articlesDocument), titled).toPromise()
    expect([data, error]).toMatchObject([expected, undefined])
    const created = await urql.mutation(flat(createTag), { name: 'by urql' }).toPromise()
    expect(created.data?.createTag.name).toBe('by urql')
  })
})

describe('TanStack Query', () => {
  scenario('reads and writes documents', async () => {
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const client = createClient<ContentTypes>({ baseURL: strapi.url, token: strapi.token, api: strapi5() })
    const tags = queries(client, 'tags')
    const named = tags.find({ filters: { name: { $startsWith: 'by TanStack' } }, fields: ['name'] })
    expect((await cache.query(named)).data).toEqual([])
    const writes = mutations(client, 'tags', cache)
    const run = cache.getMutationCache()
    const created = await run.build(cache, writes.create()).execute({ name: 'by TanStack' })
    expect((await cache.query(named)).data).toMatchObject([{ documentId: created.documentId, name: 'by TanStack' }])
    const data = { name: 'by TanStack Query' }
    await run.build(cache, writes.update()).execute({ id: created.documentId, data })
    expect(await cache.query(tags.findOne(created.documentId, { fields: ['name'] }))).toMatchObject(data)
    await run.build(cache, writes.delete()).execute(created.documentId)
    expect(await cache.query(tags.count({ filters: { name: { $startsWith: 'by TanStack' } } }))).toBe(0)
  })
})
