import { expect, it } from 'vitest'
import { type ConfigInput, createContentApi } from '../index.js'
import { registry } from '../../test/support/plan-context.js'
import { sourcesOf } from './model-document.js'

const open = (config: ConfigInput) =>
  createContentApi({
    ...sourcesOf(registry),
    database: ':memory:',
    config: { i18n: { locales: ['fr'] }, ...config },
  })

it.each([
  ['/api/articles', '/api'],
  ['/api', '/api'],
  ['/API', '/api'],
  ['/healthz', '/healthz'],
  ['/readyz', '/readyz'],
  ['/_health', '/_health'],
  ['/uploads', '/uploads'],
  ['/uploads/graphql', '/uploads'],
  ['/openapi', '/openapi'],
  ['/openapi.json', '/openapi.json'],
  ['/content-api/model.json', '/content-api'],
  ['/favicon.ico', '/favicon.ico'],
])('rejects the GraphQL endpoint %s at the start, because %s is in use', async (endpoint, path) => {
  await expect(open({ graphql: { config: { endpoint } } })).rejects.toThrow(
    `graphql.config.endpoint must not be at or below ${path}, where something else is served, but is "${endpoint}".`,
  )
})

it('rejects an endpoint whose playground is at the prefix of REST', async () => {
  await expect(open({ api: { rest: { prefix: '/graphql/playground' } } })).rejects.toThrow(
    'graphql.config.endpoint must not have its playground at api.rest.prefix (/graphql/playground)',
  )
})

it.each([
  [{ graphql: { config: { endpoint: '/apis' } } }, '/apis', 200],
  [{ graphql: { config: { endpoint: '/v1' } }, api: { rest: { prefix: '/v1/content' } } }, '/v1', 200],
  [{ graphql: { enabled: false, config: { endpoint: '/uploads' } } }, '/uploads', 404],
] satisfies [ConfigInput, string, number][])('accepts %j', async (config, path, status) => {
  const api = await open(config)
  const response = await api.fetch(new Request(`http://endpoint.test${path}?query={__typename}`))
  expect(response.status).toBe(status)
  await api.close()
})
