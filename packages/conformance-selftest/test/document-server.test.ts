import { access, type ConfigurationInput, type Fetch, run, type ScenarioResult } from '@content-api/conformance'
import { describe, expect, it } from 'vitest'
import { createDocumentServer } from '../src/document-server/document-server.js'

const tokens = { full: access.tokens.full.key, restricted: access.tokens.restricted.key }

async function verdicts(fetch: Fetch, configuration: ConfigurationInput) {
  const results: ScenarioResult[] = []
  const options = { profile: 'strapi-5', limits: { maxLimit: 100 }, tokens, timeout: 60_000 } as const
  for await (const result of run({ fetch, configuration: { ...options, ...configuration } })) results.push(result)
  return {
    passed: results.filter(({ verdict }) => verdict === 'pass').length,
    others: results.filter(({ verdict }) => verdict !== 'pass').map(({ id, message }) => `${id}: ${message}`),
  }
}

const send = (fetch: Fetch, method: string, path: string, data: unknown) =>
  fetch(
    new Request(`http://target.localhost/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    }),
  ).then((response) => response.json() as Promise<{ data: { documentId: string } }>)

describe('a server that does what the documentation of Strapi 5 says', () => {
  it('passes every scenario of the profile', async () => {
    const { passed, others } = await verdicts(createDocumentServer().fetch, {})
    expect(others).toEqual([])
    expect(passed).toBeGreaterThanOrEqual(700)
  })

  it('passes the scenarios that read its content or write to one type', async () => {
    const { fetch } = createDocumentServer()
    const target = await send(fetch, 'POST', 'conf-tags', { name: 'first' })
    await send(fetch, 'POST', 'conf-tags', { name: 'second' })
    for (const title of ['one', 'two', 'three']) {
      const { data } = await send(fetch, 'POST', 'conf-pages', { title })
      await send(fetch, 'PUT', `conf-pages/${data.documentId}?locale=fr`, { title: `${title} autre` })
      await send(fetch, 'POST', 'conf-articles', { title, tags: [target.data.documentId] })
    }
    const reading = await verdicts(fetch, { tier: 0, types: ['conf-pages', 'conf-articles', 'conf-tags'] })
    expect(reading.others).toEqual([])
    expect(reading.passed).toBeGreaterThanOrEqual(60)
    const writable = { type: 'conf-pages', marker: 'marker', attribute: 'title' }
    const writing = await verdicts(fetch, { tier: 1, types: ['conf-articles', 'conf-pages', 'conf-tags'], writable })
    expect(writing.others).toEqual([])
    expect(writing.passed).toBeGreaterThanOrEqual(90)
  })
})
