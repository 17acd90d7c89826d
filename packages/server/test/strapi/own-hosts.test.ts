import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ContentApiOptions, createContentApi } from '../../src/index.js'
import type { ConfigInput } from '@content-api/core/config/schema'
import { rawRequest } from '../support/raw-request.js'
import { secret } from '../support/service.js'

const info = { singularName: 'tag', pluralName: 'tags' }
const contentTypes = { 'api::tag.tag': { info, attributes: { name: { type: 'string' } } } }

/** Opens a service with permissions. Returns a function that requests a path with a header `Host`. */
async function open(config: ConfigInput = {}, options: Partial<ContentApiOptions> = { development: true }) {
  const api = await createContentApi({
    contentTypes,
    database: { dialect: 'sqlite', file: ':memory:' },
    config: {
      permissions: { public: ['api::tag.tag.find'] },
      auth: { jwt: { secret } },
      log: { level: 'silent' },
      ...config,
    },
    ...options,
  })
  onTestFinished(() => api.close())
  const { port, metrics } = await api.listen({ port: 0 })
  return {
    ask: async (path: string, host: string, headers: Record<string, string> = {}) => {
      const { status, bytes } = await rawRequest({ port }, `GET ${path}`, { headers: { host, ...headers } })
      return { status, text: bytes.toString() }
    },
    metricsPort: Number(new URL(metrics ?? 'http://none.example:1').port),
  }
}

const introspections = [
  '{ __schema { queryType { name } } }',
  '{ ...S } fragment S on Query { __type(name: "Tag") { name } }',
]
const queryOf = (query: string) => `/graphql?query=${encodeURIComponent(query)}`
const pages = [
  ['/', 'text/html'],
  ['/graphql', 'text/html'],
  ['/openapi', 'text/html'],
  ['/openapi.json', '*/*'],
  ['/content-api/model.json', '*/*'],
] as const

const own = [
  'localhost',
  'LOCALHOST:1337',
  '127.0.0.1',
  '127.0.0.1:80',
  '[::1]:1337',
  '192.168.1.20:1337',
  '[fe80::1]',
  '10.0.0.9',
]
const foreign = [
  'rebound.example',
  'rebound.example:1337',
  'localhost.example',
  '127.0.0.1.example',
  'content',
  '1.2.3.4.5',
]

describe('a development server with permissions', () => {
  it.each(foreign)('HTTP-70 shows its schema and tools to no page of another host: %s', async (host) => {
    const { ask } = await open()
    for (const [path, accept] of pages) {
      const { status, text } = await ask(path, host, { accept })
      expect([path, status, text]).toEqual([path, 403, expect.stringContaining('http.allowedHosts')])
      expect(text).not.toMatch(/api::tag|\/tags/)
    }
    // Content has its own permissions.
    expect((await ask('/api/tags', host)).status).toBe(200)
  })

  it.each(foreign)('HTTP-71 rejects introspection for another host, in every form: %s', async (host) => {
    const { ask } = await open()
    // The second request finds the document in the cache.
    for (const query of introspections) {
      expect((await ask(queryOf(query), '127.0.0.1')).text).not.toContain('errors')
      for (let time = 0; time < 2; time++) {
        const { text } = await ask(queryOf(query), host)
        expect([query, text]).toEqual([query, expect.stringContaining("This host can't read the schema")])
        expect(text).not.toContain('"data"')
      }
    }
    expect((await ask(queryOf('{ __typename tags { data { id } } }'), host)).text).toBe(
      '{"data":{"__typename":"Query","tags":{"data":[]}}}',
    )
  })

  it.each(foreign)('HTTP-71 suggests no names to another host: %s', async (host) => {
    const { ask } = await open()
    for (const query of ['{ tagz { data { id } } }', '{ tags(filters: { nam: { eq: "a" } }) { data { id } } }']) {
      expect((await ask(queryOf(query), '127.0.0.1')).text).toContain('Did you mean')
      const { text } = await ask(queryOf(query), host)
      expect([text, text.includes('errors')]).toEqual([expect.not.stringContaining('Did you mean'), true])
    }
    const variables = `&variables=${encodeURIComponent('{ "filters": { "nam": { "eq": "a" } } }')}`
    const withVariables = `${queryOf('query ($filters: TagFiltersInput) { tags(filters: $filters) { data { id } } }')}${variables}`
    expect((await ask(withVariables, '127.0.0.1')).text).toContain('Did you mean')
    expect((await ask(withVariables, host)).text).not.toContain('Did you mean')
  })

  it.each([...own, 'content', 'Content:1337'])('HTTP-72 serves them for its own hosts: %s', async (host) => {
    const { ask } = await open({ http: { allowedHosts: ['content'] } })
    for (const [path, accept] of pages) {
      expect([path, (await ask(path, host, { accept })).status]).toEqual([path, 200])
    }
    for (const query of introspections) expect((await ask(queryOf(query), host)).text).not.toContain('errors')
  })

  it('HTTP-70 rejects other hosts when NODE_ENV says that it is in development, and not in staging', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    onTestFinished(() => void vi.unstubAllEnvs())
    const status = async () => (await (await open({}, {})).ask('/openapi.json', 'content.example')).status
    expect(await status()).toBe(403)
    vi.stubEnv('NODE_ENV', 'staging')
    expect(await status()).toBe(200)
  })
})

describe('the metrics', () => {
  const statusOf = async (port: number, host: string) =>
    (await rawRequest({ port }, 'GET /metrics', { headers: { host } })).status

  it('HTTP-73 are served for addresses, this machine and the configured names', async () => {
    const { metricsPort } = await open(
      { metrics: { port: 0 }, http: { allowedHosts: ['content', 'Metrics.Example'] } },
      {},
    )
    for (const host of [...own, 'content:9464', 'metrics.example']) {
      expect([host, await statusOf(metricsPort, host)]).toEqual([host, 200])
    }
    for (const host of foreign.filter((name) => name !== 'content')) {
      expect([host, await statusOf(metricsPort, host)]).toEqual([host, 403])
    }
  })
})
