import { expect, it, vi } from 'vitest'
import { createClient } from '../src/index.js'
import type { ContentTypes } from './fixtures/content-types.gen.js'
import { failureOf } from './support/failure-of.js'

const fetch = vi.fn<typeof globalThis.fetch>(() =>
  Promise.resolve(Response.json({ data: { id: 12, attributes: { title: 'x' } } })),
)
const articles = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', fetch }).collection('articles')

it('accepts the string parameter of a router', async () => {
  const params: { id: string } = { id: '12' }
  expect((await articles.findOne(params.id)).id).toBe(12)
  expect(fetch.mock.lastCall).toMatchObject(['https://cms.example.org/api/articles/12', {}])
})

it.each([
  ['abc', "'abc'"],
  ['abc?x=1', "'abc?x=1'"],
  ['1/localizations', "'1/localizations'"],
  ['', "''"],
  ['0', "'0'"],
  ['x'.repeat(1000), `'${'x'.repeat(50)}'`],
])('rejects the parameter %j before anything is sent, as an id that no entry has', async (id, shown) => {
  fetch.mockClear()
  const { error } = await failureOf(articles.findOne(id))
  expect(error).toMatchObject({
    name: 'QueryError',
    path: 'id',
    message: `id must be a positive integer, not ${shown}`,
    matchesNothing: true,
  })
  expect(fetch).not.toHaveBeenCalled()
})

it.each([Number.NaN, 0, -1, 1.5, undefined, null])('rejects %s as a mistake in the code', async (id) => {
  fetch.mockClear()
  const { error } = await failureOf(articles.update(id as number, {}))
  const message = `id must be a positive integer, not ${id}`
  expect(error).toMatchObject({ name: 'QueryError', path: 'id', message, matchesNothing: false })
  expect(fetch).not.toHaveBeenCalled()
})
