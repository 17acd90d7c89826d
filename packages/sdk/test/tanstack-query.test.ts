import { type InfiniteData, InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { auth, type CreateInput, createClient, graphql, shareReads, upload } from '../src/index.js'
import { keys, me, meKey, mutations, queries, singleMutations, singleQueries } from '../src/tanstack-query.js'
import type { Article, ContentTypes } from './fixtures/content-types.gen.js'
import { startServer } from './support/start-server.js'

const respond = ({ query }: { query: Record<string, unknown> }) => {
  const { page = '1', pageSize = '25' } = (query.pagination ?? {}) as Record<string, string>
  return {
    data: [{ id: Number(page), attributes: { title: `t${page}` } }],
    meta: { pagination: { page: Number(page), pageSize: Number(pageSize), pageCount: 3, total: 3 } },
  }
}

it('returns options whose results are typed by the query and cached by its key', async () => {
  const { url, received } = await startServer(respond)
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

it('accepts a client with extensions', () => {
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
  const { url, received } = await startServer(respond)
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
  // @ts-expect-error -- a count has no fields
  articles.count({ fields: ['title'] })
})

it('returns options of single types', async () => {
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

it('types cached data by its key', () => {
  const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
  const articles = queries(api, 'articles')
  const client = new QueryClient()
  const one = articles.findOne(1, { fields: ['title'] })
  expectTypeOf(client.getQueryData(one.queryKey)).toEqualTypeOf<{ id: number; title: string } | undefined>()
  client.setQueryData(one.queryKey, { id: 1, title: 'x' })
  // @ts-expect-error -- not the type of this key
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

it('aborts unused requests', async () => {
  const { url } = await startServer(() => undefined)
  const articles = queries(createClient<ContentTypes>({ baseURL: url }), 'articles')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const running = client.query(articles.first())
  await client.cancelQueries({ queryKey: articles.queryKey })
  await expect(running).rejects.toThrow('CancelledError')
})

it('reads page after page', async () => {
  const { url } = await startServer(respond)
  const articles = queries(createClient<ContentTypes>({ baseURL: url }), 'articles')
  const observer = new InfiniteQueryObserver(new QueryClient(), articles.infinite({ fields: ['title'], pageSize: 1 }))
  let state = await observer.fetchNextPage()
  while (state.hasNextPage) state = await observer.fetchNextPage()
  expect(state.data?.pages.map(({ data }) => data[0]?.title)).toEqual(['t1', 't2', 't3'])
})

it('exports the keys of a type, its lists, its entries and one entry', () => {
  const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
  const articles = queries(api, 'articles')
  const key = keys(api, 'articles')
  expect(key.all()).toEqual(['content-api', 'articles'])
  expect(key.lists()).toEqual(['content-api', 'articles', 'list'])
  expect(key.entries()).toEqual(['content-api', 'articles', 'entry'])
  expect(key.entry(12)).toEqual(['content-api', 'articles', 'entry', '12'])
  const query = { fields: ['title'] } as const
  expect(articles.find().queryKey).toEqual([...key.lists(), 'find', {}])
  expect(articles.first().queryKey).toEqual([...key.lists(), 'first', {}])
  expect(articles.count().queryKey).toEqual([...key.lists(), 'count', {}])
  expect(articles.find(query).queryKey).toEqual([...key.lists(), 'find', query])
  expect(articles.infinite({ ...query, pageSize: 5 }).queryKey).toEqual([...key.lists(), 'infinite', query, 5])
  expect(articles.findOne(12, query).queryKey).toEqual([...key.entry('12'), query])
  expect(singleQueries(api, 'homepage').find().queryKey).toEqual([...keys(api, 'homepage').all(), 'find', {}])
  // @ts-expect-error -- no such content type
  keys(api, 'article')
})

describe('mutations', () => {
  /** Returns a client with everything in its cache, and a function that lists the invalidated keys. */
  async function cached(url: string) {
    const api = createClient<ContentTypes>({ baseURL: url, defaults: { retry: 0 } })
    const client = new QueryClient()
    const [articles, tags] = [queries(api, 'articles'), queries(api, 'tags')]
    const options = {
      list: articles.find({ sort: 'title' }).queryKey,
      count: articles.count().queryKey,
      one: articles.findOne(1).queryKey,
      two: articles.findOne(2).queryKey,
      tags: tags.find().queryKey,
      home: singleQueries(api, 'homepage').find().queryKey,
    }
    for (const key of Object.values(options)) client.setQueryData(key, 'cached' as never)
    const names = Object.keys(options) as (keyof typeof options)[]
    const outdated = () => names.filter((name) => client.getQueryState(options[name])?.isInvalidated)
    const gone = () => names.filter((name) => !client.getQueryState(options[name]))
    return { api, client, outdated, gone }
  }
  const written = ({ method }: { method: string }) =>
    method === 'DELETE' || method === 'PUT' || method === 'POST'
      ? { data: { id: 1, attributes: { title: 'x', headline: 'x' } } }
      : undefined

  it('invalidate the lists of what they create', async () => {
    const { url, received } = await startServer(written)
    const { api, client, outdated } = await cached(url)
    const create = mutations(api, 'articles', client).create({ fields: ['title'] })
    const result = await new MutationObserver(client, create).mutate({ title: 'x' })
    expectTypeOf(result).toEqualTypeOf<{ id: number; title: string }>()
    expect(result).toEqual({ id: 1, title: 'x', headline: 'x' })
    expect(received[0]).toMatchObject({ method: 'POST', query: { fields: ['title'] } })
    expect(outdated()).toEqual(['list', 'count'])
  })

  it('invalidate the entry that they change, and the types that show it', async () => {
    const { url } = await startServer(written)
    const { api, client, outdated } = await cached(url)
    const update = mutations(api, 'articles', client).update({}, { invalidates: ['tags', 'homepage'] })
    await new MutationObserver(client, update).mutate({ id: 1, data: { title: 'x' } })
    expect(outdated()).toEqual(['list', 'count', 'one', 'tags', 'home'])
  })

  it('remove the entry that they delete', async () => {
    const { url } = await startServer(written)
    const { api, client, outdated, gone } = await cached(url)
    await new MutationObserver(client, mutations(api, 'articles', client).delete()).mutate(1)
    expect([outdated(), gone()]).toEqual([['list', 'count'], ['one']])
  })

  it('of a single type invalidate it', async () => {
    const { url } = await startServer(written)
    const { api, client, outdated } = await cached(url)
    await new MutationObserver(client, singleMutations(api, 'homepage', client).update()).mutate({ headline: 'x' })
    expect(outdated()).toEqual(['home'])
    await new MutationObserver(client, singleMutations(api, 'homepage', client).delete()).mutate()
  })

  it('invalidate nothing if they fail', async () => {
    const { url } = await startServer((_, response) => {
      response.statusCode = 400
      return { data: null, error: { status: 400, name: 'ValidationError', message: 'no' } }
    })
    const { api, client, outdated, gone } = await cached(url)
    const failed = new MutationObserver(client, mutations(api, 'articles', client).delete()).mutate(1)
    await expect(failed).rejects.toThrow('no')
    expect([outdated(), gone()]).toEqual([[], []])
  })

  it('accept the input of the content type', () => {
    const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
    const { create, update } = mutations(api, 'articles', new QueryClient())
    expectTypeOf(create().mutationFn).parameter(0).toEqualTypeOf<CreateInput<Article>>()
    // @ts-expect-error -- an attribute of another type
    void (() => update().mutationFn({ id: 1, data: { title: 5 } }))
    // @ts-expect-error -- a typo
    update({ fields: ['titel'] })
    // @ts-expect-error -- no such content type
    update({}, { invalidates: ['tag'] })
  })
})

it('returns options of the logged-in user', async () => {
  const { url, received } = await startServer(() => ({ id: 1, username: 'ada' }))
  const api = createClient<ContentTypes>({ baseURL: url, token: 'of-ada' }).with(auth<ContentTypes['user']>())
  const client = new QueryClient()
  const options = me(api, { fields: ['username'] })
  const user = await client.query(options)
  expectTypeOf(user).toEqualTypeOf<{ id: number; username: string }>()
  expect(user).toEqual({ id: 1, username: 'ada' })
  expect(received[0]).toMatchObject({ path: '/api/users/me', query: { fields: ['username'] } })
  await client.invalidateQueries({ queryKey: meKey })
  expect(client.getQueryState(options.queryKey)?.isInvalidated).toBe(true)
  // @ts-expect-error -- a typo
  me(api, { fields: ['usernam'] })
})
