import { expect, it } from 'vitest'
import { ApiError, createClient, ifMatch, QueryError, readVersion } from '../src/index.js'
import { startServer } from './support/start-server.js'

it('reads the version of an entry, and sends it with a write, which is not retried', async () => {
  const { url, received } = await startServer(({ method, headers }, response) => {
    if (method === 'GET') response.setHeader('entry-version', 'a1')
    const fails = method === 'GET' || headers['if-match'] === '"a1"' ? undefined : 412
    response.statusCode = method === 'DELETE' ? 503 : (fails ?? 200)
    if (fails === 412) return { error: { name: 'PreconditionFailedError', message: 'The entry has changed' } }
    return { data: { id: 1, attributes: {} } }
  })
  const articles = createClient({ baseURL: url }).collection('articles')
  const { options, version } = readVersion()
  expect(version()).toBeNull()
  await articles.findOne(1, {}, options)
  expect(version()).toBe('a1')
  await articles.update(1, {}, {}, ifMatch(version()))
  const error: unknown = await articles.update(1, {}, {}, ifMatch('a0')).catch((thrown: unknown) => thrown)
  expect(ApiError.is(error, 'PreconditionFailedError') && error.status).toBe(412)
  await expect(articles.delete(1, {}, ifMatch('a1'))).rejects.toMatchObject({ status: 503 })
  expect(received.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"a1"', '"a0"', '"a1"'])
  expect(() => ifMatch(null)).toThrow(QueryError)
})
