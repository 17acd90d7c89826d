import { expect, it, vi } from 'vitest'
import { createClient, QueryError } from '../src/index.js'
import type { ContentTypes } from './fixtures/content-types.gen.js'

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
  [Number.NaN, 'id is NaN'],
  ['abc?x=1', 'abc?x=1'],
  ['1/localizations', '1/localizations'],
  ['', 'articles/'],
])('rejects %j before anything is sent', async (id, message) => {
  fetch.mockClear()
  const result = articles.findOne(id)
  await expect(result).rejects.toThrow(QueryError)
  await expect(result).rejects.toThrow(message)
  expect(fetch).not.toHaveBeenCalled()
})
