import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/query-core'
import { expect, expectTypeOf, it } from 'vitest'
import { auth, createClient, graphql, shareReads, upload } from '../src/index.js'
import { queries, singleQueries } from '../src/tanstack-query.js'
import type { ContentTypes } from './fixtures/content-types.gen.js'
import { startServer } from './support/start-server.js'

const answer = ({ query }: { query: Record<string, unknown> }) => {
  const { page = '1', pageSize = '25' } = (query.pagination ?? {}) as Record<string, string>
  return {
    data: [{ id: Number(page), attributes: { title: `t${page}` } }],
    meta: { pagination: { page: Number(page), pageSize: Number(pageSize), pageCount: 3, total: 3 } },
  }
}

it('gives options whose results are typed by the query and cached by its key', async () => {
  const { url, received } = await startServer(answer)
  const articles = queries(createClient<ContentTypes>({ baseURL: url }), 'articles')
  const client = new QueryClient()
  const options = articles.find({ fields: ['title'], sort: 'title' })
  const { data } = await client.query({ ...options, staleTime: 1000 })
  await client.query({ ...options, staleTime: 1000 })
  expectTypeOf(data).toEqualTypeOf<{ id: number; title: string }[]>()
  expect(data).toEqual([{ id: 1, title: 't1' }])
  expect(received).toHaveLength(1)
  expect(options.queryKey.slice(0, 2)).toEqual(articles.queryKey)
  // @ts-expect-error -- a typo
  articles.find({ fields: ['titel'] })
})

it('takes a client with extensions for what it is', () => {
  const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
  const extended = api.with(graphql()).with(auth<ContentTypes['user']>()).with(shareReads())
  expectTypeOf(queries(extended, 'articles')).toEqualTypeOf<
    ReturnType<typeof queries<ContentTypes, 'flat', 'articles'>>
  >()
  const enveloped = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', shape: 'envelope' }).with(upload())
  const { queryFn } = queries(enveloped, 'tags').findOne(1, { fields: ['name'] })
  expectTypeOf<Awaited<ReturnType<typeof queryFn>>>().toEqualTypeOf<{ id: number; attributes: { name: string } }>()
  // @ts-expect-error -- a typo
  queries(extended, 'artikles')
})

it('counts, with the filters in the key', async () => {
  const { url, received } = await startServer(answer)
  const articles = queries(createClient<ContentTypes>({ baseURL: url }), 'articles')
  const client = new QueryClient()
  const options = articles.count({ filters: { title: { $contains: 'x' } } })
  const total = await client.query(options)
  expectTypeOf(total).toEqualTypeOf<number>()
  expect(total).toBe(3)
  expect(received[0]?.query).toMatchObject({ filters: { title: { $contains: 'x' } }, pagination: { pageSize: '1' } })
  expect(options.queryKey).not.toEqual(articles.count().queryKey)
  const wrong = { title: { $contains: 'x' }, titel: 'x' }
  // @ts-expect-error -- a typo in a variable
  articles.count({ filters: wrong })
  // @ts-expect-error -- likewise
  articles.infinite({ filters: wrong })
  // @ts-expect-error -- what is counted has no fields
  articles.count({ fields: ['title'] })
})

it('gives options of single types', async () => {
  const { url, received } = await startServer(() => ({ data: { id: 1, attributes: { headline: 'Home' } } }))
  const homepage = singleQueries(createClient<ContentTypes>({ baseURL: url }), 'homepage')
  const client = new QueryClient()
  const options = homepage.find({ fields: ['headline'] })
  const entry = await client.query(options)
  expectTypeOf(entry).toEqualTypeOf<{ id: number; headline: string }>()
  expect(entry).toEqual({ id: 1, headline: 'Home' })
  expect(received[0]).toMatchObject({ path: '/api/homepage', query: { fields: ['headline'] } })
  await client.invalidateQueries({ queryKey: homepage.queryKey })
  expect(client.getQueryState(options.queryKey)?.isInvalidated).toBe(true)
  // @ts-expect-error -- a typo
  homepage.find({ fields: ['headlin'] })
  // @ts-expect-error -- a collection type
  singleQueries(createClient<ContentTypes>({ baseURL: url }), 'articles')
  // @ts-expect-error -- a single type
  queries(createClient<ContentTypes>({ baseURL: url }), 'homepage')
})

it('types what is cached by its key', () => {
  const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
  const articles = queries(api, 'articles')
  const client = new QueryClient()
  const one = articles.findOne(1, { fields: ['title'] })
  expectTypeOf(client.getQueryData(one.queryKey)).toEqualTypeOf<{ id: number; title: string } | undefined>()
  client.setQueryData(one.queryKey, { id: 1, title: 'x' })
  // @ts-expect-error -- not what is cached under this key
  client.setQueryData(one.queryKey, { id: 1, title: 2 })
  expect(client.getQueryData(one.queryKey)?.title).toBe(2)
  // @ts-expect-error -- not among the fields
  expect(client.getQueryData(one.queryKey)?.slug).toBeUndefined()
  const pages = articles.infinite({ fields: ['title'] })
  const cached = client.getQueryData(pages.queryKey)
  expectTypeOf(cached).toExtend<InfiniteData<{ data: { id: number; title: string }[] }, number> | undefined>()
  expectTypeOf(cached).not.toExtend<InfiniteData<{ data: { id: number; slug: number }[] }, number> | undefined>()
  expectTypeOf(cached).not.toBeUnknown()
})

it('aborts what nobody waits for', async () => {
  const { url } = await startServer(() => undefined)
  const articles = queries(createClient<ContentTypes>({ baseURL: url }), 'articles')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const running = client.query(articles.first())
  await client.cancelQueries({ queryKey: articles.queryKey })
  await expect(running).rejects.toThrow('CancelledError')
})

it('walks pages', async () => {
  const { url } = await startServer(answer)
  const articles = queries(createClient<ContentTypes>({ baseURL: url }), 'articles')
  const observer = new InfiniteQueryObserver(new QueryClient(), articles.infinite({ fields: ['title'], pageSize: 1 }))
  let state = await observer.fetchNextPage()
  while (state.hasNextPage) state = await observer.fetchNextPage()
  expect(state.data?.pages.map(({ data }) => data[0]?.title)).toEqual(['t1', 't2', 't3'])
})
