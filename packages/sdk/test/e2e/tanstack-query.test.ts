import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/index.js'
import { queries, singleQueries } from '../../src/tanstack-query.js'
import type { ContentTypes } from './content-types.gen.js'
import { services, tokens } from './services.js'

describe.each(await services())('TanStack Query with $name', ({ start }) => {
  const url = start()
  const client = () => createClient<ContentTypes>({ baseURL: url(), token: tokens.full, defaults: { retry: 0 } })

  it('reads lists, entries, counts and single types', async () => {
    const [articles, cache] = [queries(client(), 'articles'), new QueryClient()]
    const query = { filters: { author: { name: { $startsWith: 'Ada' } } }, sort: 'title' } as const
    const { data, meta } = await cache.query(articles.find({ ...query, fields: ['title'] }))
    expect(data).toEqual([
      { id: 1, title: 'Alpha launch' },
      { id: 3, title: 'charlie chef' },
    ])
    expect(meta.pagination.total).toBe(2)
    expect(await cache.query(articles.count({ filters: query.filters }))).toBe(2)
    const one = articles.findOne(1, { fields: ['title'], populate: ['author'] })
    expect((await cache.query(one)).author?.name).toBe('Ada Archer')
    expect(cache.getQueryData(one.queryKey)?.title).toBe('Alpha launch')
    expect(await cache.query(articles.first({ filters: { title: 'no such' } }))).toBeNull()
    const homepage = singleQueries(client(), 'homepage').find({ fields: ['headline'] })
    expect((await cache.query(homepage)).headline).toBe('Welcome')
  })

  it('reads pages up to the last', async () => {
    const options = queries(client(), 'tags').infinite({ fields: ['name'], sort: 'id', pageSize: 5 })
    const observer = new InfiniteQueryObserver(new QueryClient(), options)
    let state = await observer.fetchNextPage()
    while (state.hasNextPage) state = await observer.fetchNextPage()
    const ids = state.data?.pages.flatMap(({ data }) => data.map(({ id }) => id)) ?? []
    expect(ids.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(ids).toHaveLength(await client().collection('tags').count())
  })

  it('refetches changed entries after the invalidation', async () => {
    const [tags, cache] = [queries(client(), 'tags'), new QueryClient()]
    const options = { ...tags.count({ filters: { name: 'counted' } }), staleTime: Infinity }
    expect(await cache.query(options)).toBe(0)
    const { id } = await client().collection('tags').create({ name: 'counted' })
    try {
      expect(await cache.query(options)).toBe(0)
      await cache.invalidateQueries({ queryKey: tags.queryKey })
      expect(await cache.query(options)).toBe(1)
    } finally {
      await client().collection('tags').delete(id)
    }
  })

  it('throws the errors of the service', async () => {
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const missing = cache.query(queries(client(), 'articles').findOne(999_999))
    await expect(missing).rejects.toMatchObject({ status: 404, kind: 'NotFoundError' })
  })
})
